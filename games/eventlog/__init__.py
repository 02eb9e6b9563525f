"""The event log: what has happened in each match, append-only and chained; everything else is read off it."""
