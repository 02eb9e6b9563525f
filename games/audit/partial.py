"""The rules of a match that is still played, as far as everybody may know: times, tables, points, scores."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from games.audit.broken import Broken, broken
from games.audit.events import Hidden, event_of
from games.audit.kinds import Unfit
from games.audit.line import Line
from games.audit.verdict import Finding
from games.rulebook.events import (
    CardsSubmitted,
    ClueGiven,
    Event,
    MatchOpened,
    MatchStarted,
    RoundBegun,
    RoundScored,
    TableauLaid,
    VoteCast,
)
from games.rulebook.rulesets import Ruleset
from games.rulebook.scoring import add_awards, score


@dataclass(kw_only=True)
class Table:
    """What lies open on the table of a round."""

    rules: Ruleset
    scores: tuple[int, ...] = ()
    tableau: tuple[str, ...] = ()
    given: dict[int, tuple[str, ...]] = field(default_factory=dict)
    votes: dict[int, tuple[int, ...]] = field(default_factory=dict)
    trap: int | None = None
    rounds: int = 0


def check(lines: Sequence[Line], opened: Mapping[tuple[int, str], str]) -> Finding:
    """What can be checked without the hands."""
    table: Table | None = None
    for version, line in enumerate(lines, start=1):
        try:
            event = event_of(line, opened)
            table = Table(rules=event.ruleset) if isinstance(event, MatchOpened) else table
            if table is not None:
                _look(table, event, version)
        except Hidden:
            continue
        except Broken as fault:
            return Finding(level="rules", status="failed", words=fault.words, first_bad=fault.version)
        except (Unfit, LookupError, ValueError, TypeError):
            return Finding(level="rules", status="failed", words="The event is not of its type.", first_bad=version)
    rounds = table.rounds if table else 0
    words = (
        f"Points and scores of {rounds} rounds follow; hands, deals and moves can be checked when the match is over."
    )
    return Finding(level="rules", status="partly", words=words)


def _look(table: Table, event: Event, version: int) -> None:
    match event:
        case MatchStarted():
            table.scores = (0,) * len(event.seats)
        case RoundBegun():
            table.given, table.votes, table.trap, table.tableau = {}, {}, None, ()
        case ClueGiven(card=str()):
            table.given[event.seat] = (str(event.card),)
        case CardsSubmitted():
            table.given[event.seat] = event.cards
        case TableauLaid():
            table.tableau = event.tableau
        case VoteCast():
            table.votes[event.seat] = event.slots
            table.trap = table.trap if event.trap is None else event.trap
        case RoundScored():
            _scored(table, event, version)
        case _:
            pass


def _scored(table: Table, event: RoundScored, version: int) -> None:
    if sorted(card for cards in table.given.values() for card in cards) != sorted(table.tableau):
        broken(version, "Other cards were laid than had been given.")
    owners = {shown.slot: shown.seat for shown in event.tableau}
    if any(shown.card not in table.given.get(shown.seat, ()) for shown in event.tableau):
        broken(version, "A card is shown as another seat's.")
    if any(shown.votes != _votes_on(table, shown.slot) for shown in event.tableau):
        broken(version, "Other votes are shown than were cast.")
    _points(table, event, owners, version)
    table.scores, table.rounds = event.scores, table.rounds + 1


def _votes_on(table: Table, slot: int) -> tuple[int, ...]:
    return tuple(seat for seat in sorted(table.votes) if slot in table.votes[seat])


def _points(table: Table, event: RoundScored, owners: Mapping[int, int], version: int) -> None:
    votes = {seat: table.votes.get(seat, ()) for seat in _voters(table, event.storyteller)}
    awards = score(table.rules, len(table.scores), event.storyteller, owners, votes, table.trap)
    if tuple(sorted(awards, key=lambda award: award.seat)) != event.awards:
        broken(version, "The points are not those of these votes.")
    if add_awards(table.rules, table.scores, event.awards) != event.scores:
        broken(version, "The scores are not the points added up.")


def _voters(table: Table, storyteller: int) -> Iterator[int]:
    """Who is entitled to vote, whether they did or not."""
    count = len(table.scores)
    for seat in range(count):
        partner = (seat + count // 2) % count
        if table.rules.teams:
            if storyteller not in (seat, partner) and partner in table.given:
                yield seat
        elif table.rules.crowd or seat != storyteller:
            yield seat
