"""The web server: bounds on what clients send, on time and on connections."""
