"""The tests, one folder or file for each room."""
