"""Read models: tables derived from the log, written in the same transaction, and rebuilt from it at any time."""
