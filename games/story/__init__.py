"""A match as an account for people: told from what a viewer may know, never from the match's state."""
