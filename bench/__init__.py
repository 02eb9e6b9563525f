"""Benchmarks: how fast a command is, and why. `python -m bench --help`."""
