"""The HTTP door, as clients meet it."""
