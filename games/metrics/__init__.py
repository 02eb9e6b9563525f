"""What is counted in this process, and the board on which all processes tell of theirs."""
