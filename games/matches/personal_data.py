"""Personal data in the event log: the matches a person took a seat in, their names there and the texts they wrote."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from games.eventlog.event_reader import load_events, stream_head
from games.eventlog.part_erasure import match_ids_with_player
from games.eventlog.unreadable_logs import skip_unreadable
from games.rulebook.event_names import EVENT_NAME_BY_CLASS
from games.rulebook.events import ClueGiven, Event, MatchOpened, SeatTaken, StorytellerClaimed
from games.rulebook.personal_values import personal_parts


@dataclass(frozen=True, kw_only=True, slots=True)
class Said:
    """A name a person played under, or a text they wrote (None once erased), with the event that contains it."""

    version: int
    type: str
    at: datetime
    text: str | None


def find_personal_data(account: str) -> Iterator[tuple[str, list[Said] | None]]:
    """Yield the id of every match in which this account ever took a seat, with its personal texts there.

    They are None where the match's log can't be read.
    """
    for match_id in sorted(match_ids_with_player(account)):
        said = None
        with skip_unreadable(match_id):
            said = list(_personal_texts(match_id, account))
        yield match_id, said


def _personal_texts(match_id: str, account: str) -> Iterator[Said]:
    newest = stream_head(match_id)
    assert newest is not None, "a match that lists this player exists"
    records = {record.version: record for record in load_events(match_id, 0, newest.version)}
    for version, part in personal_parts(((version, record.event) for version, record in records.items()), account):
        event = records[version].event
        yield Said(
            version=version,
            type=EVENT_NAME_BY_CLASS[type(event)],
            at=records[version].at,
            text=_personal_text_of(event, part),
        )


def _personal_text_of(event: Event, part: str) -> str | None:
    match event:
        case MatchOpened() if part == "ruleset_name":
            return event.ruleset_name.name if event.ruleset_name else None
        case MatchOpened():
            player = event.reserved_for[int(part.rpartition("/")[2])]
            return player.name if player else None
        case SeatTaken(player=person):
            return person.name if person else None
        case ClueGiven(text=text) | StorytellerClaimed(text=text):
            return text
        case _:
            return None
