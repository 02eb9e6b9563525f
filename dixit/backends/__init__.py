"""Database backends of this project."""
