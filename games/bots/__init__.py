"""Computer players: they see and change matches through `games.matches` like any player, with no extra knowledge."""
