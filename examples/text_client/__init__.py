"""A chat-room style client that a person can play Dixit with."""
