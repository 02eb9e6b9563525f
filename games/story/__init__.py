"""The story of a match as plain text, written only from the events that a viewer may see, never from match state."""
