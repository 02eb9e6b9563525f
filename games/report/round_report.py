"""The result of each round: the tableau, the votes, and each award with its reason and its rule."""

from collections.abc import Iterator, Sequence
from typing import Any

from games.report.event_sentences import CALL_OFF_REASONS
from games.report.report_types import AwardTold, CardTold, RoundTold
from games.report.ruleset_report import rule_text
from games.rulebook.rulesets import Ruleset
from games.story.points_text import award_reason
from games.story.roster import Roster
from games.story.story_rounds import RoundLog, split_into_rounds
from games.story.visible_event import VisibleEvent


def build_round_reports(events: Sequence[VisibleEvent], ruleset: Ruleset, roster: Roster) -> Iterator[RoundTold]:
    """Yield the report of each round that has begun."""
    # The events carry no version; a record always begins at version 1, so the position gives it.
    version_by_event_id = {id(event): version for version, event in enumerate(events, start=1)}
    for round_log in split_into_rounds(events):
        scored_event = next((event for event in round_log.events if event.type == "round_scored"), None)
        call_off, clue = round_log.first_data_of_type("round_called_off"), round_log.first_data_of_type("clue_given")
        yield RoundTold(
            round=round_log.number,
            begun=version_by_event_id[id(round_log.events[0])],
            scored=version_by_event_id[id(scored_event)] if scored_event else None,
            storyteller=round_log.storyteller,
            clue_kind=clue["kind"] if clue else None,
            clue=clue.get("text") if clue else None,
            tableau=tuple(_card_reports(round_log, scored_event.data if scored_event else None)),
            trap=scored_event.data["trap"] if scored_event else None,
            awards=tuple(_award_reports(round_log, scored_event.data, ruleset, len(roster.name_by_seat)))
            if scored_event
            else (),
            scores=tuple(scored_event.data["scores"]) if scored_event else None,
            called_off=CALL_OFF_REASONS[call_off["why"]] if call_off else None,
        )


def _card_reports(round_log: RoundLog, scored: dict[str, Any] | None) -> Iterator[CardTold]:
    if scored is None:
        for slot, card in enumerate(round_log.tableau, start=1):
            yield CardTold(slot=slot, card=card, seat=None, votes=None)
        return
    for scored_card in scored["tableau"]:
        yield CardTold(
            slot=scored_card["slot"],
            card=scored_card["card"],
            seat=scored_card["seat"],
            votes=tuple(scored_card["votes"]),
        )


def _award_reports(
    round_log: RoundLog, scored: dict[str, Any], ruleset: Ruleset, player_count: int
) -> Iterator[AwardTold]:
    for award in scored["awards"]:
        yield AwardTold(
            seat=award["seat"],
            points=award["points"],
            why=award["why"],
            words=award_reason(round_log, award),
            rule=rule_text(award["why"], ruleset, player_count),
        )
