"""Actions with a time in `from` become possible by the server's clock, without an event."""

from datetime import UTC, datetime, timedelta
from itertools import islice
from typing import Any, cast

import pytest
from dixit_client.live_match import LiveMatch
from dixit_client.match_stream import MatchStream
from dixit_client.server_clock import ServerClock

DELAY = timedelta(seconds=0.3)
CLOCK_DIFFERENCES = [timedelta(0), timedelta(hours=-3), timedelta(hours=3)]


@pytest.mark.parametrize("difference", CLOCK_DIFFERENCES)
def test_a_view_is_yielded_again_when_an_action_becomes_possible(difference: timedelta) -> None:
    clock = ServerClock()
    clock.note(datetime.now(UTC) + difference)
    possible_at = datetime.now(UTC) + difference + DELAY
    actions = [{"type": "resign"}, {"type": "start", "from": None}, {"type": "call_time", "from": str(possible_at)}]
    view: Any = {"id": "m", "version": 4, "status": "playing", "actions": actions}
    stream = MatchStream("m")
    stream.start(view, "me")
    match = LiveMatch(stream, command=cast(Any, None), fetch_view=cast(Any, None), clock=clock)
    yielded = []
    for yielded_view in islice(match.views(), 2):
        assert yielded_view is view
        is_time = datetime.now(UTC) + difference >= possible_at
        yielded.append(([action["type"] for action in match.actions], is_time))
    assert yielded == [(["resign", "start"], False), (["resign", "start", "call_time"], True)]
