"""The staff's pages in a real browser, which sends the origin of forms and drops cookies on insecure connections."""

import pytest
from playwright.sync_api import Browser, Page

from tests.timers.worker_deployment import WorkerDeployment

STAFF_PASSWORD = "correct horse battery"


@pytest.fixture(scope="module")
def boss(worker_deployment: WorkerDeployment) -> str:
    """The login of a superuser."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DJANGO_SUPERUSER_PASSWORD", STAFF_PASSWORD)
        worker_deployment.run_management_command("createsuperuser", "--noinput", "--login", "boss")
    return "boss"


def log_in(page: Page, deployment: WorkerDeployment, login: str) -> None:
    page.goto(f"{deployment.base_urls[0]}/admin/")
    page.get_by_label("Login").fill(login)
    page.get_by_label("Password").fill(STAFF_PASSWORD)
    page.get_by_role("button", name="Log in").click()


def test_a_staff_member_logs_in_and_ends_a_match(
    worker_deployment: WorkerDeployment, browser: Browser, boss: str
) -> None:
    table = worker_deployment.start_match(3)
    page = browser.new_context().new_page()
    browser_errors: list[str] = []
    page.on("console", lambda said: browser_errors.append(said.text) if said.type in ("error", "warning") else None)
    page.on("response", lambda got: browser_errors.append(got.url) if got.status >= 400 else None)

    log_in(page, worker_deployment, boss)
    page.get_by_role("link", name="Matches", exact=True).click()
    page.get_by_role("link", name=table.id).click()
    page.get_by_role("link", name="End the match").click()
    page.get_by_label("Reason").fill("the server shuts down")
    page.get_by_role("button", name="End the match").click()
    page.get_by_text("Done: End the match.").wait_for()
    assert table.host.view(table.id)["status"] == "abandoned"
    assert browser_errors == []
    page.context.close()


def test_no_page_scrolls_sideways_on_a_phone(worker_deployment: WorkerDeployment, browser: Browser, boss: str) -> None:
    table = worker_deployment.start_match(3)
    page = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True).new_page()
    log_in(page, worker_deployment, boss)
    links = page.eval_on_selector_all("#content a", "links => links.map(link => link.href)")
    subjects = [
        f"{worker_deployment.base_urls[0]}/admin/staff/{kind}/{subject}/change/"
        for kind, subject in (("match", table.id), ("person", table.host.id))
    ]
    for address in (page.url, *links, *subjects):
        answer = page.goto(address)
        assert answer
        assert answer.status == 200
        assert page.evaluate("document.documentElement.scrollWidth") == 390, address
    page.context.close()
