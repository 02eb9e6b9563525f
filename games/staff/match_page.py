"""The data of the match page. It is the public view, even for staff who play in the match."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.eventlog.event_texts import events_for
from games.eventlog.match_state import MatchState
from games.matches.match_queries import MatchSeen, build_view
from games.narrative.narrated_event import NarratedEvent
from games.narrative.narrative import narrate
from games.narrative.standing import Standing
from games.narrative.visible_event import decode_wire_events
from games.rulebook import Viewer
from games.rulebook.audience import PUBLIC_AUDIENCE


@dataclass(frozen=True, kw_only=True, slots=True)
class MatchPage:
    """The public view of a match, and its events."""

    view: MatchSeen
    events: Sequence[NarratedEvent]

    @property
    def standing(self) -> Standing:
        return self.events[-1].standing

    @property
    def types(self) -> list[str]:
        return sorted({event.type for event in self.events})

    def events_of_type(self, event_type: str | None) -> list[NarratedEvent]:
        """Return the events of this type (None: all events), newest first."""
        return [event for event in reversed(self.events) if event_type in (None, event.type)]


def load_match_page(match_id: str, state: MatchState) -> MatchPage:
    """Return the page's data for a match at the version of `state`."""
    texts = events_for(match_id, PUBLIC_AUDIENCE, 0, state.version)
    return MatchPage(view=build_view(match_id, state, Viewer()), events=narrate(decode_wire_events(texts)).events)
