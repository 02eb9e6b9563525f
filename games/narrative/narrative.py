"""The retelling of a match, which everything that retells matches is made from."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from games.narrative.event_sentences import event_sentence
from games.narrative.narrated_event import NarratedEvent
from games.narrative.roster import Roster, build_roster
from games.narrative.rounds import Round, build_rounds
from games.narrative.standing import Standing, standing_after
from games.narrative.visible_event import VisibleEvent


@dataclass(frozen=True, kw_only=True, slots=True)
class Narrative:
    """A match as one viewer may see it. `perspective` is the viewer's seat; None for the public."""

    perspective: int | None
    roster: Roster
    rounds: tuple[Round, ...]
    events: tuple[NarratedEvent, ...]

    @property
    def standing(self) -> Standing:
        """Who takes part after the last event."""
        return self.events[-1].standing

    def has_event(self, type_name: str) -> bool:
        return any(event.type == type_name for event in self.events)


def narrate(events: Sequence[VisibleEvent], perspective: int | None = None) -> Narrative:
    """Return the retelling of a match.

    Args:
        events: the match's events as this viewer may see them, from version 1 on.
        perspective: the seat for which the events were read; None for the public.
    """
    roster = build_roster(events)
    narrated_events = tuple(_narrate_events(events, roster))
    return Narrative(
        perspective=perspective,
        roster=roster,
        rounds=tuple(build_rounds(narrated_events)),
        events=narrated_events,
    )


def _narrate_events(events: Sequence[VisibleEvent], roster: Roster) -> Iterator[NarratedEvent]:
    round_number, standing = 0, Standing()
    for event in events:
        # Events between the scores and the next round, such as refilled hands, belong to the earlier round.
        if event.type == "round_begun":
            round_number = event.data["round"]
        before, standing = standing, standing_after(standing, event, roster)
        yield NarratedEvent(
            match=event.match,
            version=event.version,
            type=event.type,
            actor=event.actor,
            at=event.at,
            hash=event.hash,
            data=event.data,
            round=round_number,
            words=event_sentence(event, roster, before, standing),
            standing=standing,
        )
