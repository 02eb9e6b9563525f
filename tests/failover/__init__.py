"""A PostgreSQL that goes back under play: a standby is promoted, or a backup restored, that lacks the last events."""
