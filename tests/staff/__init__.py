"""The staff's pages."""
