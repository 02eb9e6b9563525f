"""The drawing kit of the decks: every picture is text put together from marks, motifs and scenes."""
