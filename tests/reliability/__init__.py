"""What is promised when processes die, and that a match is one order of things, on real servers that are killed."""
