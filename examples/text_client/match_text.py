"""The match in words, from the point of view of the person who plays."""

from collections.abc import Iterable, Mapping
from typing import Any

from dixit_client import EventAnswer, MatchSeen

from examples.text_client import lobby_commands
from examples.text_client.terminal import numbered_list

SIGNALS = {"give": "I'll play a card", "pass": "you play a card"}
ACTION_SENTENCES = {
    "seat_taken": "takes a seat",
    "seat_left": "leaves the match",
    "reservation_dropped": "no longer has a reserved seat",
    "seat_moved": "moves to another seat",
    "host_changed": "is now the host",
    "storyteller_claimed": "will give the clue",
    "cards_submitted": "has played",
    "vote_cast": "has voted",
    "seat_resigned": "has resigned; moves are made at random",
    "seat_skipped": "is away; the match doesn't wait for them any more",
    "seat_resumed": "is back",
    "time_called": "calls time",
    "abandon_agreed": "agrees to end the match",
}
OWN_SENTENCES = {"seat_skipped": "* you are away: the match doesn't wait for you any more"}
AWARD_REASONS = {
    "found": "found it",
    "well_told": "good clue",
    "consolation": "everyone or no one found it",
    "fooled": "votes on their card",
    "lone_vote": "found it with a single vote",
    "with_the_crowd": "voted with the crowd",
}
END_REASONS = {
    "points": "the points to win were reached",
    "laps": "everyone has been the storyteller often enough",
    "last_card": "the last card was played",
    "agreed": "the players agreed to end it",
    "host": "the host canceled it",
    "staff": "the server's staff ended it",
    "everyone_left": "everyone left the lobby",
    "everybody_resigned": "every player resigned",
    "time_up": "a player ran out of time",
    "nobody_is_there": "nobody was there to play any more",
    "lobby_expired": "it was never started",
    "nobody_moved": "nobody moved for too long",
}


class MatchText:
    """Texts about a match.

    Args:
        view: The match as this person sees it now.
        words: The words that describe each card's picture, by the card's id.
    """

    def __init__(self, view: MatchSeen, words: Mapping[str, str]) -> None:
        self.view, self.words = view, words

    # The current view

    def name(self, seat: int) -> str:
        if self.view["you"] and seat == self.view["you"]["seat"]:
            return "you"
        return next((one["label"] for one in self.view["seats"] if one["seat"] == seat), None) or "someone"

    def names(self, seats: Iterable[int]) -> str:
        return ", ".join(map(self.name, seats))

    def card(self, card: str) -> str:
        return self.words.get(card, card)

    def seat_list(self) -> str:
        return lobby_commands.seat_list(self.view, {one["seat"]: self.name(one["seat"]) for one in self.view["seats"]})

    def hand(self) -> str:
        you = self.view["you"]
        if not you or you["hand"] is None:
            return "Your cards are face down until the clue is given."
        return f"Your hand:\n{numbered_list(enumerate(map(self.card, you['hand']), start=1))}"

    def table(self) -> str:
        own = self.view["you"]["submitted"] if self.view["you"] else []
        rows = [
            (laid["slot"], self.card(laid["card"]) + " (yours)" * (laid["card"] in own))
            for laid in self.view["tableau"]
        ]
        return f"On the table:\n{numbered_list(rows)}"

    def scores(self) -> str:
        scores = (
            f"{self.name(seat['seat'])} {seat['score']}{' (away)' * seat['skipped']}" for seat in self.view["seats"]
        )
        return f"Scores: {', '.join(scores)}"

    def waiting(self) -> str:
        """Return for whom the match waits."""
        names = self.names(self.view["phase"]["waiting_for"])
        return f"The match waits for {names}." if names else "Everyone is away, and the match rests."

    # Events

    def event_text(self, event: EventAnswer) -> str | None:
        """Return a line about an event; None for events that the person needn't hear about."""
        data = event["data"]
        match event["type"]:
            case "round_begun":
                storyteller = "" if data["storyteller"] is None else f" storyteller: {self.name(data['storyteller'])}"
                return f"\n--- Round {data['round']} ---{storyteller}"
            case "clue_given":
                clue = [part["value"] for part in event["opened"] if part["part"] == "text"]
                words = " / ".join(clue[0].splitlines()) if clue else data["kind"]
                return f"* {self.name(data['seat'])}: “{words}”"
            case "round_scored":
                return self.round_result(data)
            case "match_ended":
                winners, why = self.names(data["winners"] or []), END_REASONS.get(data["why"], data["why"])
                return f"\nThe match is over. {self.scores()}\nWinners: {winners or 'none'}\nIt ended because {why}."
            case _:
                return self.action_text(event)

    def action_text(self, event: EventAnswer) -> str | None:
        """Return a line about what another player did, or what was done for the person; None for their own actions."""
        data = event["data"]
        match event["type"]:
            case "signalled":
                return f"* {self.name(data['seat'])}: {SIGNALS[data['word']]}"
            case "round_called_off" if data["why"] == "no_clue":
                return f"* No clue: {self.name(data['storyteller'])} passed over. The round ends without points."
            case "round_called_off":
                return "* There were too few cards: the round ends without points."
        # After a move the player sits on `to`, and nobody on `seat`.
        who = self.name(data.get("to", data.get("seat", -1)))
        automatic = data.get("automatic", False)
        if who == "you":
            return "* your move was made at random" if automatic else OWN_SENTENCES.get(event["type"])
        if event["type"] not in ACTION_SENTENCES:
            return None
        return f"* {who} {ACTION_SENTENCES[event['type']]}{' (at random)' * automatic}"

    def round_result(self, scored: Mapping[str, Any]) -> str:
        rows = [(laid["slot"], self.revealed_card(laid, scored["storyteller"])) for laid in scored["tableau"]]
        trap = f"\nThe trap was on card {scored['trap']}." if scored["trap"] else ""
        points = [
            f"{self.name(award['seat'])} +{award['points']} ({AWARD_REASONS.get(award['why'], award['why'])})"
            for award in scored["awards"]
        ]
        return f"\nThe cards were\n{numbered_list(rows)}{trap}\nPoints: {', '.join(points) or 'none'}\n{self.scores()}"

    def revealed_card(self, laid: Mapping[str, Any], storyteller: int) -> str:
        owner = f"{'storyteller: ' if laid['seat'] == storyteller else ''}{self.name(laid['seat'])}"
        votes = f"; votes: {self.names(laid['votes'])}" if laid["votes"] else ""
        return f"{self.card(laid['card'])} ({owner}{votes})"
