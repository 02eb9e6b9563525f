"""The staff's pages in a real browser, which sends the origin of forms and drops cookies on insecure connections."""

import pytest
from playwright.sync_api import Browser

from tests.timers.worker_deployment import WorkerDeployment

STAFF_PASSWORD = "correct horse battery"


def test_a_staff_member_logs_in_and_ends_a_match(
    worker_deployment: WorkerDeployment, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = worker_deployment.start_match(3)
    monkeypatch.setenv("DJANGO_SUPERUSER_PASSWORD", STAFF_PASSWORD)
    worker_deployment.run_management_command("createsuperuser", "--noinput", "--login", "boss")
    page = browser.new_context().new_page()
    browser_errors: list[str] = []
    page.on("console", lambda said: browser_errors.append(said.text) if said.type in ("error", "warning") else None)
    page.on("response", lambda got: browser_errors.append(got.url) if got.status >= 400 else None)

    page.goto(f"{worker_deployment.base_urls[0]}/admin/")
    page.get_by_label("Login").fill("boss")
    page.get_by_label("Password").fill(STAFF_PASSWORD)
    page.get_by_role("button", name="Log in").click()
    page.get_by_role("link", name="Matches", exact=True).click()
    page.get_by_role("link", name=table.id).click()
    page.get_by_role("link", name="End the match").click()
    page.get_by_label("Reason").fill("the server shuts down")
    page.get_by_role("button", name="End the match").click()
    page.get_by_text("Done: End the match.").wait_for()
    assert table.host.view(table.id)["status"] == "abandoned"
    assert browser_errors == []
    page.context.close()
