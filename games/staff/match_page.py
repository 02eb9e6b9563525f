"""The data of the match page. It is the public view, whoever the staff member is and wherever they sit."""

from collections.abc import Sequence
from dataclasses import dataclass

import msgspec

from games.eventlog.event_texts import events_for
from games.eventlog.match_state import MatchState
from games.matches.match_queries import MatchSeen, build_view
from games.report.event_sentences import event_sentence
from games.rulebook import Viewer
from games.rulebook.audience import PUBLIC_AUDIENCE
from games.story.roster import build_roster
from games.story.visible_event import WireEvent, merge_openings


class PublicEvent(WireEvent):
    """An event as the API sends it to the public."""

    version: int
    hash: str


@dataclass(frozen=True, kw_only=True, slots=True)
class MatchPage:
    """The public view of a match, and its events, each with a sentence."""

    view: MatchSeen
    events: Sequence[tuple[PublicEvent, str]]

    @property
    def types(self) -> list[str]:
        return sorted({event.type for event, _ in self.events})

    def events_of_type(self, event_type: str | None) -> list[tuple[PublicEvent, str]]:
        """Return the events of this type (None: all events), newest first."""
        return [event for event in reversed(self.events) if event_type in (None, event[0].type)]


_public_event_decoder = msgspec.json.Decoder(PublicEvent)


def load_match_page(match_id: str, state: MatchState) -> MatchPage:
    """Return the page's data for a match at the version of `state`."""
    public_events = [
        _public_event_decoder.decode(text) for text in events_for(match_id, PUBLIC_AUDIENCE, 0, state.version)
    ]
    visible_events = merge_openings(public_events)
    roster = build_roster(visible_events)
    sentences = [event_sentence(event, roster) for event in visible_events]
    return MatchPage(
        view=build_view(match_id, state, Viewer()), events=list(zip(public_events, sentences, strict=True))
    )
