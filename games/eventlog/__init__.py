"""The event log: the append-only, hash-chained events of each match. All other state is derived from it."""
