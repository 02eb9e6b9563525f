"""Long matches on the page, for nightly runs: Party and Team, and a server that is killed during a match."""

import pytest
from playwright.sync_api import Browser

from tests.timers.worker_deployment import WorkerDeployment
from tests.web.page_user import DESKTOP_VIEWPORT, open_page

pytestmark = pytest.mark.nightly


ALL_MOVES = {"clue", "cards", "vote", "ready"}
RULESETS = [
    ("Party", 6, ALL_MOVES),
    ("Party, passing hands", 6, ALL_MOVES),
    # A player who submits the team's card has no vote in that round, and a partner may always be faster.
    ("Team", 6, {"clue", "ready"}),
    ("Odyssey", 8, ALL_MOVES),
    ("Classic", 3, ALL_MOVES),
]


@pytest.mark.parametrize(("rules", "players", "moves"), RULESETS)
def test_every_ruleset_can_be_played_on_the_page(
    worker_deployment: WorkerDeployment, browser: Browser, rules: str, players: int, moves: set[str]
) -> None:
    with open_page(browser, worker_deployment.base_urls[0]) as ada:
        assert moves <= set(ada.enter("Ada").open_match(rules, players).play_to_the_end())
        assert ada.browser_errors == []


def test_the_page_reconnects_after_the_server_is_killed_in_mid_match(
    worker_deployment: WorkerDeployment, browser: Browser
) -> None:
    with open_page(browser, worker_deployment.base_urls[0], viewport=DESKTOP_VIEWPORT) as ada:
        ada.enter("Ada").open_match("Classic", 4, until="6")
        assert ada.make_next_move() == "clue"
        server = worker_deployment.servers[0]
        server.kill()
        ada.page.get_by_text("connecting").wait_for()
        server.start()
        ada.play_to_the_end()
        assert ada.opened_websockets >= 2
