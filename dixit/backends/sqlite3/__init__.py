"""SQLite with a turnstile in front of its write lock."""
