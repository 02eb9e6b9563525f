"""The report's seats, rounds and events: the match's narrative with what the record adds to it."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from games.audit.chain_check import Chain
from games.audit.record_line import EventLine
from games.narrative.absence_sentences import called_off_reason
from games.narrative.award_reasons import award_reason
from games.narrative.narrative import Narrative, narrate
from games.narrative.rounds import Round, TableauCard
from games.narrative.visible_event import WireEvent, merge_openings
from games.report.report_types import (
    AbsenceTold,
    AwardTold,
    CardTold,
    EventTold,
    PartState,
    PartTold,
    RoundTold,
    SeatTold,
)
from games.report.ruleset_report import rule_text
from games.report.visibility import PartVisibility, part_visibilities
from games.rulebook.rulesets import Ruleset


def narrate_record(lines: Sequence[EventLine], perspective: int | None) -> Narrative:
    """Return the narrative of a record, with every part that these lines open put back into its event."""
    return narrate(merge_openings(msgspec.convert(_wire_event(line), WireEvent) for line in lines), perspective)


def _wire_event(line: EventLine) -> dict[str, Any]:
    # Merging openings writes into `data`. The line itself is in the cache of verified records, so it gets a copy.
    opened = [{"version": each.version, "part": each.part, "value": json.loads(each.value)} for each in line.opened]
    return {**line.body, "data": dict(line.body["data"]), "opened": opened, "hash": line.hash}


def build_seat_reports(narrative: Narrative) -> tuple[SeatTold, ...]:
    """Return the players, ordered by seat."""
    return tuple(SeatTold(seat=seat.seat, name=seat.name, kind=seat.kind) for seat in narrative.roster.seats)


def build_absence_report(narrative: Narrative) -> AbsenceTold:
    """Return who is absent after the last event."""
    standing = narrative.standing
    return AbsenceTold(
        skipped=standing.skipped,
        resigned=standing.resigned,
        # A match that is over rests no more.
        rest_ends_at=None if narrative.has_event("match_ended") else standing.rest_ends_at,
        time_called=standing.called_time,
    )


def build_round_reports(narrative: Narrative, ruleset: Ruleset) -> Iterator[RoundTold]:
    """Yield each round that has begun, with the rule behind each award."""
    player_count = len(narrative.roster.seats)
    for match_round in narrative.rounds:
        called_off = match_round.called_off
        yield RoundTold(
            round=match_round.number,
            begun=match_round.events[0].version,
            scored=match_round.scored.version if match_round.scored else None,
            storyteller=match_round.storyteller,
            clue_kind=match_round.clue_kind,
            clue=match_round.clue_text,
            tableau=tuple(_card_report(match_round, card) for card in match_round.tableau),
            trap=match_round.trap if match_round.scored else None,
            awards=tuple(_award_reports(match_round, ruleset, player_count)),
            scores=match_round.scores,
            called_off=(
                called_off_reason(called_off.data, called_off.standing, narrative.roster) if called_off else None
            ),
        )


def _card_report(match_round: Round, card: TableauCard) -> CardTold:
    # The end of the match also opens rounds that were not scored; the report leaves them as they were played.
    if match_round.scored is None:
        return CardTold(slot=card.slot, card=card.card, seat=None, votes=None)
    return CardTold(slot=card.slot, card=card.card, seat=card.seat, votes=card.votes)


def _award_reports(match_round: Round, ruleset: Ruleset, player_count: int) -> Iterator[AwardTold]:
    for award in match_round.awards:
        yield AwardTold(
            seat=award.seat,
            points=award.points,
            why=award.why,
            words=award_reason(match_round, award),
            rule=rule_text(award.why, ruleset, player_count),
        )


def build_event_reports(narrative: Narrative, lines: Sequence[EventLine], chain: Chain) -> Iterator[EventTold]:
    """Yield each event with the visibility of its sealed parts.

    Args:
        narrative: the narrative of these lines.
        lines: the reliable lines of the record, from version 1 on.
        chain: the verified chain, which knows the erased parts.
    """
    visibility_by_part = part_visibilities(lines)
    # Of these lines only, not of the whole chain: a part that a later, unreliable event opens stays sealed here.
    openings = {(each.version, each.part): json.loads(each.value) for line in lines for each in line.opened}
    for line, event in zip(lines, narrative.events, strict=True):
        yield EventTold(
            version=event.version,
            at=line.body["at"],
            type=event.type,
            actor=event.actor,
            hash=event.hash,
            words=event.words,
            parts=tuple(
                _part_report(visibility_by_part[event.version, part], openings, chain.erased_parts)
                for part in line.sealed
            ),
        )


def _part_report(
    visibility: PartVisibility, openings: Mapping[tuple[int, str], Any], erased: Sequence[tuple[int, str]]
) -> PartTold:
    key = (visibility.version, visibility.part)
    state: PartState = "open" if key in openings else "erased" if key in erased else "sealed"
    return PartTold(
        part=visibility.part,
        state=state,
        value=openings.get(key),
        holder=visibility.holder,
        holder_from=visibility.holder_from,
        all_from=visibility.all_from,
        opens=visibility.opens,
    )
