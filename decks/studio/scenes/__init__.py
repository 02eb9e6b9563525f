"""The scenes of the decks, hand-thought one by one; each file is a page of twelve."""
