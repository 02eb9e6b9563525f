"""Fixtures: records of matches among computer players."""
