"""An example of each frame of the socket. The server's frames are built from responses recorded over HTTP."""

from typing import Any

from games.api.examples import recorded_examples
from games.live.frames import PROTOCOL_VERSION
from games.protocol.problems import Problem

EXAMPLE_TIME = "2026-11-28T12:00:00.000Z"


def frame_examples() -> dict[str, Any]:
    """Return the example of each frame by its `t`."""
    match, version = _example_match()
    position = {"match": match, "version": version}
    return {
        "auth": {"t": "auth", "id": "1", "token": "dxt_yours"},
        "subscribe": {"t": "subscribe", "id": "2", "match": match, "since": version},
        "unsubscribe": {"t": "unsubscribe", "id": "5", "match": match},
        "command": {"t": "command", "id": "3", "match": match, "type": "vote", "data": {"slots": [1]}},
        "ping": {"t": "ping", "id": "4"},
        "hello": {
            "t": "hello",
            "protocol": PROTOCOL_VERSION,
            "version": "0.3.0",
            "heartbeat_ms": 45000,
            "server_time": EXAMPLE_TIME,
        },
        "ready": {"t": "ready", "re": "1", "user": recorded_examples()["UserAnswer"]},
        "subscribed": {"t": "subscribed", "re": "2", **position, "view": recorded_examples()["MatchSeen"]},
        "unsubscribed": {"t": "unsubscribed", "re": "5", "match": match},
        "me": {"t": "me", **recorded_examples()["FeedPage"]},
        "event": {"t": "event", **position, "event": recorded_examples()["EventPage"]["results"][0]},
        "presence": {"t": "presence", "match": match, "seat": 2, "connected": True},
        "rematch": {"t": "rematch", "match": match, "rematch": "9f2c6a0d4b1e4c7fa3d8e5b7c0a1f2d3"},
        "ack": {"t": "ack", "re": "3", **position, "receipt": recorded_examples()["CommandAnswer"]["receipt"]},
        "error": {"t": "error", "re": "3", "problem": Problem("phase_over").body},
        "pong": {"t": "pong", "re": "4", "server_time": EXAMPLE_TIME, "versions": {match: version}},
    }


def _example_match() -> tuple[str, int]:
    visible_match = recorded_examples()["MatchSeen"]
    return visible_match["id"], visible_match["version"]
