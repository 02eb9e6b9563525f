"""A person in front of the page, who only clicks what it offers."""

from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Locator, Page
from playwright.sync_api import TimeoutError as WaitedInVain

PHONE = {"width": 360, "height": 740}
DESK = {"width": 1280, "height": 900}
OFFERS = ("clue", "cards", "vote", "ready", "ending")
PATIENCE_MS = 40_000
NOTE_LINES = """
window.lines = [];
window.WebSocket = class extends WebSocket {
  constructor(...where) { super(...where); lines.push(this); }
};
"""


class Person:
    """Who they are and what they do; `faults` is what the browser complained of, `hosts` whom the page has called."""

    def __init__(self, page: Page, home: str) -> None:
        self.page, self.home = page, home
        self.faults: list[str] = []
        self.addresses: list[str] = []
        self.moves: list[str] = []
        self.patience_ms = PATIENCE_MS
        page.set_default_timeout(PATIENCE_MS)
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("console", lambda said: self.faults.append(said.text) if said.type in ("error", "warning") else None)
        page.on("request", lambda request: self.addresses.append(request.url))
        page.on("websocket", lambda line: self.addresses.append(line.url))
        page.add_init_script(NOTE_LINES)

    @property
    def hosts(self) -> set[str]:
        return {urlsplit(address).netloc for address in self.addresses}

    @property
    def lines(self) -> int:
        """How many sockets the page has opened."""
        return len([address for address in self.addresses if address.startswith("ws")])

    def cut(self) -> None:
        """The line goes."""
        self.page.evaluate("lines.at(-1).close()")

    def come_in(self, name: str, address: str = "") -> "Person":
        self.page.goto(address or f"{self.home}/play/")
        self.page.get_by_label("What should we call you?").fill(name)
        self.click("Enter")
        return self

    def open(self, rules: str, players: int, *, until: str | None = None) -> "Person":
        """Open a match, with computer players on the free seats, and start it."""
        self.terms(rules, players)
        if until:
            self.page.get_by_label("Points to win").fill(until)
        self.click("Open the match")
        self.click("Start the match")
        return self

    def gather(self, rules: str, players: int, who: str) -> "Person":
        """Open a match for these people, and wait in its lobby."""
        self.terms(rules, players)
        self.page.get_by_label("Fill the free seats with computer players").uncheck()
        self.page.get_by_label("Who can join").select_option(label=who)
        self.click("Open the match")
        return self

    def terms(self, rules: str, players: int) -> None:
        self.page.get_by_label("Rules", exact=True).select_option(label=rules)
        self.page.get_by_label("Players", exact=True).select_option(label=f"{players} players")
        self.page.get_by_text("Time, length and who can join").click()

    def click(self, name: str) -> None:
        self.page.get_by_role("button", name=name, exact=True).click()

    def press(self, name: str) -> None:
        """The same by the keyboard, as some people play."""
        self.page.get_by_role("button", name=name, exact=True).press("Enter")

    def step(self) -> str:
        """Do what is offered next, and come back when it is done; which it was."""
        page = self.page
        offers = ", ".join(f'[data-key="{offer}"]:not([disabled])' for offer in OFFERS)
        offer = page.locator(offers).filter(visible=True).first
        offer.wait_for()
        kind = offer.get_attribute("data-key") or ""
        self.fits()
        if kind != "ending":
            self.take(kind, page.locator(f'[data-key="{kind}"]'))
            self.moves.append(kind)
        return kind

    def take(self, kind: str, form: Locator) -> None:
        """Do it, unless a partner, or whoever tells first, is faster."""
        try:
            getattr(self, kind)(form)
        except WaitedInVain:
            if form.is_visible():
                raise

    def play(self) -> list[str]:
        """Go on until the match is over; what was done."""
        while self.step() != "ending":
            pass
        return self.moves

    def clue(self, form: Locator) -> None:
        hand = self.page.locator(".hand .face[aria-pressed]")
        if hand.count():
            hand.first.click()
        form.get_by_label("Your clue").fill("a quiet storm")
        form.get_by_role("button", name="Give clue").click()
        self.gone(form)

    def cards(self, form: Locator) -> None:
        say = form.get_by_role("button", name="Offer to play")
        if say.count():
            say.click()
            self.page.locator(".seat.me .signal").wait_for()
        # By the keyboard, as some people play.
        give = form.get_by_role("button").last
        for card in self.page.locator(".hand .face[aria-pressed]").all():
            if give.is_disabled():
                card.press("Space")
        give.press("Enter")
        self.gone(form)

    def vote(self, form: Locator) -> None:
        self.page.locator(".tableau .face[aria-pressed]").first.click()
        trap = self.page.get_by_role("button", name="Trap card")
        if trap.count():
            trap.last.click()
        form.get_by_role("button", name="Vote for").click()
        self.gone(form)

    def ready(self, form: Locator) -> None:
        form.get_by_role("button").click()
        self.gone(form)

    def gone(self, form: Locator) -> None:
        """What was done is offered no more."""
        form.wait_for(state="hidden", timeout=self.patience_ms)

    def fits(self) -> None:
        """Nothing is wider than the screen, and everything that can be pressed says what it is."""
        assert self.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        unnamed = [
            line for line in self.page.locator("body").aria_snapshot().splitlines() if line.strip() == "- button"
        ]
        assert not unnamed


@contextmanager
def person(browser: Browser, home: str, **looks: object) -> Iterator[Person]:
    """Somebody new, with a window of their own."""
    context = browser.new_context(viewport=looks.pop("viewport", PHONE), **looks)  # type: ignore[arg-type]
    try:
        yield Person(context.new_page(), home)
    finally:
        context.close()
