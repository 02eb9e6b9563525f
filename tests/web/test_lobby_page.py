"""The lobby in a real browser: quick match, invites, seats and the host's role, by mouse and by keyboard."""

from dixit_client import Client
from playwright.sync_api import Browser, Locator, expect

from tests.timers.worker_deployment import WorkerDeployment
from tests.web.page_user import DESKTOP_VIEWPORT, PageUser, open_page

NO_WEBSOCKET_SCRIPT = "window.WebSocket = class { constructor() { throw new Error('not here'); } }"
INVITE_ONLY_LABEL = "Invited players only"


def seat_item(user: PageUser, number: int) -> Locator:
    return user.page.get_by_role("list", name="Seats").get_by_role("listitem").nth(number - 1)


def create_invite(host: PageUser, people: str) -> str:
    """Return the link of a new invite."""
    host.page.get_by_label("For", exact=True).select_option(label=people)
    host.click("Create invite")
    return host.page.get_by_label("Invite link").input_value()


def test_a_quick_match_shows_how_many_players_are_missing_and_starts_when_full(
    worker_deployment: WorkerDeployment, browser: Browser
) -> None:
    base_url = worker_deployment.base_urls[0]
    with (
        open_page(browser, base_url) as ada,
        Client(base_url, guest="Cleo") as cleo,
        Client(base_url, guest="Dan") as dan,
    ):
        ada.enter("Ada")
        ada.page.get_by_label("Rules for the quick match").select_option(label="Odyssey")
        ada.page.get_by_label("Players in the quick match", exact=True).select_option(label="3 players")
        ada.assert_fits_and_is_labelled()
        ada.click("Find a match")
        waiting = ada.page.locator(".waiting")
        expect(waiting).to_contain_text("1 of 3 players is here. 2 more players needed.")
        cleo.quick(ruleset="odyssey")
        expect(waiting).to_contain_text("1 more player needed.")
        ada.assert_fits_and_is_labelled()
        dan.quick(ruleset="odyssey", seats=3)
        ada.page.get_by_role("list", name="Players").wait_for()

        ada.page.get_by_text("Menu").click()
        ada.page.get_by_label("Make another player the host").select_option(label="Dan")
        ada.assert_fits_and_is_labelled()
        ada.press_enter_on("Hand over")
        expect(ada.page.get_by_role("button", name="Hand over")).to_have_count(0)
        assert cleo.match(ada.page.url.rpartition("/")[2])["host"] == 2
        assert ada.browser_errors == []


def test_an_invited_player_sits_down_moves_and_becomes_the_host(
    worker_deployment: WorkerDeployment, browser: Browser
) -> None:
    """Ada uses the mouse on a desktop; Ben uses the keyboard, on a phone, where sockets don't work."""
    base_url = worker_deployment.base_urls[0]
    with open_page(browser, base_url, viewport=DESKTOP_VIEWPORT) as ada, open_page(browser, base_url) as ben:
        ada.enter("Ada").open_lobby("Team", 6, INVITE_ONLY_LABEL)
        link = create_invite(ada, "2 people")
        assert link.startswith(f"{base_url}/play/#/invite/inv_")

        ben.page.add_init_script(NO_WEBSOCKET_SCRIPT)
        ben.page.goto(link)
        ben.page.get_by_text("Team, with Ada (guest).").wait_for()
        ben.assert_fits_and_is_labelled()
        ben.page.get_by_label("What should we call you?").fill("Ben")
        ben.press_enter_on("Sit down")
        expect(seat_item(ben, 2)).to_contain_text("Benyou · team B")
        assert "inv_" not in ben.page.url
        ben.assert_fits_and_is_labelled()
        ben.press_enter_on("Move here, to seat 4")
        expect(seat_item(ben, 4)).to_contain_text("Benyou · team A")
        expect(seat_item(ada, 4)).to_contain_text("team A")
        ada.page.get_by_text("1 of 2 uses left").wait_for()

        ada.click("Make host: Ben")
        expect(seat_item(ada, 4)).to_contain_text("host")
        ben.page.once("dialog", lambda asked: asked.accept())
        ben.press_enter_on("Remove Ada")
        ada.page.get_by_role("heading", name="You no longer have a seat here").wait_for()
        ada.page.goto(link)
        ada.click("Sit down")
        expect(seat_item(ada, 1)).to_contain_text("Adayou")

        second_link = create_invite(ben, "1 person")
        ben.assert_fits_and_is_labelled()
        ben.press_enter_on("Revoke the invite: for 1 person")
        expect(ben.page.get_by_label("Invite link")).to_have_count(0)
        ada.page.goto(second_link)
        ada.page.get_by_role("heading", name="This invite no longer works").wait_for()
        assert ben.browser_errors == []


def test_a_player_who_returns_during_the_draw_still_reveals_entropy(
    worker_deployment: WorkerDeployment, browser: Browser
) -> None:
    base_url = worker_deployment.base_urls[0]
    with open_page(browser, base_url) as ada, Client(base_url, guest="Cleo") as cleo:
        match = cleo.open(ruleset="classic", seats=3, bots=["random"])["id"]
        ada.enter("Ada", f"{base_url}/play/#/match/{match}").click("Sit here, in seat 3")
        expect(seat_item(ada, 3)).to_contain_text("Adayou")
        ada.page.goto("about:blank")
        cleo.start(match)
        ada.page.goto(f"{base_url}/play/#/match/{match}")
        ada.page.get_by_role("list", name="Players").wait_for()
        with cleo.live() as live:
            events = live.events(match)
            draw_event = next(event for event in events if event["type"] in ("entropy_revealed", "draw_voided"))
        assert draw_event["type"] == "entropy_revealed"
        assert ada.browser_errors == []


def test_players_who_look_alike_are_told_apart_and_guests_are_marked(
    worker_deployment: WorkerDeployment, browser: Browser
) -> None:
    base_url = worker_deployment.base_urls[0]
    with Client(base_url, guest="Ann") as ann, Client(base_url, guest="\u0410nn") as twin:
        match = ann.open(ruleset="classic", seats=4)["id"]
        twin.sit(match)
        with open_page(browser, base_url) as eve:
            eve.enter("Eve")
            expect(eve.page.get_by_text("Ann (1) (guest), \u0410nn (2) (guest)")).to_have_count(1)
            eve.page.goto(f"{base_url}/play/#/match/{match}")
            expect(seat_item(eve, 1)).to_contain_text("Ann (1)")
            expect(seat_item(eve, 1)).to_contain_text("host · guest")
            expect(seat_item(eve, 2)).to_contain_text("\u0410nn (2)")
            assert eve.browser_errors == []
