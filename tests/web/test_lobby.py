"""The lobby in a real browser: quick match, invites, seats and the host's part, by hand and by the keyboard."""

from dixit_client import Client
from playwright.sync_api import Browser, Locator, expect

from tests.timers.clockwork import ClockHouse
from tests.web.person import DESK, Person, person

NO_SOCKET = "window.WebSocket = class { constructor() { throw new Error('not here'); } }"
INVITED = "Invited players only"


def place(someone: Person, number: int) -> Locator:
    return someone.page.get_by_role("list", name="Seats").get_by_role("listitem").nth(number - 1)


def invite(host: Person, people: str) -> str:
    """The link of a new invite."""
    host.page.get_by_label("For", exact=True).select_option(label=people)
    host.click("Create invite")
    return host.page.get_by_label("Invite link").input_value()


def test_a_quick_match_says_who_is_missing_and_begins_when_it_is_full(
    clock_house: ClockHouse, browser: Browser
) -> None:
    home = clock_house.addresses[0]
    with person(browser, home) as ada, Client(home, guest="Cleo") as cleo, Client(home, guest="Dan") as dan:
        ada.come_in("Ada")
        ada.page.get_by_label("Rules for the quick match").select_option(label="Odyssey")
        ada.page.get_by_label("Players in the quick match").select_option(label="3 players")
        ada.fits()
        ada.click("Find a match")
        waiting = ada.page.locator(".waiting")
        expect(waiting).to_contain_text("1 of 3 players is here. 2 more players needed.")
        cleo.quick(ruleset="odyssey")
        expect(waiting).to_contain_text("1 more player needed.")
        ada.fits()
        dan.quick(ruleset="odyssey", seats=3)
        ada.page.get_by_role("list", name="Players").wait_for()

        ada.page.get_by_text("Menu").click()
        ada.page.get_by_label("Make another player the host").select_option(label="Dan")
        ada.fits()
        ada.press("Hand over")
        expect(ada.page.get_by_role("button", name="Hand over")).to_have_count(0)
        assert cleo.match(ada.page.url.rpartition("/")[2])["host"] == 2
        assert ada.faults == []


def test_who_is_invited_sits_down_moves_and_becomes_the_host(clock_house: ClockHouse, browser: Browser) -> None:
    """Ada by hand on a desk; Ben by the keyboard, on a phone, where no socket can be had."""
    home = clock_house.addresses[0]
    with person(browser, home, viewport=DESK) as ada, person(browser, home) as ben:
        ada.come_in("Ada").gather("Team", 6, INVITED)
        link = invite(ada, "2 people")
        assert link.startswith(f"{home}/play/#/invite/inv_")

        ben.page.add_init_script(NO_SOCKET)
        ben.page.goto(link)
        ben.page.get_by_text("Team, with Ada.").wait_for()
        ben.fits()
        ben.page.get_by_label("What should we call you?").fill("Ben")
        ben.press("Sit down")
        expect(place(ben, 2)).to_contain_text("Benyou · team B")
        assert "inv_" not in ben.page.url
        ben.fits()
        ben.press("Move here, to seat 4")
        expect(place(ben, 4)).to_contain_text("Benyou · team A")
        expect(place(ada, 4)).to_contain_text("team A")
        ada.page.get_by_text("1 of 2 uses left").wait_for()

        ada.click("Make host: Ben")
        expect(place(ada, 4)).to_contain_text("host")
        ben.page.once("dialog", lambda asked: asked.accept())
        ben.press("Remove Ada")
        ada.page.get_by_role("heading", name="You no longer have a seat here").wait_for()
        ada.page.goto(link)
        ada.click("Sit down")
        expect(place(ada, 1)).to_contain_text("Adayou")

        again = invite(ben, "1 person")
        ben.fits()
        ben.press("Revoke the invite: for 1 person")
        expect(ben.page.get_by_label("Invite link")).to_have_count(0)
        ada.page.goto(again)
        ada.page.get_by_role("heading", name="This invite no longer works").wait_for()
        assert ben.faults == []


def test_who_comes_back_while_luck_is_drawn_still_adds_to_it(clock_house: ClockHouse, browser: Browser) -> None:
    home = clock_house.addresses[0]
    with person(browser, home) as ada, Client(home, guest="Cleo") as cleo:
        match = cleo.open(ruleset="classic", seats=3, bots=["random"])["id"]
        ada.come_in("Ada", f"{home}/play/#/match/{match}").click("Sit here, in seat 3")
        expect(place(ada, 3)).to_contain_text("Adayou")
        ada.page.goto("about:blank")
        cleo.start(match)
        ada.page.goto(f"{home}/play/#/match/{match}")
        ada.page.get_by_role("list", name="Players").wait_for()
        with cleo.live() as live:
            told = live.events(match)
            drawn = next(event for event in told if event["type"] in ("entropy_revealed", "draw_voided"))
        assert drawn["type"] == "entropy_revealed"
        assert ada.faults == []
