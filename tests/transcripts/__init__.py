"""Whole matches as text: a change of rules shows up here as a readable diff.

`uv run pytest tests/transcripts --accept` writes the files anew; read the diff before you commit it.
"""
