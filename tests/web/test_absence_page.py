"""Absent players on the page: who is away, coming back, calling time, and the moves that the clock makes."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from dixit_client import Client
from playwright.sync_api import Browser, Locator, expect

from tests.timers.worker_deployment import WorkerDeployment
from tests.web.page_user import DESKTOP_VIEWPORT, PageUser, open_page

WAIT_MS = 60_000
"""How long to wait for deadlines that the clock ends, on a busy machine."""
CLUE: Any = {"kind": "text", "text": "a quiet storm"}
CLOCK: Any = {"clue": 20, "submit": 9, "vote": 9, "reveal": 20}
SHORT_CLUE_CLOCK: Any = {**CLOCK, "clue": 9}
QUICK_CLOCK: Any = {"clue": 5, "submit": 5, "vote": 5, "reveal": 5}


class Table:
    """A match of Cleo, its host and first storyteller, Ada and Ben, who sit at the page in seats 2 and 3."""

    def __init__(self, cleo: Client, ada: PageUser, ben: PageUser, **terms: Any) -> None:
        self.cleo, self.ada, self.ben = cleo, ada, ben
        self.id = cleo.open(**{"ruleset": "classic", "seats": 3, "first": "host", **terms})["id"]
        for user, name, seat in ((ada, "Ada", 2), (ben, "Ben", 3)):
            user.enter(name, f"{user.base_url}/play/#/match/{self.id}").click(f"Sit here, in seat {seat}")
            user.page.get_by_role("button", name="Leave seat").wait_for()

    def start(self) -> "Table":
        self.cleo.start(self.id)
        self.wait_for_phase("storytelling")
        return self

    def give_clue(self) -> None:
        """Give Cleo's clue, with any card."""
        (action,) = [one for one in self.wait_for_phase("storytelling")["actions"] if one["type"] == "clue"]
        self.cleo.clue(self.id, card=action["cards"][0], clue=CLUE)

    def wait_for_phase(self, name: str) -> Any:
        """Return Cleo's view in the next phase of this name."""
        view: Any = self.cleo.match(self.id)
        while view["phase"]["name"] != name:
            view = self.cleo.match(self.id, after=view["version"], wait=10)
        return view

    def events(self, event_type: str) -> list[Any]:
        events: list[Any] = list(self.cleo.events(self.id, limit=1000)["results"])
        return [event for event in events if event["type"] == event_type]


@contextmanager
def open_table(deployment: WorkerDeployment, browser: Browser, **terms: Any) -> Iterator[Table]:
    """Seat everyone. Ada is at a desk, Ben on a phone; at the end neither browser may have reported an error."""
    base_url = deployment.base_urls[0]
    with (
        open_page(browser, base_url, viewport=DESKTOP_VIEWPORT) as ada,
        open_page(browser, base_url) as ben,
        Client(base_url, guest="Cleo") as cleo,
    ):
        yield Table(cleo, ada, ben, **terms)
        assert (ada.browser_errors, ben.browser_errors) == ([], [])


def start_match_against_computers(user: PageUser, **terms: Any) -> None:
    """Start a match of the user, who is the first storyteller, against two computer players, and go there."""
    user.page.get_by_role("heading", name="Open a match").wait_for()
    token = user.page.evaluate("Object.values(sessionStorage).map((text) => JSON.parse(text).token).find(Boolean)")
    with Client(user.base_url, token=token) as dixit:
        match = dixit.open(ruleset="classic", seats=3, bots=["random", "bookish"], first="host", **terms)["id"]
        dixit.start(match)
    user.page.goto(f"{user.base_url}/play/#/match/{match}")


def player_item(user: PageUser, seat: int) -> Locator:
    return user.page.get_by_role("list", name="Players").get_by_role("listitem").nth(seat)


def hand_cards(user: PageUser) -> Locator:
    return user.page.locator(".hand .face[aria-pressed]")


def test_what_is_chosen_is_sent_before_the_deadline_and_random_moves_are_marked(
    worker_deployment: WorkerDeployment, browser: Browser
) -> None:
    """Ada chooses a card and a vote, and presses no button. Ben chooses nothing, misses both and is away."""
    with open_table(worker_deployment, browser, clock=CLOCK) as table:
        ada, ben = table.ada, table.ben
        table.start().give_clue()
        hand_cards(ada).nth(1).click()
        hand_cards(ada).nth(2).click()
        chosen = ada.page.locator(".hand .card:has([aria-pressed=true])").first.get_attribute("data-card")
        tableau = ada.page.get_by_role("list", name="Cards on the table", exact=True)
        expect(tableau).to_be_visible(timeout=WAIT_MS)
        expect(tableau.locator(f'[data-card="{chosen}"]')).to_contain_text("yours")
        expect(tableau).not_to_contain_text("at random")
        expect(player_item(ada, 2)).to_contain_text("at random")
        tableau.locator(".face[aria-pressed]").first.click()
        scores = ada.page.get_by_role("table", name="Points in round 1")
        scores.wait_for(timeout=WAIT_MS)
        moves = [*table.events("cards_submitted"), *table.events("vote_cast")]
        assert [(one["actor"], one["data"]["seat"], one["data"]["automatic"]) for one in moves] == [
            (1, 1, False),
            (None, 2, True),
            (1, 1, False),
            (None, 2, True),
        ]
        expect(ada.page.locator(".owner", has_text="Ben").first).to_contain_text("at random")
        expect(ada.page.locator(".owner", has_text="Ada").first).not_to_contain_text("at random")
        expect(ada.page.locator(".vote", has_text="Ben").first).to_contain_text("at random")
        expect(player_item(ada, 2)).to_contain_text("away")

        ben.assert_fits_and_is_labelled()
        expect(ben.page.get_by_role("alert")).to_contain_text("You're away.")
        ben.press_enter_on("I'm back")
        expect(ben.page.get_by_role("alert")).to_have_count(0)
        expect(player_item(ada, 2)).not_to_contain_text("away")


def test_a_clue_without_words_is_not_sent_and_its_storyteller_is_passed_over(
    worker_deployment: WorkerDeployment, browser: Browser
) -> None:
    with open_table(worker_deployment, browser, clock=QUICK_CLOCK) as table:
        ada = table.ada
        table.start()
        expect(ada.page.locator(".prompt")).to_contain_text("Cleo gave no clue and was passed over", timeout=WAIT_MS)
        ada.assert_fits_and_is_labelled()
        hand_cards(ada).first.click()
        expect(ada.page.get_by_role("button", name="Give clue")).to_be_enabled()
        expect(ada.page.locator(".prompt")).to_contain_text("You gave no clue and were passed over", timeout=WAIT_MS)
        # A clue that had been sent would have been refused, with a notice.
        expect(ada.page.get_by_role("alert")).to_have_count(0)
        assert table.events("clue_given") == []


def test_a_typed_clue_with_its_card_is_sent_before_the_deadline(
    worker_deployment: WorkerDeployment, browser: Browser
) -> None:
    with open_page(browser, worker_deployment.base_urls[0]) as ada:
        start_match_against_computers(ada.enter("Ada"), clock=SHORT_CLUE_CLOCK)
        hand_cards(ada).first.click()
        ada.page.get_by_label("Your clue").fill("the end of a day")
        expect(ada.page.locator(".clue")).to_have_text("“the end of a day”", timeout=WAIT_MS)
        assert ada.browser_errors == []


def test_a_resting_match_says_when_it_ends_and_goes_on_with_a_button(
    worker_deployment: WorkerDeployment, browser: Browser
) -> None:
    with open_page(browser, worker_deployment.base_urls[0]) as ada:
        start_match_against_computers(ada.enter("Ada"), clock=QUICK_CLOCK)
        expect(ada.page.locator(".prompt")).to_contain_text("Everyone is away", timeout=WAIT_MS)
        expect(ada.page.locator(".timer")).to_contain_text("The match ends in 59:")
        ada.assert_fits_and_is_labelled()
        assert "You're away" in ada.page.title()
        ada.click("I'm back")
        expect(ada.page.locator(".prompt")).not_to_contain_text("Everyone is away")
        assert ada.browser_errors == []


def test_calling_time_saves_a_match_without_a_clock(worker_deployment: WorkerDeployment, browser: Browser) -> None:
    """Cleo, the storyteller, has gone. Ada calls time as soon as she may."""
    with open_table(worker_deployment, browser, clock=None, call_after=60, call_grace=30) as table:
        ada, ben = table.ada, table.ben
        table.start()
        call = ada.page.get_by_role("button", name="Call time")
        expect(ada.page.locator(".time-call")).to_contain_text("You can call time in")
        expect(call).to_have_count(0)
        call.wait_for(timeout=65_000)
        effect = "Then there are 30 seconds left; after that, missing moves are made at random."
        expect(call).to_have_accessible_description(effect)
        ada.assert_fits_and_is_labelled()
        ada.press_enter_on("Call time")
        expect(ada.page.locator(".timer")).to_contain_text("You have called time.")
        expect(ben.page.locator(".timer")).to_contain_text("Ada has called time. Time left 0:")
        ben.assert_fits_and_is_labelled()
        expect(ben.page.locator(".prompt")).to_contain_text("Cleo gave no clue and was passed over", timeout=WAIT_MS)
        (called,) = table.events("time_called")
        assert called["actor"] == 1


def test_an_agreement_to_end_the_match_says_who_is_still_needed(
    worker_deployment: WorkerDeployment, browser: Browser
) -> None:
    with open_table(worker_deployment, browser) as table:
        ada, ben = table.ada, table.ben
        table.start().cleo.abandon(table.id)
        expect(ada.page.locator(".notice-box")).to_contain_text("Cleo agrees to end the match.")
        expect(ada.page.locator(".notice-box")).to_contain_text("Still needed in this round: Ben and you.")
        ada.page.locator(".notice-box").get_by_role("button").click()
        expect(ben.page.locator(".notice-box")).to_contain_text("Cleo and Ada agree to end the match.")
        ben.assert_fits_and_is_labelled()
        ben.page.reload()
        expect(ben.page.locator(".notice-box")).to_contain_text("Still needed in this round: you.")
        ben.page.locator(".notice-box").get_by_role("button").press("Enter")
        expect(ada.page.locator(".ending")).to_contain_text("The players agreed to end it.")


def test_a_lobby_says_when_it_ends_and_when_others_may_start_it(
    worker_deployment: WorkerDeployment, browser: Browser
) -> None:
    with open_table(worker_deployment, browser) as table:
        main = table.ben.page.get_by_role("main")
        expect(main).to_contain_text("If the host isn't there, you can start the match in 4:")
        expect(main).to_contain_text("it ends by itself on")
        expect(table.ben.page.get_by_role("button", name="Start the match")).to_have_count(0)
        table.ben.assert_fits_and_is_labelled()
