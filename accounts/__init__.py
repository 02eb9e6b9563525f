"""Users (people, guests and computer players), their tokens, and authentication. Never imports `games`."""
