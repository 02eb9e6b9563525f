"""Old view and event are the fresh view, for every viewer after every event: so what is told suffices."""

import asyncio
import json
from collections.abc import Iterator
from random import Random
from typing import Any, TypeAlias

import pytest
from dixit_client import reducer
from dixit_client.reducer import CHANGES, reduce

from games.rulebook.commands import Clear, HandOver, Move, Open, Sit, Stand, Start, TimeUp
from games.rulebook.match import assigned_seat_of, deadline_of, phase_id, seat_of
from games.rulebook.rulesets import ODYSSEY, PARTY, Ruleset
from games.rulebook.terms import Player as Person
from tests.api.client import Json, Player, over
from tests.concurrency.crowd import table
from tests.examples.telling import Eyes, happened, written
from tests.live.wire import dial
from tests.rulebook.playing import LONGEST, Story, played
from tests.rulebook.table import RULES, TABLES, Luck, people, terms
from tests.services.house import House

ONLOOKER, PUBLIC = Eyes(account="onlooker"), Eyes(account=None)
Step: TypeAlias = tuple[Eyes, Json, Json, Json]
"""Whose eyes, the view before, the event, the view after."""


def everybody(story: Story) -> list[Eyes]:
    """Every player who was ever seated, somebody who could sit down, and the public."""
    people = {event.player.id for event in story.events if hasattr(event, "player") and event.player}
    return [*(Eyes(account=account) for account in sorted(people)), ONLOOKER, PUBLIC]


def some(story: Story, most: int, rng: Random) -> list[Eyes]:
    """Some of them, and before all whoever has resigned."""
    assert story.match is not None
    eyes = everybody(story)
    left = [
        one
        for one in eyes
        if one.account and assigned_seat_of(story.match, one.account) != seat_of(story.match, one.account)
    ]
    return [*left[: most // 2], *rng.sample([one for one in eyes if one not in left], most - len(left[: most // 2]))]


def steps(story: Story, eyes: list[Eyes]) -> Iterator[Step]:
    log = written(story)
    for one in eyes:
        yield from ((one, *step) for step in happened(log, one))


def wrong(step: Step) -> dict[str, Any]:
    """What the reducer makes otherwise than the fresh view is."""
    eyes, before, event, after = step
    kept = json.dumps(before)
    made = reduce(before, event, eyes.account)
    assert json.dumps(before) == kept, "the old view stays as it was"
    return {name: (made.get(name), after[name]) for name in after if made.get(name) != after[name]}


def everything_wrong(story: Story, eyes: list[Eyes]) -> list[tuple[Any, ...]]:
    return [(step[0].account, step[2], fault) for step in steps(story, eyes) if (fault := wrong(step))]


def story(rules: Ruleset, players: int, seed: int, longest: int = LONGEST) -> Story:
    """Now and then somebody misses a move or resigns, and computer players sit down; seeds 3, 6 and 9 have entropy."""
    missing, resigning = (0.1, 0.0, 0.4, 0.0)[seed % 4], (0.0, 0.03, 0.02, 0.0)[seed % 4]
    return played(rules, players, seed, mischief=0.1, missing=missing, resigning=resigning, longest=longest)


@pytest.mark.parametrize("rules", RULES, ids=[rules.name for rules in RULES])
def test_old_view_and_event_are_the_fresh_view(rules: Ruleset) -> None:
    for seed, players in ((9, min(rules.players)), (6, max(rules.players))):
        one = story(rules, players, seed, longest=140)
        assert everything_wrong(one, some(one, 4, Random(seed))) == []


@pytest.mark.nightly
@pytest.mark.parametrize("seed", [0, 3, 6, 9])
@pytest.mark.parametrize(("rules", "players"), TABLES, ids=[f"{rules.name}-{players}" for rules, players in TABLES])
def test_every_night_it_is_for_everybody_at_every_table_to_the_end(rules: Ruleset, players: int, seed: int) -> None:
    one = story(rules, players, seed)
    assert everything_wrong(one, everybody(one)) == []


def extended() -> Story:
    """A phase that goes on once after an outage, and lobbies that are left."""
    one = played(ODYSSEY, 4, 3, mischief=0.0, missing=0.02, longest=12)
    assert one.match is not None
    assert deadline_of(one.match)
    one.act(TimeUp(phase=phase_id(one.match), outage=True))
    return one


def changing_places() -> Story:
    """A lobby in which seats are changed, the host's part goes round, and somebody is kicked and comes back."""
    host, *others = people(4)
    one = Story(rules=ODYSSEY, players=4, seed=1, luck=Luck(1))
    one.act(Open(terms=terms(ODYSSEY, 5), player=host))
    for player in others:
        one.act(Sit(player=player))
    one.act(Move(seat=0, target_seat=4))
    one.act(HandOver(seat=4, target_seat=2))
    one.act(Clear(seat=2, target_seat=3))
    one.act(Move(seat=1, target_seat=3))
    for seat in (0, 1):
        one.act(Sit(player=Person(id=f"late-{seat}", name="Late", kind="guest"), seat=seat))
    one.act(Stand(seat=0))
    one.act(Sit(player=others[2]))
    one.act(Start(seat=2))
    assert not any(step.refused for step in one.steps)
    return one


def test_it_is_so_for_everybody_in_a_lobby_where_places_change() -> None:
    one = changing_places()
    views = [(eyes.account, before["kicked"]) for eyes, before, *_ in steps(one, everybody(one))]
    assert {account for account, kicked in views if kicked} == {"id-3"}
    assert everything_wrong(one, everybody(one)) == []


def adding_and_leaving() -> Iterator[Story]:
    """Draws with entropy, one of them void, and seats that people leave and computer players take."""
    yield played(ODYSSEY, 6, 6, missing=0.1, resigning=0.03, longest=90)
    yield played(ODYSSEY, 8, 9, missing=0.1, resigning=0.05, longest=60)


@pytest.fixture(scope="module")
def of_each_type() -> dict[str, list[Step]]:
    """Some steps of every type of event."""
    stories = [extended(), *(played(rules, min(rules.players), 4, mischief=0.6, longest=250) for rules in RULES)]
    stories += [
        played(rules, min(rules.players), seed, missing=0.3, resigning=0.02, longest=120)
        for seed, rules in enumerate(RULES)
    ]
    stories += [played(PARTY, 12, 1, mischief=0.0, longest=160), *adding_and_leaving(), changing_places()]
    found: dict[str, list[Step]] = {}
    for one in stories:
        for step in steps(one, [Random(1).choice(everybody(one)[:-2]), PUBLIC]):
            found.setdefault(step[2]["type"], []).append(step)
    return found


@pytest.mark.parametrize("name", sorted(set(CHANGES) - {"match_opened"}))
def test_a_reducer_that_leaves_out_a_type_is_seen(
    name: str, of_each_type: dict[str, list[Step]], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not any(map(wrong, of_each_type[name]))
    monkeypatch.delitem(reducer.CHANGES, name)
    assert any(map(wrong, of_each_type[name]))


def test_a_reducer_that_waits_for_who_has_resigned_is_seen(
    of_each_type: dict[str, list[Step]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reducer, "awaited", lambda view, seats: seats)
    assert all(any(map(wrong, of_each_type[name])) for name in ("round_begun", "clue_given", "tableau_laid"))


def apart(view: Json) -> Json:
    """A view apart from what no event tells."""
    seats = [{**seat, "connected": None} for seat in view["seats"]]
    return {**view, "seats": seats, "phase": {**view["phase"], "remaining_ms": None}}


def test_over_a_socket_a_client_never_has_to_ask_for_the_view_again(house: House) -> None:
    match = table(house, 6, ruleset="party")
    viewers = [*match.players[:3], Player("Eve", over(house.addresses[1]))]

    async def follow(viewer: Player, done: asyncio.Event) -> None:
        async with dial(house.addresses[0], viewer.token) as wire:
            view = (await wire.ask("subscribe", match=match.id))["view"]
            await done.wait()
            fresh = await asyncio.to_thread(viewer.view, match.id)
            for text in await wire.until(match.id, fresh["version"]):
                view = reduce(view, json.loads(text), viewer.id)
            assert apart(view) == apart(fresh)

    async def scene() -> None:
        done = asyncio.Event()
        following = [asyncio.create_task(follow(viewer, done)) for viewer in viewers]
        await asyncio.sleep(0.5)
        await asyncio.to_thread(lambda: match.start().until("submitting"))
        await asyncio.to_thread(match.players[2].act, match.id, "resign")
        await asyncio.to_thread(lambda: match.until("submitting", round=2))
        done.set()
        await asyncio.gather(*following)

    asyncio.run(scene())
