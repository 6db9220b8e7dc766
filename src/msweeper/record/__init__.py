"""What outlives a game: its moves with their times, as one versioned JSON form."""
