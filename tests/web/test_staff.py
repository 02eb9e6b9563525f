"""The staff's pages in a real browser, which says where forms are from and keeps no cookie on a way it mistrusts."""

import pytest
from playwright.sync_api import Browser

from tests.timers.clockwork import ClockHouse

PASSWORD = "correct horse battery"


def test_somebody_of_the_staff_logs_in_and_ends_a_match(
    clock_house: ClockHouse, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = clock_house.table(3)
    monkeypatch.setenv("DJANGO_SUPERUSER_PASSWORD", PASSWORD)
    clock_house.manage("createsuperuser", "--noinput", "--login", "boss")
    page = browser.new_context().new_page()
    faults: list[str] = []
    page.on("console", lambda said: faults.append(said.text) if said.type in ("error", "warning") else None)
    page.on("response", lambda got: faults.append(got.url) if got.status >= 400 else None)

    page.goto(f"{clock_house.addresses[0]}/admin/")
    page.get_by_label("Login").fill("boss")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()
    page.get_by_role("link", name="Matches", exact=True).click()
    page.get_by_role("link", name=table.id).click()
    page.get_by_role("link", name="End the match").click()
    page.get_by_label("Why").fill("the house closes")
    page.get_by_role("button", name="End the match").click()
    page.get_by_text("Done: End the match.").wait_for()
    assert table.host.view(table.id)["status"] == "abandoned"
    assert faults == []
    page.context.close()
