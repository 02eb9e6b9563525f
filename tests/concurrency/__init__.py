"""Concurrent requests to real deployments, with two web processes on each database."""
