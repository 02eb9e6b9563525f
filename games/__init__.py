"""The house: playing Dixit, one floor to a folder."""
