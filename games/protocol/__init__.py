"""The protocol that REST and WebSocket clients share: request bodies, commands, problems and rate limits."""
