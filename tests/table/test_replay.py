"""Watching a match again: every version through every pair of eyes is what was shown live, and where to stop."""

import secrets
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from games.bots.simulation import Simulation
from games.eventlog import event_reader, match_state
from games.matches import highlights, match_queries
from games.matches.match_access import NoSuchMatch
from games.matches.match_queries import MatchSeen, Perspective
from games.rulebook import Refused
from games.rulebook.events import RoundScored
from games.rulebook.rulesets import EDITIONS, End, Ruleset
from tests.playing import simulated

pytestmark = pytest.mark.django_db
TABLES = [("classic", 3), ("team", 6), ("party", 6)]


def steady(seen: MatchSeen) -> MatchSeen:
    """A view without the two things that every law leaves out."""
    seats = tuple(replace(seat, connected=None) for seat in seen.seats)
    return replace(seen, seats=seats, phase=replace(seen.phase, remaining_ms=None))


def eyes_of(simulation: Simulation, version: int) -> Iterator[tuple[str | None, Perspective]]:
    """Everyone who sat at the table at this version, and the public."""
    yield None, "public"
    yield from (
        (simulation.players[seen.seat].id, seen.seat)
        for seen in match_queries.match_view(simulation.match_id, None).seats
    )


def short(ruleset: str) -> Ruleset:
    return replace(EDITIONS[ruleset].rules, name="short", end=End(points=6))


def watched_again(rules: Ruleset, players: int) -> int:
    """Play a match; after each step look at its versions, and again when all is over; gives how many views there were.

    Before they had a seat players saw what any guest sees, who could still sit down.
    """
    simulation = Simulation(rules, players, secrets.token_hex(8), 0)
    shown: dict[tuple[int, Perspective], MatchSeen] = {}
    last = 0
    for version in simulation.steps():
        for account, eyes in eyes_of(simulation, version):
            now = steady(match_queries.match_view(simulation.match_id, account))
            for at in range(last + 1, version + 1):
                own = steady(
                    match_queries.match_view(
                        simulation.match_id, account, at=at, perspective="public" if account is None else None
                    )
                )
                if eyes == "public" or own.you is not None:
                    shown[at, eyes] = own
            assert eyes == "public" or own == now
        last = version
    for (at, eyes), then in shown.items():
        assert steady(match_queries.match_view(simulation.match_id, None, at=at, perspective=eyes)) == then, (at, eyes)
    end = match_queries.match_view(simulation.match_id, None).version
    for at in range(last + 1, end + 1):
        for seat in range(players):
            assert match_queries.match_view(simulation.match_id, None, at=at, perspective=seat).version == at
    return len(shown)


@pytest.mark.parametrize(("ruleset", "players"), TABLES)
def test_every_version_is_seen_again_as_it_was_shown_live(ruleset: str, players: int) -> None:
    assert watched_again(short(ruleset), players) > 40


@pytest.mark.nightly
@pytest.mark.parametrize(("ruleset", "players"), [*TABLES, ("odyssey", 8), ("party-passing", 6), ("team-30", 8)])
def test_so_it_is_in_whole_matches(ruleset: str, players: int) -> None:
    assert watched_again(EDITIONS[ruleset].rules, players) > 400


def test_the_replay_is_tested_by_a_house_that_looks_one_version_too_far(monkeypatch: pytest.MonkeyPatch) -> None:
    at = match_state.load_at_version
    monkeypatch.setattr(match_state, "load_at_version", lambda match_id, version: at(match_id, version + 1))
    with pytest.raises(AssertionError):
        watched_again(short("classic"), 3)


def test_a_player_who_came_later_saw_until_then_what_everybody_saw() -> None:
    simulation = simulated("classic", 3)
    for at in (1, 2, 3):
        assert match_queries.match_view(simulation.match_id, None, at=at, perspective=2).you is None
    assert match_queries.match_view(simulation.match_id, None, at=4, perspective=2).you is not None
    with pytest.raises(Refused):
        match_queries.match_view(simulation.match_id, None, at=4, perspective=3)


@pytest.mark.parametrize(("ruleset", "players"), TABLES)
def test_moments_are_where_something_happens(ruleset: str, players: int) -> None:
    simulation = simulated(ruleset, players)
    version, found = highlights.match_highlights(simulation.match_id, None)
    result = simulation.result()
    assert version == result.events
    assert [moment.version for moment in found] == sorted(moment.version for moment in found)
    assert [moment.kind for moment in found][:2] == ["opened", "started"]
    assert found[-1].kind == "ended" and found[-1].seats == result.winners and found[-1].version == version
    for kind in ("round", "clue", "reveal", "scored"):
        assert [moment.round for moment in found if moment.kind == kind] == [*range(1, result.rounds + 1)], kind
    assert [moment for moment in found if moment.kind == "scored"][-1].scores == result.scores


def test_the_lead_is_who_has_the_most_points_whenever_that_changes() -> None:
    simulation = simulated("odyssey", 4)
    log = event_reader.load_events(simulation.match_id, 0, simulation.result().events)
    ahead: list[tuple[int, tuple[int, ...]]] = []
    for record in log:
        if isinstance(record.event, RoundScored):
            most = max(record.event.scores)
            ahead.append((record.version, tuple(seat for seat in range(4) if record.event.scores[seat] == most)))
    changes = [now for before, now in zip([(0, ()), *ahead], ahead, strict=False) if now[1] != before[1]]
    _, found = highlights.match_highlights(simulation.match_id, None)
    assert [(moment.version, moment.seats) for moment in found if moment.kind == "lead"] == changes


def body(version: int, type_name: str, **data: Any) -> highlights.PublicEventBody:
    text = {"version": version, "type": type_name, "schema": 1, "at": "2026-01-01T00:00:00Z", "data": data}
    return msgspec.convert(text, highlights.PublicEventBody)


def test_what_luck_or_the_clock_has_done_is_a_moment() -> None:
    told = [
        body(1, "draw_voided", seed="00", missing=[2]),
        body(2, "round_begun", round=4, storyteller=1),
        body(3, "vote_cast", seat=1, automatic=False),
        body(4, "time_up", phase="4.voting"),
        body(5, "vote_cast", seat=2, automatic=True),
        body(6, "seat_resigned", seat=0),
        body(7, "round_called_off", storyteller=1, why="no_clue"),
    ]
    found = highlights.find_highlights(told)
    assert [(moment.version, moment.round, moment.kind, moment.seat, moment.why) for moment in found] == [
        (1, 0, "draw_void", None, None),
        (2, 4, "round", 1, None),
        (4, 4, "time_up", None, "4.voting"),
        (5, 4, "automatic", 2, None),
        (6, 4, "resigned", 0, None),
        (7, 4, "called_off", 1, "no_clue"),
    ]


def test_moments_of_a_match_that_is_played_are_the_same_once_it_is_over() -> None:
    """They are made of what everybody may know, so that the end opens nothing more in them."""
    simulation = Simulation(short("party"), 6, secrets.token_hex(8), 0)
    early = [highlights.match_highlights(simulation.match_id, None)[1] for _ in simulation.steps()]
    _, found = highlights.match_highlights(simulation.match_id, None)
    assert all(some == found[: len(some)] for some in early)


def test_there_are_no_moments_of_a_match_that_is_not_there() -> None:
    with pytest.raises(NoSuchMatch):
        highlights.match_highlights("nowhere", None)
