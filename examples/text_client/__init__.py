"""A line-based text client to play Dixit with."""
