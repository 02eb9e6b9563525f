"""The drawing kit of the decks: every picture is SVG text composed of marks, motifs and scenes."""
