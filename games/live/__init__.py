"""Live updates: WebSockets, NDJSON streams and long polls."""
