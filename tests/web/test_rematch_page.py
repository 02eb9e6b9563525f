"""A rematch on the page: the page announces it to the others at the table, whose seats are reserved."""

from typing import Any

import pytest
from dixit_client import Client
from playwright.sync_api import Browser, Locator, expect

from tests.timers.worker_deployment import WorkerDeployment
from tests.web.page_user import DESKTOP_VIEWPORT, PageUser, open_page

LONG_POLL_MS = 30_000
"""Without a socket the page asks again after 20 seconds."""
NO_WEBSOCKET_SCRIPT = "window.WebSocket = class { constructor() { throw new Error('not here'); } }"


def seat_item(user: PageUser, number: int) -> Locator:
    return user.page.get_by_role("list", name="Seats").get_by_role("listitem").nth(number - 1)


def take_seat(user: PageUser, name: str, match: str, seat: int) -> None:
    user.enter(name, f"{user.base_url}/play/#/match/{match}").click(f"Sit here, in seat {seat}")
    user.page.get_by_role("button", name="Leave seat").wait_for()


def end_match(cleo: Client, match: str, users: list[PageUser]) -> None:
    """Start the match and let everyone agree to end it."""
    cleo.start(match)
    # An agreement holds for its round only.
    cleo_view: Any = cleo.match(match)
    while cleo_view["phase"]["name"] != "storytelling":
        cleo_view = cleo.match(match, after=cleo_view["version"], wait=10)
    cleo.abandon(match)
    for user in users:
        user.page.locator(".notice-box").get_by_role("button", name="Agree to end the match").click()
    for user in users:
        user.page.get_by_role("heading", name="The match was abandoned").wait_for()


POLLING = pytest.param(NO_WEBSOCKET_SCRIPT, id="polling", marks=pytest.mark.nightly)


@pytest.mark.parametrize("init_script", [pytest.param("", id="socket"), POLLING])
def test_a_rematch_is_told_and_joined_with_one_button(
    worker_deployment: WorkerDeployment, browser: Browser, init_script: str
) -> None:
    """Ada's page announces Cleo's rematch, and she joins it; Ben looks at it and declines."""
    base_url = worker_deployment.base_urls[0]
    with (
        open_page(browser, base_url, viewport=DESKTOP_VIEWPORT) as ada,
        open_page(browser, base_url) as ben,
        Client(base_url, guest="Cleo") as cleo,
    ):
        ada.page.add_init_script(init_script)
        match = cleo.open(ruleset="classic", seats=3, first="host")["id"]
        take_seat(ada, "Ada", match, 2)
        take_seat(ben, "Ben", match, 3)
        end_match(cleo, match, [ada, ben])
        expect(ada.page.get_by_role("button", name="Play again")).to_be_visible()
        rematch: Any = cleo.rematch(match)

        notice = ada.page.locator(".ending")
        expect(notice).to_contain_text("There is a rematch, and you can join it.", timeout=LONG_POLL_MS)
        ada.assert_fits_and_is_labelled()
        ada.press_enter_on("Join the rematch")
        expect(seat_item(ada, 2)).to_contain_text("Adayou")
        assert ada.page.url.endswith(rematch["id"])
        expect(seat_item(ada, 3)).to_contain_text("Reserved for Benfor another 4:")
        expect(ada.page.get_by_role("button", name="Take your seat")).to_have_count(0)
        ada.assert_fits_and_is_labelled()

        expect(ben.page.get_by_role("button", name="Join the rematch")).to_be_visible()
        ben.page.goto(f"{base_url}/play/#/match/{rematch['id']}")
        expect(seat_item(ben, 3)).to_contain_text("Reserved for youfor another 4:")
        expect(ben.page.get_by_role("button", name="Take your seat, number 3")).to_be_visible()
        ben.assert_fits_and_is_labelled()
        ben.press_enter_on("Decline")
        expect(seat_item(ada, 3)).to_contain_text("Seat 3 is free")
        ben.page.get_by_role("heading", name="Open a match").wait_for()
        assert (ada.browser_errors, ben.browser_errors) == ([], [])
