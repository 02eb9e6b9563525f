"""One file per phase, each answering the same questions, and the phase that a match is in.

- `act(match, command, now)`: the one event that a command leads to, or `Refused`;
- `follow(match, now, chance)`: the next event that follows by itself, or None;
- `actions(match, seat)`: what this seat may do (None: somebody without a seat);
- `waiting_for(match)`: the seats that the match waits for.
"""
