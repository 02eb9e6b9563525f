"""Replaying a match: every version from every perspective is what was shown live, and where a replay can stop."""

import secrets
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from games.bots.simulation import Simulation
from games.eventlog import event_reader
from games.matches import highlights, match_queries
from games.matches.match_access import NoSuchMatch
from games.matches.match_queries import MatchSeen, Perspective
from games.narrative.narrative import narrate
from games.narrative.visible_event import decode_wire_events
from games.rulebook import Refused
from games.rulebook.events import RoundScored
from games.rulebook.rulesets import EDITIONS, End, Ruleset
from tests.eventlog.event_samples import SAMPLE_MATCH_OPENED
from tests.simulated_matches import simulate_match

pytestmark = pytest.mark.django_db
RULESETS_AND_PLAYERS = [("classic", 3), ("team", 6), ("party", 6)]


def without_volatile_fields(view: MatchSeen) -> MatchSeen:
    """Return a view without the two fields that every invariant ignores."""
    seats = tuple(replace(seat, connected=None) for seat in view.seats)
    return replace(view, seats=seats, phase=replace(view.phase, remaining_ms=None))


def perspectives_of(simulation: Simulation, version: int) -> Iterator[tuple[str | None, Perspective]]:
    """Return the perspectives of all players seated at this version, and of the public."""
    yield None, "public"
    yield from (
        (simulation.players[seen.seat].id, seen.seat)
        for seen in match_queries.load_match_view(simulation.match_id, None).seats
    )


def short_ruleset(ruleset: str) -> Ruleset:
    return replace(EDITIONS[ruleset].rules, name="short", end=End(points=6))


def assert_replay_matches_live(rules: Ruleset, players: int) -> int:
    """Play a match; view its versions after each step, and again when it is over. Return the number of views.

    Before players had a seat they saw what any guest sees who could still join.
    """
    simulation = Simulation(rules, players, secrets.token_hex(8), 0)
    live_views: dict[tuple[int, Perspective], MatchSeen] = {}
    last = 0
    for version in simulation.steps():
        for account, perspective in perspectives_of(simulation, version):
            current_view = without_volatile_fields(match_queries.load_match_view(simulation.match_id, account))
            for at in range(last + 1, version + 1):
                own_view = without_volatile_fields(
                    match_queries.load_match_view(
                        simulation.match_id, account, at=at, perspective="public" if account is None else None
                    )
                )
                if perspective == "public" or own_view.you is not None:
                    live_views[at, perspective] = own_view
            assert perspective == "public" or own_view == current_view
        last = version
    for (at, perspective), live_view in live_views.items():
        assert (
            without_volatile_fields(
                match_queries.load_match_view(simulation.match_id, None, at=at, perspective=perspective)
            )
            == live_view
        ), (at, perspective)
    end = match_queries.load_match_view(simulation.match_id, None).version
    for at in range(last + 1, end + 1):
        for seat in range(players):
            assert match_queries.load_match_view(simulation.match_id, None, at=at, perspective=seat).version == at
    return len(live_views)


@pytest.mark.parametrize(("ruleset", "players"), RULESETS_AND_PLAYERS)
def test_replay_shows_every_version_as_it_was_shown_live(ruleset: str, players: int) -> None:
    assert assert_replay_matches_live(short_ruleset(ruleset), players) > 40


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("ruleset", "players"), [*RULESETS_AND_PLAYERS, ("odyssey", 8), ("party-passing", 6), ("team-30", 8)]
)
def test_replay_shows_whole_matches_as_they_were_shown_live(ruleset: str, players: int) -> None:
    assert assert_replay_matches_live(EDITIONS[ruleset].rules, players) > 400


def test_before_joining_a_player_has_the_public_view() -> None:
    simulation = simulate_match("classic", 3)
    for at in (1, 2, 3):
        assert match_queries.load_match_view(simulation.match_id, None, at=at, perspective=2).you is None
    assert match_queries.load_match_view(simulation.match_id, None, at=4, perspective=2).you is not None
    with pytest.raises(Refused):
        match_queries.load_match_view(simulation.match_id, None, at=4, perspective=3)


@pytest.mark.parametrize(("ruleset", "players"), RULESETS_AND_PLAYERS)
def test_highlights_mark_notable_events(ruleset: str, players: int) -> None:
    simulation = simulate_match(ruleset, players)
    version, found = highlights.match_highlights(simulation.match_id, None)
    result = simulation.result()
    assert version == result.events
    assert [moment.version for moment in found] == sorted(moment.version for moment in found)
    assert [moment.kind for moment in found][:2] == ["opened", "started"]
    assert found[-1].kind == "ended" and found[-1].seats == result.winners and found[-1].version == version
    for kind in ("round", "clue", "reveal", "scored"):
        assert [moment.round for moment in found if moment.kind == kind] == [*range(1, result.rounds + 1)], kind
    assert [moment for moment in found if moment.kind == "scored"][-1].scores == result.scores


def test_a_lead_highlight_marks_each_change_of_the_leaders() -> None:
    simulation = simulate_match("odyssey", 4)
    recorded_events = event_reader.load_events(simulation.match_id, 0, simulation.result().events)
    leaders_by_version: list[tuple[int, tuple[int, ...]]] = []
    for record in recorded_events:
        if isinstance(record.event, RoundScored):
            top_score = max(record.event.scores)
            leaders_by_version.append(
                (record.version, tuple(seat for seat in range(4) if record.event.scores[seat] == top_score))
            )
    changes = [
        now
        for before, now in zip([(0, ()), *leaders_by_version], leaders_by_version, strict=False)
        if now[1] != before[1]
    ]
    _, found = highlights.match_highlights(simulation.match_id, None)
    assert [(moment.version, moment.seats) for moment in found if moment.kind == "lead"] == changes


def public_event_body(version: int, type_name: str, **data: Any) -> bytes:
    fields = {"match": "m", "version": version, "type": type_name, "schema": 1, "actor": None}
    return msgspec.json.encode({**fields, "at": "2026-01-01T00:00:00Z", "data": data})


def test_automatic_moves_and_timeouts_are_highlights() -> None:
    opened = replace(SAMPLE_MATCH_OPENED, ruleset=EDITIONS["classic"].rules, seats=3)
    bodies = [
        public_event_body(1, "match_opened", **msgspec.to_builtins(opened)),
        public_event_body(2, "draw_voided", seed="00", missing=[2]),
        public_event_body(3, "round_begun", round=4, storyteller=1),
        public_event_body(4, "vote_cast", seat=1, automatic=False),
        public_event_body(5, "time_up", phase="4.voting"),
        public_event_body(6, "vote_cast", seat=2, automatic=True),
        public_event_body(7, "seat_resigned", seat=0),
        public_event_body(8, "round_called_off", round=4, storyteller=1, why="no_clue"),
    ]
    found = list(highlights.find_highlights(narrate(decode_wire_events(bodies))))
    assert [(moment.version, moment.round, moment.kind, moment.seat, moment.why) for moment in found] == [
        (1, 0, "opened", None, None),
        (2, 0, "draw_void", None, None),
        (3, 4, "round", 1, None),
        (5, 4, "time_up", None, "4.voting"),
        (6, 4, "automatic", 2, None),
        (7, 4, "resigned", 0, None),
        (8, 4, "called_off", 1, "no_clue"),
    ]
    assert found[1].seats == (2,)


def test_highlights_do_not_change_when_the_match_ends() -> None:
    """Highlights are made of public information only, so that the end of the match adds nothing to them."""
    simulation = Simulation(short_ruleset("party"), 6, secrets.token_hex(8), 0)
    found_at_each_step = [highlights.match_highlights(simulation.match_id, None)[1] for _ in simulation.steps()]
    _, found = highlights.match_highlights(simulation.match_id, None)
    assert all(some == found[: len(some)] for some in found_at_each_step)


def test_highlights_of_an_unknown_match_raise_no_such_match() -> None:
    with pytest.raises(NoSuchMatch):
        highlights.match_highlights("nowhere", None)
