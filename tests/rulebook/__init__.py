"""Tests of the pure rulebook: no database, no network, no clock."""
