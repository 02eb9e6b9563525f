"""The live door: who waits for something to happen, waits here."""
