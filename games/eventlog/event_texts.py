"""Events as JSON texts for those who may see them: for the API, and as lines of match records."""

from collections.abc import Callable, Iterable

from games.eventlog.event_range import EventRange, read_range
from games.rulebook.audience import Audience, DatedOpening, visible_openings


def events_for(match_id: str, audience: Audience, after: int, upto: int) -> list[str]:
    """Return the events of versions `after` + 1 to `upto` as JSON texts, as this audience may see them."""
    return events_for_each(match_id, [audience], after, upto)[audience]


def events_for_each(match_id: str, audiences: Iterable[Audience], after: int, upto: int) -> dict[Audience, list[str]]:
    """Return the same for each of these audiences. The log is read once for all of them."""
    event_range = read_range(match_id, after, upto)
    return {audience: serialize_events(event_range, audience) for audience in audiences}


def record_lines(match_id: str, audience: Audience, after: int, upto: int) -> list[str]:
    """Return the same events as lines of a match record."""
    return serialize_record(read_range(match_id, after, upto), audience)


def serialize_events(event_range: EventRange, audience: Audience) -> list[str]:
    """Return events as JSON texts: the hashed body, its hash, and the openings that reach the audience with it."""
    openings = _openings_by_version(event_range, audience, _opening_json)
    return [
        # The stored text is extended, not decoded and encoded again: clients hash exactly these bytes, and it is
        # faster.
        f'{body[:-1]},"hash":"{digest}","opened":[{",".join(openings.get(version, ()))}]}}'
        for version, body, digest in event_range.events
    ]


def serialize_record(event_range: EventRange, audience: Audience) -> list[str]:
    """Return the same as lines of a match record: canonical texts, with the body as a member of its own."""
    openings = _openings_by_version(event_range, audience, _canonical_opening_json)
    return [
        f'{{"event":{body},"hash":"{digest}","opened":[{",".join(openings.get(version, ()))}]}}'
        for version, body, digest in event_range.events
    ]


def _openings_by_version(
    event_range: EventRange, audience: Audience, to_json: Callable[[DatedOpening], str]
) -> dict[int, list[str]]:
    """Return the openings that reach an audience as JSON texts, by the version of the event that they come with."""
    texts_by_version: dict[int, list[str]] = {}
    if event_range.events:
        after, upto = event_range.events[0][0] - 1, event_range.events[-1][0]
        for at_version, opening in sorted(visible_openings(audience, event_range.openings, after, upto)):
            texts_by_version.setdefault(at_version, []).append(to_json(opening))
    return texts_by_version


# Values are stored as JSON text already; the other members need no escaping (digits, hex, plain names). Records are
# canonical, which orders the members.
def _opening_json(opening: DatedOpening) -> str:
    version, part, salt, value, *_ = opening
    return f'{{"version":{version},"part":"{part}","salt":"{salt}","value":{value}}}'


def _canonical_opening_json(opening: DatedOpening) -> str:
    version, part, salt, value, *_ = opening
    return f'{{"part":"{part}","salt":"{salt}","value":{value},"version":{version}}}'
