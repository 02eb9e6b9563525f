"""Prometheus metrics: the registry of this process, and the exposition of all processes' metrics."""
