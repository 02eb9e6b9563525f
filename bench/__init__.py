"""Benchmarks of the backend. See `python -m bench --help`."""
