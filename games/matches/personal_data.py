"""What the log knows of a person: in which matches they took a seat, under which names, and what they said there."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from games.eventlog.event_reader import load_events, stream_head
from games.eventlog.part_erasure import match_ids_with_player
from games.rulebook.event_names import EVENT_NAME_BY_CLASS
from games.rulebook.events import ClueGiven, Event, SeatTaken, StorytellerClaimed
from games.rulebook.personal_values import personal_parts


@dataclass(frozen=True, kw_only=True, slots=True)
class Said:
    """A name that somebody has played under, or words that they have said, and the event that has them."""

    version: int
    type: str
    at: datetime
    text: str | None


def find_personal_data(account: str) -> Iterator[tuple[str, list[Said]]]:
    """Every match in which this account has ever taken a seat, with what of it is personal."""
    for match_id in sorted(match_ids_with_player(account)):
        yield match_id, list(_personal_texts(match_id, account))


def _personal_texts(match_id: str, account: str) -> Iterator[Said]:
    newest = stream_head(match_id)
    assert newest is not None, "a match that names somebody is there"
    records = {each.version: each for each in load_events(match_id, 0, newest.version)}
    for version, _ in personal_parts(((version, each.event) for version, each in records.items()), account):
        event = records[version].event
        yield Said(
            version=version,
            type=EVENT_NAME_BY_CLASS[type(event)],
            at=records[version].at,
            text=_personal_text_of(event),
        )


def _personal_text_of(event: Event) -> str | None:
    match event:
        case SeatTaken(player=person):
            return person.name if person else None
        case ClueGiven(text=text) | StorytellerClaimed(text=text):
            return text
        case _:
            return None
