"""Reads an OpenAPI document and writes Python."""
