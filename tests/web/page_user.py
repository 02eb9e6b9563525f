"""A user of the web page, who only clicks what it offers."""

from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Locator, Page
from playwright.sync_api import TimeoutError as WaitedInVain

PHONE_VIEWPORT = {"width": 360, "height": 740}
DESKTOP_VIEWPORT = {"width": 1280, "height": 900}
OFFER_KEYS = ("clue", "cards", "vote", "ready", "ending")
DEFAULT_TIMEOUT_MS = 40_000
TRACK_WEBSOCKETS_SCRIPT = """
window.lines = [];
window.WebSocket = class extends WebSocket {
  constructor(...where) { super(...where); lines.push(this); }
};
"""


class PageUser:
    """The user's name and actions; `faults` are the browser's errors, `hosts` the hosts that the page has contacted."""

    def __init__(self, page: Page, base_url: str) -> None:
        self.page, self.base_url = page, base_url
        self.browser_errors: list[str] = []
        self.requested_urls: list[str] = []
        self.moves: list[str] = []
        page.set_default_timeout(DEFAULT_TIMEOUT_MS)
        page.on("pageerror", lambda error: self.browser_errors.append(str(error)))
        page.on(
            "console", lambda said: self.browser_errors.append(said.text) if said.type in ("error", "warning") else None
        )
        page.on("request", lambda request: self.requested_urls.append(request.url))
        page.on("websocket", lambda line: self.requested_urls.append(line.url))
        page.add_init_script(TRACK_WEBSOCKETS_SCRIPT)

    @property
    def requested_hosts(self) -> set[str]:
        return {urlsplit(address).netloc for address in self.requested_urls}

    @property
    def opened_websockets(self) -> int:
        """Return how many sockets the page has opened."""
        return len([address for address in self.requested_urls if address.startswith("ws")])

    def close_websocket(self) -> None:
        """Drop the connection."""
        self.page.evaluate("lines.at(-1).close()")

    def enter(self, name: str, address: str = "") -> "PageUser":
        self.page.goto(address or f"{self.base_url}/play/")
        self.page.get_by_label("What should we call you?").fill(name)
        self.click("Enter")
        return self

    def open_match(self, rules: str, players: int, *, until: str | None = None) -> "PageUser":
        """Open a match, with computer players on the free seats, and start it."""
        self.fill_in_match_options(rules, players)
        if until:
            self.page.get_by_label("Points to win").fill(until)
        self.click("Open the match")
        self.click("Start the match")
        return self

    def open_lobby(self, rules: str, players: int, audience: str) -> "PageUser":
        """Open a match for these people, and wait in its lobby."""
        self.fill_in_match_options(rules, players)
        self.page.get_by_label("Fill the free seats with computer players").uncheck()
        self.page.get_by_label("Who can join").select_option(label=audience)
        self.click("Open the match")
        return self

    def fill_in_match_options(self, rules: str, players: int) -> None:
        self.page.get_by_label("Rules", exact=True).select_option(label=rules)
        self.page.get_by_label("Players", exact=True).select_option(label=f"{players} players")
        self.page.get_by_text("Time, length and who can join").click()

    def click(self, name: str) -> None:
        self.page.get_by_role("button", name=name, exact=True).click()

    def press_enter_on(self, name: str) -> None:
        """Do the same by the keyboard, as some people play."""
        self.page.get_by_role("button", name=name, exact=True).press("Enter")

    def make_next_move(self) -> str:
        """Make the next offered move, wait until it is done and return its name."""
        page = self.page
        offers = ", ".join(f'[data-key="{offer}"]:not([disabled])' for offer in OFFER_KEYS)
        offer = page.locator(offers).filter(visible=True).first
        offer.wait_for()
        kind = offer.get_attribute("data-key") or ""
        self.assert_fits_and_is_labelled()
        if kind != "ending":
            self.try_move(kind, page.locator(f'[data-key="{kind}"]'))
            self.moves.append(kind)
        return kind

    def try_move(self, kind: str, form: Locator) -> None:
        """Try a move, unless a partner, or another candidate for storyteller, is faster."""
        try:
            getattr(self, kind)(form)
        except WaitedInVain:
            if form.is_visible():
                raise

    def play_to_the_end(self) -> list[str]:
        """Play until the match is over; return the moves."""
        while self.make_next_move() != "ending":
            pass
        return self.moves

    def clue(self, form: Locator) -> None:
        hand = self.page.locator(".hand .face[aria-pressed]")
        if hand.count():
            hand.first.click()
        form.get_by_label("Your clue").fill("a quiet storm")
        form.get_by_role("button", name="Give clue").click()
        self.wait_until_hidden(form)

    def cards(self, form: Locator) -> None:
        give_signal = form.get_by_role("button", name="Offer to play")
        if give_signal.count():
            give_signal.click()
            self.page.locator(".seat.me .signal").wait_for()
        # Use the keyboard, as some people play.
        give_button = form.get_by_role("button").last
        for card in self.page.locator(".hand .face[aria-pressed]").all():
            if give_button.is_disabled():
                card.press("Space")
        give_button.press("Enter")
        self.wait_until_hidden(form)

    def vote(self, form: Locator) -> None:
        self.page.locator(".tableau .face[aria-pressed]").first.click()
        trap = self.page.get_by_role("button", name="Trap card")
        if trap.count():
            trap.last.click()
        form.get_by_role("button", name="Vote for").click()
        self.wait_until_hidden(form)

    def ready(self, form: Locator) -> None:
        form.get_by_role("button").click()
        self.wait_until_hidden(form)

    def wait_until_hidden(self, form: Locator) -> None:
        """Wait until a move that was made is no longer offered."""
        form.wait_for(state="hidden", timeout=DEFAULT_TIMEOUT_MS)

    def assert_fits_and_is_labelled(self) -> None:
        """Assert that nothing is wider than the screen, and that every control has a label."""
        assert self.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        unnamed = [
            line for line in self.page.locator("body").aria_snapshot().splitlines() if line.strip() == "- button"
        ]
        assert not unnamed


@contextmanager
def open_page(browser: Browser, base_url: str, **context_options: object) -> Iterator[PageUser]:
    """Open a page for a new user, in a separate window."""
    context = browser.new_context(viewport=context_options.pop("viewport", PHONE_VIEWPORT), **context_options)  # type: ignore[arg-type]
    try:
        yield PageUser(context.new_page(), base_url)
    finally:
        context.close()
