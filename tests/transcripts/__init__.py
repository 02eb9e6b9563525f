"""Whole matches as text: a change of rules shows up here as a readable diff.

`uv run pytest tests/transcripts --accept` rewrites the files; read the diff before you commit it.
"""
