"""What the staff is told of a match: what the public is told, whoever looks and wherever they sit."""

from collections.abc import Sequence
from dataclasses import dataclass

import msgspec

from games.eventlog import event_reader
from games.eventlog.match_state import MatchState
from games.matches.match_queries import MatchSeen, build_view
from games.report.sentences import sentence
from games.rulebook import Viewer
from games.story.cast import cast
from games.story.seen import Told, put_together


class Line(Told):
    """An event as the public is told it."""

    version: int
    hash: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Page:
    """A match through the public's eyes: each event with what it says in words."""

    view: MatchSeen
    events: Sequence[tuple[Line, str]]

    @property
    def types(self) -> list[str]:
        return sorted({line.type for line, _ in self.events})

    def events_of(self, type: str | None) -> list[tuple[Line, str]]:
        """The newest first."""
        return [event for event in reversed(self.events) if type in (None, event[0].type)]


_lines = msgspec.json.Decoder(Line)


def page(match_id: str, folded: MatchState) -> Page:
    lines = [
        _lines.decode(text)
        for text in event_reader.events_for(match_id, event_reader.PUBLIC_AUDIENCE, 0, folded.version)
    ]
    happened = put_together(lines)
    people = cast(happened)
    words = [sentence(event, people) for event in happened]
    return Page(view=build_view(match_id, folded, Viewer()), events=list(zip(lines, words, strict=True)))
