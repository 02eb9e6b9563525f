"""The tests of the commands in `games/management`."""
