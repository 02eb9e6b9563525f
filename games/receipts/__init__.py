"""Receipts: the server signs what it acknowledges, so one honest client can prove that a history was rewritten."""
