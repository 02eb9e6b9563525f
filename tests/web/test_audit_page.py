"""The audit page checks a private match, which no link could show, because a link carries no token."""

import json
from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.timers.worker_deployment import WorkerDeployment
from tests.web.page_user import PageUser, open_page


def abandon_a_private_match(ada: PageUser) -> None:
    """Open a private match against computer players, and end it at once."""
    ada.fill_in_match_options("Classic", 3)
    ada.page.get_by_label("Who can join").select_option(label="Invited players only")
    ada.click("Open the match")
    ada.click("Start the match")
    ada.page.once("dialog", lambda asked: asked.accept())
    ada.page.get_by_text("Menu").click()
    ada.click("Agree to end the match")
    ada.page.get_by_role("heading", name="The match was abandoned").wait_for()


def test_a_private_match_can_be_checked_and_its_record_saved(
    worker_deployment: WorkerDeployment, browser: Browser, tmp_path: Path
) -> None:
    with open_page(browser, worker_deployment.base_urls[0]) as ada:
        abandon_a_private_match(ada.enter("Ada"))
        ada.page.get_by_role("link", name="Check that it was fair").click()
        expect(ada.page.get_by_text("Nothing wrong was found.")).to_be_visible()
        expect(ada.page.get_by_role("link", name="Shareable page")).to_have_count(0)
        ada.page.get_by_role("link", name="Events, and who could see what").press("Enter")
        expect(ada.page.get_by_role("heading", name="Events, and who could see what")).to_be_in_viewport()
        ada.assert_fits_and_is_labelled()
        with ada.page.expect_download() as download_info:
            ada.page.get_by_role("link", name="the record").click()
        download_info.value.save_as(tmp_path / "record")
        header = json.loads((tmp_path / "record").read_text().splitlines()[0])
        assert download_info.value.suggested_filename == f"dixit-{header['match']}-{header['version']}.jsonl"
        assert ada.browser_errors == []
