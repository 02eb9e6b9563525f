"""The page in a real browser: people play whole matches on it, by clicking what it offers."""

import re

import pytest
from playwright.sync_api import Browser, Route, expect
from playwright.sync_api import TimeoutError as WaitedInVain

from tests.timers.clockwork import ClockHouse
from tests.web.person import DESK, Person, person


def reads(someone: Person, role: str, name: str) -> None:
    """Something of this role and name is on the page."""
    someone.page.get_by_role(role, name=re.compile(name)).first.wait_for()  # type: ignore[arg-type]


def test_a_person_plays_a_whole_match_against_three_computer_players(clock_house: ClockHouse, browser: Browser) -> None:
    home = clock_house.addresses[0]
    with person(browser, home) as ada:
        ada.come_in("Ada").open("Classic", 4, until="6")
        assert ada.step() == "clue"
        # In mid-match, while the others move.
        ada.cut()
        assert {"clue", "ready"} <= set(ada.play())
        assert ada.lines >= 2, "it came back to the socket"
        reads(ada, "heading", "wins?!")
        expect(ada.page.locator(".votes").first).to_contain_text("vote")
        assert ada.faults == []
        assert ada.hosts == {home.removeprefix("http://")}
        assert not [address for address in ada.addresses if "dxt_" in address]

        ada.page.get_by_role("link", name="Watch the replay").click()
        ada.click("Next moment")
        ada.page.get_by_text("Ada gave a clue").wait_for()
        ada.page.get_by_role("link", name="Skip to the result").click()
        ada.click("Play again")
        reads(ada, "heading", "Who's playing")
        assert ada.faults == []


def test_no_clue_goes_without_words_and_the_next_round_is_in_sight(clock_house: ClockHouse, browser: Browser) -> None:
    with person(browser, clock_house.addresses[0], viewport={"width": 1280, "height": 800}) as ada:
        ada.come_in("Ada").open("Classic", 4)
        ada.page.locator(".hand .face[aria-pressed]").first.click()
        ada.click("Give clue")
        words = ada.page.get_by_label("Your clue")
        expect(words).to_have_js_property("validationMessage", "Enter a clue.")
        ada.page.get_by_label("Kind of clue").select_option("mime")
        expect(words).to_have_js_property("validationMessage", "")
        ada.click("Give clue")
        on = ada.page.get_by_role("button", name="Next round")
        on.wait_for()
        expect(on).to_be_in_viewport()
        assert ada.faults == []


def test_control_without_its_handler_nobody_can_tell(clock_house: ClockHouse, browser: Browser) -> None:
    def broken(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=answer.text().replace('match.act("clue"', 'match.action("clue"'))

    with person(browser, clock_house.addresses[0]) as ada:
        ada.page.route("**/screens/turn_forms.js", broken)
        ada.come_in("Ada").open("Classic", 4)
        ada.patience_ms = 3000
        with pytest.raises(WaitedInVain):
            ada.step()


@pytest.mark.nightly
def test_who_has_no_socket_plays_by_asking(clock_house: ClockHouse, browser: Browser) -> None:
    with person(browser, clock_house.addresses[0], viewport=DESK) as ada:
        ada.page.add_init_script("window.WebSocket = class { constructor() { throw new Error('not here'); } }")
        ada.come_in("Ada").open("Classic", 4, until="1")
        ada.play()
        assert (ada.lines, ada.faults) == (0, [])


def test_two_people_meet_in_a_private_match(clock_house: ClockHouse, browser: Browser) -> None:
    home = clock_house.addresses[0]
    with person(browser, home) as ada, person(browser, home) as ben:
        ada.come_in("Ada")
        ada.page.get_by_label("Fill the free seats with computer players").uncheck()
        ada.page.get_by_text("Time, length and who can join").click()
        ada.page.get_by_label("Who can join").select_option("private")
        ada.page.get_by_label("Password").fill("sesame")
        ada.click("Open the match")
        address = ada.page.get_by_label("Match link").input_value()
        ben.come_in("Ben", address)
        ben.page.get_by_label("Password").fill("wrong")
        ben.click("Sit down")
        expect(ben.page.get_by_role("alert")).to_contain_text("not_found")
        ben.page.get_by_label("Password").fill("sesame")
        ben.click("Sit down")
        reads(ben, "heading", "Who's playing")
        ada.page.get_by_text("Ben", exact=True).wait_for()
        assert ada.faults == []
        assert "sesame" not in "".join(ada.addresses + ben.addresses)
