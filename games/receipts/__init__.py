"""Receipts: the house signs what it acknowledges, so that one honest client can prove a rewritten history."""
