"""A match in words, for the person who sits there."""

from collections.abc import Iterable, Mapping
from typing import Any

from dixit_client import EventAnswer, MatchSeen

from examples.text_client import lobby_commands
from examples.text_client.terminal import numbered_list

SIGNALS = {"give": "I'll give one", "pass": "you give one"}
ACTION_SENTENCES = {
    "seat_taken": "sits down",
    "seat_left": "stands up",
    "seat_moved": "changes seats",
    "host_changed": "is the host now",
    "storyteller_claimed": "will tell",
    "cards_submitted": "has given",
    "vote_cast": "has voted",
    "seat_resigned": "has left, and luck plays on",
}
AWARD_REASONS = {
    "found": "found it",
    "well_told": "told it well",
    "consolation": "the storyteller failed",
    "fooled": "fooled somebody",
    "lone_vote": "dared a single vote",
    "with_the_crowd": "voted with the crowd",
}


class MatchText:
    """`words` are those of each card, `view` is the match at the moment."""

    def __init__(self, view: MatchSeen, words: Mapping[str, str]) -> None:
        self.view, self.words = view, words

    # What there is to see

    def name(self, seat: int) -> str:
        if self.view["you"] and seat == self.view["you"]["seat"]:
            return "you"
        return next((one["player"]["name"] for one in self.view["seats"] if one["seat"] == seat), None) or "somebody"

    def names(self, seats: Iterable[int]) -> str:
        return ", ".join(map(self.name, seats))

    def card(self, card: str) -> str:
        return self.words.get(card, card)

    def seat_list(self) -> str:
        return lobby_commands.seat_list(self.view, {one["seat"]: self.name(one["seat"]) for one in self.view["seats"]})

    def hand(self) -> str:
        you = self.view["you"]
        if not you or you["hand"] is None:
            return "Your cards lie face down: first comes the clue."
        return f"Your hand:\n{numbered_list(enumerate(map(self.card, you['hand']), start=1))}"

    def table(self) -> str:
        own = self.view["you"]["submitted"] if self.view["you"] else []
        rows = [
            (laid["slot"], self.card(laid["card"]) + " (yours)" * (laid["card"] in own))
            for laid in self.view["tableau"]
        ]
        return f"On the table:\n{numbered_list(rows)}"

    def scores(self) -> str:
        return "Scores: " + ", ".join(f"{self.name(seat['seat'])} {seat['score']}" for seat in self.view["seats"])

    # What happens

    def event_text(self, event: EventAnswer) -> str | None:
        """A line about an event; None for what goes without saying."""
        data = event["data"]
        match event["type"]:
            case "round_begun":
                teller = "" if data["storyteller"] is None else f" storyteller: {self.name(data['storyteller'])}"
                return f"\n--- Round {data['round']} ---{teller}"
            case "clue_given":
                clue = [part["value"] for part in event["opened"] if part["part"] == "text"]
                return f"* {self.name(data['seat'])}: “{clue[0] if clue else data['kind']}”"
            case "signalled":
                return f"* {self.name(data['seat'])}: {SIGNALS[data['word']]}"
            case "round_scored":
                return self.round_result(data)
            case "match_ended":
                winners = self.names(data["winners"] or [])
                return f"\nThe match is over. {self.scores()}\nWinners: {winners or 'none'}"
            case _:
                return self.action_text(event)

    def action_text(self, event: EventAnswer) -> str | None:
        """What somebody else has done."""
        data = event["data"]
        who = self.name(data.get("to", data.get("seat", -1)))
        return (
            f"* {who} {ACTION_SENTENCES[event['type']]}" if event["type"] in ACTION_SENTENCES and who != "you" else None
        )

    def round_result(self, scored: Mapping[str, Any]) -> str:
        rows = [(laid["slot"], self.uncovered_card(laid, scored["storyteller"])) for laid in scored["tableau"]]
        trap = f"\nThe trap was {scored['trap']}." if scored["trap"] else ""
        points = [
            f"{self.name(award['seat'])} +{award['points']} ({AWARD_REASONS.get(award['why'], award['why'])})"
            for award in scored["awards"]
        ]
        return f"\nThe cards were\n{numbered_list(rows)}{trap}\nPoints: {', '.join(points) or 'none'}\n{self.scores()}"

    def uncovered_card(self, laid: Mapping[str, Any], storyteller: int) -> str:
        whose = f"{'told by' if laid['seat'] == storyteller else 'from'} {self.name(laid['seat'])}"
        votes = f", chosen by {self.names(laid['votes'])}" if laid["votes"] else ""
        return f"{self.card(laid['card'])} ({whose}{votes})"
