"""Tests of the HTTP API as clients use it."""
