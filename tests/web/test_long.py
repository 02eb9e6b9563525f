"""Long matches on the page, for the night: Party and Team, and a server that is killed in mid-match."""

import pytest
from playwright.sync_api import Browser

from tests.timers.clockwork import ClockHouse
from tests.web.person import DESK, person

pytestmark = pytest.mark.nightly


ALL = {"clue", "cards", "vote", "ready"}
RULES = [
    ("Party", 6, ALL),
    ("Party, passing hands", 6, ALL),
    # Who gives the team's card has no vote in it, and a partner may always be faster.
    ("Team", 6, {"clue", "ready"}),
    ("Odyssey", 8, ALL),
    ("Classic", 3, ALL),
]


@pytest.mark.parametrize(("rules", "players", "moves"), RULES)
def test_every_kind_of_rules_can_be_played(
    clock_house: ClockHouse, browser: Browser, rules: str, players: int, moves: set[str]
) -> None:
    with person(browser, clock_house.addresses[0]) as ada:
        assert moves <= set(ada.come_in("Ada").open(rules, players).play())
        assert ada.faults == []


def test_a_server_that_is_killed_in_mid_match_is_waited_for(clock_house: ClockHouse, browser: Browser) -> None:
    with person(browser, clock_house.addresses[0], viewport=DESK) as ada:
        ada.come_in("Ada").open("Classic", 4, until="6")
        assert ada.step() == "clue"
        server = clock_house.servers[0]
        server.kill()
        ada.page.get_by_text("connecting").wait_for()
        server.start()
        ada.play()
        assert ada.lines >= 2
