"""The tests, one folder or file for each package."""
