"""The old view plus an event equals the fresh view, for every viewer and event: clients need nothing but events."""

import asyncio
import json
from collections.abc import Iterator
from random import Random
from typing import Any, TypeAlias

import pytest
from dixit_client import reducer
from dixit_client.reducer import CHANGES, reduce

from games.rulebook.commands import Clear, ExpirePhase, HandOver, Move, Open, Sit, Stand, Start
from games.rulebook.events import MatchOpened
from games.rulebook.match import assigned_seat_of, deadline_of, phase_id, seat_of
from games.rulebook.rulesets import ODYSSEY, PARTY, Ruleset
from games.rulebook.terms import Player as RulebookPlayer
from tests.api.api_client import Json, Player, http_transport
from tests.audit.generated_rematches import rematch_lobbies
from tests.concurrency.concurrent_clients import create_match
from tests.live.websocket_client import open_websocket
from tests.reducer.absence_history import history_with_absences
from tests.reducer.viewer_steps import AccountPerspective, event_log_of, events_between_views
from tests.rulebook.match_scenarios import (
    PRINTED_RULESETS,
    RULESETS_AND_PLAYER_COUNTS,
    FixedChance,
    human_players,
    terms,
)
from tests.rulebook.random_matches import MAX_STEPS, MatchHistory, play_random_match
from tests.rulebook.sent_command import Sent
from tests.services.deployment import Deployment

ONLOOKER_PERSPECTIVE, PUBLIC_PERSPECTIVE = AccountPerspective(account="onlooker"), AccountPerspective(account=None)
ReducerStep: TypeAlias = tuple[AccountPerspective, Json, Json, Json]
"""The perspective, the view before, the event, and the view after."""


def all_perspectives(history: MatchHistory) -> list[AccountPerspective]:
    """Return the perspectives of every player who was ever seated, of an account that could join, and of the public."""
    account_ids = {event.player.id for event in history.events if hasattr(event, "player") and event.player}
    opened = next(iter(history.events))
    assert isinstance(opened, MatchOpened)
    account_ids |= {player.id for player in opened.reserved_for if player}
    return [
        *(AccountPerspective(account=account) for account in sorted(account_ids)),
        ONLOOKER_PERSPECTIVE,
        PUBLIC_PERSPECTIVE,
    ]


def sample_perspectives(history: MatchHistory, sample_size: int, rng: Random) -> list[AccountPerspective]:
    """Return a sample of all perspectives, in which players who have resigned are preferred."""
    assert history.match is not None
    perspectives = all_perspectives(history)
    departed = [
        one
        for one in perspectives
        if one.account and assigned_seat_of(history.match, one.account) != seat_of(history.match, one.account)
    ]
    return [
        *departed[: sample_size // 2],
        *rng.sample(
            [one for one in perspectives if one not in departed], sample_size - len(departed[: sample_size // 2])
        ),
    ]


def reducer_steps(history: MatchHistory, perspectives: list[AccountPerspective]) -> Iterator[ReducerStep]:
    log = event_log_of(history)
    for perspective in perspectives:
        yield from ((perspective, *step) for step in events_between_views(log, perspective))


def differing_fields(step: ReducerStep) -> dict[str, Any]:
    """Return the fields in which the reducer's result differs from the fresh view."""
    perspective, before, event, after = step
    before_text = json.dumps(before)
    reduced = reduce(before, event, perspective.account)
    assert json.dumps(before) == before_text, "`reduce` doesn't change the old view"
    return {name: (reduced.get(name), after[name]) for name in after if reduced.get(name) != after[name]}


def find_differences(history: MatchHistory, perspectives: list[AccountPerspective]) -> list[tuple[Any, ...]]:
    return [
        (step[0].account, step[2], differences)
        for step in reducer_steps(history, perspectives)
        if (differences := differing_fields(step))
    ]


def random_history(rules: Ruleset, players: int, seed: int, longest: int = MAX_STEPS) -> MatchHistory:
    """Return a random history: sometimes a player misses a move or resigns, and computer players join; seeds 3, 6 and 9
    have entropy."""
    missing, resigning = (0.1, 0.0, 0.4, 0.0)[seed % 4], (0.0, 0.03, 0.02, 0.0)[seed % 4]
    return play_random_match(rules, players, seed, mischief=0.1, missing=missing, resigning=resigning, longest=longest)


@pytest.mark.parametrize("rules", PRINTED_RULESETS, ids=[rules.name for rules in PRINTED_RULESETS])
def test_reducing_an_event_gives_the_fresh_view(rules: Ruleset) -> None:
    for seed, players in ((9, min(rules.players)), (6, max(rules.players))):
        one = random_history(rules, players, seed, longest=140)
        assert find_differences(one, sample_perspectives(one, 4, Random(seed))) == []


@pytest.mark.nightly
@pytest.mark.parametrize("seed", [0, 3, 6, 9])
@pytest.mark.parametrize(
    ("rules", "players"),
    RULESETS_AND_PLAYER_COUNTS,
    ids=[f"{rules.name}-{players}" for rules, players in RULESETS_AND_PLAYER_COUNTS],
)
def test_reducing_whole_matches_gives_every_viewer_the_fresh_view(rules: Ruleset, players: int, seed: int) -> None:
    one = random_history(rules, players, seed)
    assert find_differences(one, all_perspectives(one)) == []


def history_with_extended_phase() -> MatchHistory:
    """Return a history with a phase that is extended once after an outage, and with lobbies that players leave."""
    one = play_random_match(ODYSSEY, 4, 3, mischief=0.0, missing=0.02, longest=12)
    assert one.match is not None
    assert deadline_of(one.match)
    one.act(ExpirePhase(phase=phase_id(one.match), outage=True))
    return one


def history_with_seat_changes() -> MatchHistory:
    """Return a history of a lobby in which seats change, the host's role passes on, and a kicked player comes back."""
    host, *others = human_players(4)
    one = MatchHistory(rules=ODYSSEY, players=4, seed=1, chance=FixedChance(1))
    one.act(Open(terms=terms(ODYSSEY, 5), player=host))
    for player in others:
        one.act(Sit(player=player))
    one.act(Sent(0, Move(target_seat=4)))
    one.act(Sent(4, HandOver(target_seat=2)))
    one.act(Sent(2, Clear(target_seat=3)))
    one.act(Sent(1, Move(target_seat=3)))
    for seat in (0, 1):
        one.act(Sit(player=RulebookPlayer(id=f"late-{seat}", name="Late", kind="guest"), seat=seat))
    one.act(Sent(0, Stand()))
    one.act(Sit(player=others[2], is_invited=True))
    one.act(Sent(2, Start()))
    assert not any(step.refused for step in one.steps)
    return one


def test_reducing_seat_changes_in_a_lobby_gives_the_fresh_view() -> None:
    one = history_with_seat_changes()
    views = [
        (perspective.account, before["kicked"]) for perspective, before, *_ in reducer_steps(one, all_perspectives(one))
    ]
    assert {account for account, kicked in views if kicked} == {"id-3"}
    assert find_differences(one, all_perspectives(one)) == []


def test_reducing_absences_gives_every_viewer_the_fresh_view() -> None:
    one = history_with_absences()
    assert find_differences(one, all_perspectives(one)) == []


def test_reducing_a_rematch_gives_every_viewer_the_fresh_view() -> None:
    for one in rematch_lobbies():
        assert find_differences(one, all_perspectives(one)) == []


def histories_with_entropy_and_departures() -> Iterator[MatchHistory]:
    """Return histories with draws with entropy, one of them void, and with seats that people leave and computer players
    take."""
    yield play_random_match(ODYSSEY, 6, 6, missing=0.1, resigning=0.03, longest=90)
    yield play_random_match(ODYSSEY, 8, 9, missing=0.1, resigning=0.05, longest=60)


@pytest.fixture(scope="module")
def steps_by_event_type() -> dict[str, list[ReducerStep]]:
    """Return some steps for every type of event."""
    histories = [
        history_with_extended_phase(),
        *(play_random_match(rules, min(rules.players), 4, mischief=0.6, longest=250) for rules in PRINTED_RULESETS),
    ]
    histories += [
        play_random_match(rules, min(rules.players), seed, missing=0.3, resigning=0.02, longest=120)
        for seed, rules in enumerate(PRINTED_RULESETS)
    ]
    histories += [
        play_random_match(PARTY, 12, 1, mischief=0.0, longest=160),
        *histories_with_entropy_and_departures(),
        history_with_seat_changes(),
        history_with_absences(),
        *rematch_lobbies(),
    ]
    steps_by_type: dict[str, list[ReducerStep]] = {}
    for one in histories:
        for step in reducer_steps(one, [Random(1).choice(all_perspectives(one)[:-2]), PUBLIC_PERSPECTIVE]):
            steps_by_type.setdefault(step[2]["type"], []).append(step)
    return steps_by_type


@pytest.mark.parametrize("name", sorted(set(CHANGES) - {"match_opened"}))
def test_a_reducer_that_ignores_an_event_type_is_detected(
    name: str, steps_by_event_type: dict[str, list[ReducerStep]], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not any(map(differing_fields, steps_by_event_type[name]))
    monkeypatch.delitem(reducer.CHANGES, name)
    assert any(map(differing_fields, steps_by_event_type[name]))


def test_a_reducer_that_waits_for_resigned_players_is_detected(
    steps_by_event_type: dict[str, list[ReducerStep]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reducer, "active_seats", lambda view, seats: seats)
    assert all(
        any(map(differing_fields, steps_by_event_type[name])) for name in ("round_begun", "clue_given", "tableau_laid")
    )


def without_ephemeral_fields(view: Json) -> Json:
    """Return a view without the fields that no event contains."""
    seats = [{**seat, "connected": None} for seat in view["seats"]]
    return {**view, "seats": seats, "phase": {**view["phase"], "remaining_ms": None}, "expires_at": None}


def test_a_websocket_client_never_needs_to_refetch_the_view(deployment: Deployment) -> None:
    match = create_match(deployment, 6, ruleset="party")
    viewers = [*match.players[:3], Player("Eve", http_transport(deployment.base_urls[1]))]

    async def follow(viewer: Player, done: asyncio.Event) -> None:
        async with open_websocket(deployment.base_urls[0], viewer.token) as wire:
            view = (await wire.request("subscribe", match=match.id))["view"]
            await done.wait()
            fresh = await asyncio.to_thread(viewer.view, match.id)
            for text in await wire.wait_for_version(match.id, fresh["version"]):
                view = reduce(view, json.loads(text), viewer.id)
            assert without_ephemeral_fields(view) == without_ephemeral_fields(fresh)

    async def play_and_follow() -> None:
        done = asyncio.Event()
        followers = [asyncio.create_task(follow(viewer, done)) for viewer in viewers]
        await asyncio.sleep(0.5)
        await asyncio.to_thread(lambda: match.start().play_until("submitting"))
        await asyncio.to_thread(match.players[2].act, match.id, "resign")
        await asyncio.to_thread(lambda: match.play_until("submitting", round=2))
        done.set()
        await asyncio.gather(*followers)

    asyncio.run(play_and_follow())
