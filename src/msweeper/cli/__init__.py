"""The command line. Functions here parse and call; what they call is in `msweeper.sitting`."""
