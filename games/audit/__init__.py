"""Luck, records and verifying: standard library only, so that it can be checked offline without trusting a server."""
