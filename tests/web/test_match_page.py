"""The page in a real browser: people play whole matches on it, by clicking what it offers."""

import re

import pytest
from playwright.sync_api import Browser, expect

from tests.timers.worker_deployment import WorkerDeployment
from tests.web.page_user import DESKTOP_VIEWPORT, PageUser, open_page


def wait_for_element(user: PageUser, role: str, name: str) -> None:
    """Wait until the page has an element of this role and name."""
    user.page.get_by_role(role, name=re.compile(name)).first.wait_for()  # type: ignore[arg-type]


def test_a_person_plays_a_whole_match_against_three_computer_players(
    worker_deployment: WorkerDeployment, browser: Browser
) -> None:
    base_url = worker_deployment.base_urls[0]
    with open_page(browser, base_url) as ada:
        ada.enter("Ada").open_match("Classic", 4, until="6")
        assert ada.make_next_move() == "clue"
        # During the match, while the others move.
        ada.close_websocket()
        assert {"clue", "ready"} <= set(ada.play_to_the_end())
        assert ada.opened_websockets >= 2, "the page uses a socket again"
        wait_for_element(ada, "heading", "wins?!")
        expect(ada.page.locator(".votes").first).to_contain_text("vote")
        assert ada.browser_errors == []
        assert ada.requested_hosts == {base_url.removeprefix("http://")}
        assert not [address for address in ada.requested_urls if "dxt_" in address]

        ada.page.get_by_role("link", name="Watch the replay").click()
        ada.click("Next moment")
        ada.page.get_by_text("Ada gave a clue").wait_for()
        expect(ada.page.locator(".prompt")).to_have_text(re.compile("^Yet to play: "))
        ada.page.get_by_role("link", name="Skip to the result").click()
        ada.click("Play again")
        wait_for_element(ada, "heading", "Who's playing")
        assert ada.browser_errors == []


def test_a_text_clue_needs_words_and_the_next_round_button_is_in_view(
    worker_deployment: WorkerDeployment, browser: Browser
) -> None:
    with open_page(browser, worker_deployment.base_urls[0], viewport={"width": 1280, "height": 800}) as ada:
        ada.enter("Ada").open_match("Classic", 4)
        ada.page.locator(".hand .face[aria-pressed]").first.click()
        ada.click("Give clue")
        clue_input = ada.page.get_by_label("Your clue")
        expect(clue_input).to_have_js_property("validationMessage", "Enter a clue.")
        ada.page.get_by_label("Kind of clue").select_option("mime")
        expect(clue_input).to_have_js_property("validationMessage", "")
        ada.click("Give clue")
        next_round_button = ada.page.get_by_role("button", name="Next round")
        next_round_button.wait_for()
        expect(next_round_button).to_be_in_viewport()
        assert ada.browser_errors == []


@pytest.mark.nightly
def test_without_a_websocket_the_page_plays_by_polling(worker_deployment: WorkerDeployment, browser: Browser) -> None:
    with open_page(browser, worker_deployment.base_urls[0], viewport=DESKTOP_VIEWPORT) as ada:
        ada.page.add_init_script("window.WebSocket = class { constructor() { throw new Error('not here'); } }")
        ada.enter("Ada").open_match("Classic", 4, until="1")
        ada.play_to_the_end()
        assert (ada.opened_websockets, ada.browser_errors) == (0, [])


def test_two_people_meet_in_a_private_match(worker_deployment: WorkerDeployment, browser: Browser) -> None:
    base_url = worker_deployment.base_urls[0]
    with open_page(browser, base_url) as ada, open_page(browser, base_url) as ben:
        ada.enter("Ada")
        ada.page.get_by_label("Fill the free seats with computer players").uncheck()
        ada.page.get_by_text("Time, length and who can join").click()
        ada.page.get_by_label("Who can join").select_option("private")
        ada.page.get_by_label("Password").fill("sesame")
        ada.click("Open the match")
        address = ada.page.get_by_label("Match link").input_value()
        ben.enter("Ben", address)
        ben.page.get_by_label("Password").fill("wrong")
        ben.click("Sit down")
        expect(ben.page.get_by_role("alert")).to_contain_text("not_found")
        ben.page.get_by_label("Password").fill("sesame")
        ben.click("Sit down")
        wait_for_element(ben, "heading", "Who's playing")
        ada.page.get_by_text("Ben", exact=True).wait_for()
        assert ada.browser_errors == []
        assert "sesame" not in "".join(ada.requested_urls + ben.requested_urls)
