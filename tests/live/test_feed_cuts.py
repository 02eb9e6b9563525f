"""An account's feed misses nothing and repeats nothing, wherever it is cut, while the account plays in ten matches."""

import os
import threading
from collections import Counter
from random import Random

from tests.api.api_client import Json, Player
from tests.live.feed_play import BusyPlayer
from tests.live.feed_watchers import TRANSPORTS
from tests.matches.log_entries import entries_of
from tests.services.deployment import Deployment

CUT_COUNT = int(os.environ.get("FEED_CUTS", "200"))
"""How often the connection is cut."""


class CutReader:
    """Reads a feed over changing servers and transports; a page that is lost with its connection has to come again."""

    def __init__(self, deployment: Deployment, player: Player, rng: Random) -> None:
        self.deployment, self.player, self.rng = deployment, player, rng
        self.cursor: str | None = None
        self.entries: list[Json] = []
        self.lost_entries = 0

    def read_until_cut(self) -> None:
        """Take some pages over one connection, and perhaps lose the last one."""
        pages_left, loses_last = self.rng.randint(1, 4), self.rng.random() < 0.3

        def take(page: Json) -> bool:
            nonlocal pages_left
            pages_left -= 1
            if not pages_left and loses_last:
                self.lost_entries += len(page["entries"])
                return False
            self.entries += page["entries"]
            self.cursor = page["cursor"]
            return pages_left > 0

        watch = self.rng.choice(list(TRANSPORTS.values()))
        watch(self.rng.choice(self.deployment.base_urls), self.player, self.cursor, take)

    def read_to_end(self) -> None:
        for _ in range(CUT_COUNT):
            page = self.player.get("/me/matches", after=self.cursor).ok()
            if not page["entries"]:
                return
            self.entries += page["entries"]
            self.cursor = page["cursor"]
        raise AssertionError("the feed never ends")


def test_a_feed_misses_nothing_and_repeats_nothing_over_200_cuts(deployment: Deployment) -> None:
    rng = Random(14)
    play = BusyPlayer(deployment, rng)
    reader = CutReader(deployment, play.players[0], Random(15))
    reader.cursor = play.players[0].get("/me/matches").ok()["cursor"]
    is_done = threading.Event()

    def play_on() -> None:
        while not is_done.is_set():
            play.step()

    playing = threading.Thread(target=play_on)
    playing.start()
    try:
        for _ in range(CUT_COUNT):
            reader.read_until_cut()
    finally:
        is_done.set()
        playing.join()
    reader.read_to_end()
    assert_complete(reader, play)
    assert "Traceback" not in deployment.log_text()


def assert_complete(reader: CutReader, play: BusyPlayer) -> None:
    received: dict[str, list[tuple[str, str, int]]] = {match: [] for match in play.match_ids}
    for entry in reader.entries:
        if entry["kind"] not in ("rematch", "invited"):
            received[entry["match"]].append((entry["match"], entry["kind"], entry["version"]))
    for match in play.match_ids:
        expected = entries_of(reader.player, match, turns=True)
        # A match that was left before its first entry was read isn't in the feed any more.
        assert received[match] == expected or (received[match] == [] and is_left_unseen(expected)), match
    rematches = {entry["match"]: entry["rematch"]["match"] for entry in reader.entries if entry["kind"] == "rematch"}
    assert rematches == play.rematches
    kinds = Counter(entry["kind"] for entry in reader.entries)
    assert kinds["rematch"] == len(play.rematches)
    # Enough has happened, and enough was lost on the way, for this to mean something.
    assert {"seated", "kicked", "started", "my_turn", "ended", "rematch"} <= kinds.keys()
    assert kinds["my_turn"] > CUT_COUNT / 2
    assert reader.lost_entries > CUT_COUNT / 20


def is_left_unseen(expected: list[tuple[str, str, int]]) -> bool:
    return {kind for _, kind, _ in expected} <= {"seated"}
