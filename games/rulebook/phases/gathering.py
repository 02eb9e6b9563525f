"""Gathering: players take their seats until the host starts."""

from collections.abc import Iterator
from datetime import datetime

from games.rulebook import hosting
from games.rulebook.actions import Action, MayAbandon, MayClear, MayMove, MaySeatBot, MaySit, MayStand, MayStart
from games.rulebook.cards import Chance
from games.rulebook.clock import time_to_reveal
from games.rulebook.commands import Abandon, Clear, Command, Move, Open, SeatBot, Sit, Stand, Start
from games.rulebook.events import (
    Event,
    HostChanged,
    MatchEnded,
    MatchOpened,
    MatchStarted,
    Person,
    SeatLeft,
    SeatMoved,
    SeatTaken,
)
from games.rulebook.house import unsound
from games.rulebook.match import Gathering
from games.rulebook.refusals import Reason, Refused
from games.rulebook.terms import Player, Terms


def opening(command: Open) -> Iterator[Event]:
    """The first events of a match: its terms, its host on seat 0, and the computer players that come along."""
    terms = command.terms
    counts = terms.ruleset.players
    exact = terms.ruleset.teams or terms.start == "full"
    if not min(counts) <= terms.seats <= max(counts) or (exact and terms.seats not in counts):
        raise Refused(Reason.WRONG_PLAYER_COUNT, f"{terms.ruleset.name} is for {_counts(terms)} players.")
    if len(set(terms.cards)) < len(terms.cards):
        raise Refused(Reason.CHOSEN_TWICE, "Each card can be in the deck once.")
    for fault in unsound(terms.ruleset, terms.seats, len(terms.cards)):
        short = fault.code == "not_enough_cards"
        raise Refused(Reason.NOT_ENOUGH_CARDS if short else Reason.UNSOUND_RULES, fault.sentence)
    yield MatchOpened(**{name: getattr(terms, name) for name in Terms.__dataclass_fields__})
    yield _taken(command.player, 0, command.entropy_digest)
    yield from (_taken(player, seat) for seat, player in command.bots)


def act(match: Gathering, command: Command, now: datetime) -> Event:
    match command:
        case Sit():
            return _taken(command.player, _chosen_seat(match, command), command.entropy_digest)
        case Stand():
            return SeatLeft(seat=command.seat)
        case Move():
            return SeatMoved(seat=command.seat, to=_free(match, command.place))
        case SeatBot():
            _only_the_host(match, command.seat)
            return _taken(command.player, _free(match, command.place))
        case Clear():
            _only_the_host(match, command.seat)
            return SeatLeft(seat=_taken_by_another(match, command))
        case Start():
            _only_the_host(match, command.seat)
            if not _can_start(match):
                raise Refused(Reason.WRONG_PLAYER_COUNT, _wrong_count(match))
            return started(match, now)
        case Abandon():
            _only_the_host(match, command.seat)
            return MatchEnded(status="abandoned", winners=(), why="host")
        case _:
            raise Refused(Reason.WRONG_PHASE)


def started(match: Gathering, now: datetime) -> Event:
    digests = (match.digests[seat] for seat in match.taken)
    return MatchStarted(seats=match.taken, deadline_at=time_to_reveal(now, digests))


def starts_by_itself(match: Gathering) -> bool:
    """Whether the clock starts it now: every seat is taken, and that is all it waits for."""
    return match.terms.start == "full" and None not in match.seats


def follow(match: Gathering, now: datetime, chance: Chance) -> Event | None:
    """The host is a person: computer players alone would wait for ever."""
    if match.seats[match.host]:
        return None
    people = [seat for seat, player in enumerate(match.seats) if player and player.kind != "bot"]
    if not people:
        return MatchEnded(status="abandoned", winners=(), why="everyone_left")
    return HostChanged(seat=people[0])


def actions(match: Gathering, seat: int | None) -> tuple[Action, ...]:
    free = tuple(place for place, player in enumerate(match.seats) if not player)
    if seat is None:
        return (MaySit(seats=free),) if free else ()
    moves = (MayMove(seats=free),) if free else ()
    if seat != match.host:
        return (*moves, MayStand())
    others = tuple(place for place in match.taken if place != seat)
    bots = (MaySeatBot(seats=free),) if free else ()
    clears = (MayClear(seats=others),) if others else ()
    starts = (MayStart(),) if _can_start(match) else ()
    return (*starts, *bots, *clears, *hosting.actions(match, seat), *moves, MayStand(), MayAbandon())


def waiting_for(match: Gathering) -> tuple[int, ...]:
    return (match.host,)


def _can_start(match: Gathering) -> bool:
    """Teams sit opposite each other, so that a gap would part them: they start with every seat taken."""
    rules = match.terms.ruleset
    return len(match.taken) in rules.players and not (rules.teams and None in match.seats)


def _wrong_count(match: Gathering) -> str:
    here = f"{len(match.taken)} are here"
    if match.terms.ruleset.teams and None in match.seats:
        return f"Teams start with all {len(match.seats)} seats taken, {here}."
    return f"{match.terms.ruleset.name} is for {_counts(match.terms)} players, {here}."


def _taken(player: Player, seat: int, entropy_digest: str | None = None) -> Event:
    assert player.id is not None and player.name is not None
    person = Person(id=player.id, name=player.name)
    return SeatTaken(seat=seat, kind=player.kind, entropy_digest=entropy_digest, player=person)


def _chosen_seat(match: Gathering, command: Sit) -> int:
    if any(player and player.id == command.player.id for player in match.seats):
        raise Refused(Reason.ALREADY_SEATED)
    if command.seat is not None:
        _at_this_table(match, command.seat)
    if None not in match.seats:
        raise Refused(Reason.MATCH_FULL)
    return match.seats.index(None) if command.seat is None else _free(match, command.seat)


def _at_this_table(match: Gathering, place: int) -> int:
    if place not in range(len(match.seats)):
        raise Refused(Reason.NO_SUCH_SEAT, f"Seats are numbered from 0 to {len(match.seats) - 1}.")
    return place


def _free(match: Gathering, place: int) -> int:
    if match.seats[_at_this_table(match, place)]:
        raise Refused(Reason.SEAT_TAKEN)
    return place


def _taken_by_another(match: Gathering, command: Clear) -> int:
    if not match.seats[_at_this_table(match, command.place)]:
        raise Refused(Reason.NOBODY_THERE)
    if command.place == command.seat:
        raise Refused(Reason.YOUR_OWN_SEAT)
    return command.place


def _only_the_host(match: Gathering, seat: int) -> None:
    if seat != match.host:
        raise Refused(Reason.NOT_THE_HOST)


def _counts(terms: Terms) -> str:
    """The numbers of players in words: "3 to 6", or "6, 8, 10 or 12" where there are gaps."""
    counts = terms.ruleset.players
    if counts == tuple(range(counts[0], counts[-1] + 1)):
        return f"{counts[0]} to {counts[-1]}"
    return f"{', '.join(map(str, counts[:-1]))} or {counts[-1]}"
