"""The Python client hears of a rematch, and takes its reserved seat."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from dixit_client import Client

from tests.client.client_matches import start_match


@pytest.mark.parametrize("poll", [False, True], ids=["socket", "polling"])
def test_the_client_waits_for_the_rematch_and_joins_it(connect_guest: Callable[[str], Client], *, poll: bool) -> None:
    ann, ben, cat = (connect_guest(name) for name in ("Ann", "Ben", "Cat"))
    match = start_match([ann, ben, cat])
    with ann.live(poll=poll) as live:
        followed = live.match(match)
        for player in (ann, ben, cat):
            player.abandon(match)
        assert [view["status"] for view in followed.views()][-1] == "abandoned"
        assert followed.wait_for_rematch(seconds=0.1) is None
        with ThreadPoolExecutor(1) as pool:
            waiting = pool.submit(followed.wait_for_rematch, 10)
            opened = ben.rematch(match)
            assert waiting.result() == opened["id"]
        assert followed.view["rematch"] == {"match": opened["id"]}
        assert ann.rematch(match)["id"] == opened["id"]
