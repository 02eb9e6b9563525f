"""How each round came out: the table, the votes, and each point with its reason and its rule."""

from collections.abc import Iterator, Sequence
from typing import Any

from games.report.rules import rule_of
from games.report.sentences import CALLED_OFF
from games.report.shapes import AwardTold, CardTold, RoundTold
from games.rulebook.rulesets import Ruleset
from games.story.cast import Cast
from games.story.points import reason
from games.story.rounds import Round, rounds
from games.story.seen import Happened


def told_rounds(events: Sequence[Happened], rules: Ruleset, people: Cast) -> Iterator[RoundTold]:
    """Every round that has begun."""
    versions = {id(event): version for version, event in enumerate(events, start=1)}
    for turn in rounds(events):
        scored = next((event for event in turn.events if event.type == "round_scored"), None)
        off, given = turn.one("round_called_off"), turn.one("clue_given")
        yield RoundTold(
            round=turn.number,
            begun=versions[id(turn.events[0])],
            scored=versions[id(scored)] if scored else None,
            storyteller=turn.storyteller,
            clue_kind=given["kind"] if given else None,
            clue=given.get("text") if given else None,
            tableau=tuple(_table(turn, scored.data if scored else None)),
            trap=scored.data["trap"] if scored else None,
            awards=tuple(_awards(turn, scored.data, rules, len(people.people))) if scored else (),
            scores=tuple(scored.data["scores"]) if scored else None,
            called_off=CALLED_OFF[off["why"]] if off else None,
        )


def _table(turn: Round, scored: dict[str, Any] | None) -> Iterator[CardTold]:
    if scored is None:
        for slot, card in enumerate(turn.tableau, start=1):
            yield CardTold(slot=slot, card=card, seat=None, votes=None)
        return
    for shown in scored["tableau"]:
        yield CardTold(slot=shown["slot"], card=shown["card"], seat=shown["seat"], votes=tuple(shown["votes"]))


def _awards(turn: Round, scored: dict[str, Any], rules: Ruleset, players: int) -> Iterator[AwardTold]:
    for award in scored["awards"]:
        yield AwardTold(
            seat=award["seat"],
            points=award["points"],
            why=award["why"],
            words=reason(turn, award),
            rule=rule_of(award["why"], rules, players),
        )
