"""The page in a real browser: people play whole matches on it, by clicking what it offers."""

import re

import pytest
from playwright.sync_api import Browser, Route, expect

from tests.timers.clockwork import ClockHouse
from tests.web.person import DESK, person


def test_a_person_plays_a_whole_match_against_three_computer_players(clock_house: ClockHouse, browser: Browser) -> None:
    home = clock_house.addresses[0]
    with person(browser, home) as ada:
        ada.come_in("Ada").open("Classic", 4, until="4")
        assert ada.step() == "clue"
        # In mid-match, while the others move.
        ada.cut()
        moves = ada.play()
        assert len(ada.lines) >= 2, "it came back to the socket"
        assert {"clue", "ready"} <= set(moves)
        expect(ada.page.get_by_role("heading", name=re.compile("win"))).to_be_visible()
        expect(ada.page.locator(".votes").first).to_contain_text("vote")
        assert ada.faults == []
        assert ada.hosts == {home.removeprefix("http://")}
        assert not [address for address in ada.addresses if "dxt_" in address]

        ada.page.get_by_role("link", name="Watch it again").click()
        ada.page.get_by_role("button", name="The next moment").click()
        expect(ada.page.locator(".scrubber")).to_contain_text("Ada has told")
        ada.page.get_by_role("link", name="To the end").click()
        ada.click("Play again")
        expect(ada.page.get_by_role("heading", name="Who plays?")).to_be_visible()


def test_control_without_its_handler_nobody_can_tell(clock_house: ClockHouse, browser: Browser) -> None:
    def broken(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=answer.text().replace('match.act("clue"', 'match.can("clue"'))

    with person(browser, clock_house.addresses[0]) as ada:
        ada.page.route("**/screens/choices.js", broken)
        ada.come_in("Ada").open("Classic", 4, until="4")
        with pytest.raises(AssertionError, match="to be hidden"):
            ada.step()


def test_who_has_no_socket_plays_by_asking(clock_house: ClockHouse, browser: Browser) -> None:
    with person(browser, clock_house.addresses[0], viewport=DESK) as ada:
        ada.page.route_web_socket("**/ws/v1", lambda line: line.close(code=1013))
        ada.come_in("Ada").open("Classic", 4, until="1")
        ada.play()
        assert ada.faults == []
