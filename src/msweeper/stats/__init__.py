"""What games come to: the numbers of one game, the records of many."""
