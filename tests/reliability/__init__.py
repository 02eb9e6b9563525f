"""The guarantees when processes die, and the total order of each match, on real servers that are killed."""
