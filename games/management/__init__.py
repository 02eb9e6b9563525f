"""Management commands, and the processes that `serve` runs."""
