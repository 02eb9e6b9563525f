"""A match checked, on the page: one that is private, which no link could show, for a link carries no token."""

import json
from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.timers.clockwork import ClockHouse
from tests.web.person import Person, person


def ended(ada: Person) -> None:
    """She has opened a private match against computer players, and ended it at once."""
    ada.terms("Classic", 3)
    ada.page.get_by_label("Who can join").select_option(label="Invited players only")
    ada.click("Open the match")
    ada.click("Start the match")
    ada.page.once("dialog", lambda asked: asked.accept())
    ada.page.get_by_text("Menu").click()
    ada.click("Agree to end the match")
    ada.page.get_by_role("heading", name="The match was abandoned").wait_for()


def test_a_private_match_can_be_checked_and_its_record_saved(
    clock_house: ClockHouse, browser: Browser, tmp_path: Path
) -> None:
    with person(browser, clock_house.addresses[0]) as ada:
        ended(ada.come_in("Ada"))
        ada.page.get_by_role("link", name="Check that it was fair").click()
        expect(ada.page.get_by_text("Nothing wrong was found.")).to_be_visible()
        expect(ada.page.get_by_role("link", name="Shareable page")).to_have_count(0)
        ada.page.get_by_role("link", name="Events, and who could see what").press("Enter")
        expect(ada.page.get_by_role("heading", name="Events, and who could see what")).to_be_in_viewport()
        ada.fits()
        with ada.page.expect_download() as saving:
            ada.page.get_by_role("link", name="the record").click()
        saving.value.save_as(tmp_path / "record")
        header = json.loads((tmp_path / "record").read_text().splitlines()[0])
        assert saving.value.suggested_filename == f"dixit-{header['match']}-{header['version']}.jsonl"
        assert ada.faults == []
