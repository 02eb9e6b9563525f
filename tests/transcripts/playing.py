"""A match of the pure rulebook among seeded computer players, as the events that everyone reads when it is over."""

from datetime import timedelta
from random import Random
from typing import Literal

import msgspec

from games.bots.random_bot import choose_random_move
from games.eventlog.codec import encode
from games.rulebook import Match, Viewer, decide, evolve
from games.rulebook.commands import Command, Open, Resign, Sit, Start, TellClue, TimeUp
from games.rulebook.events import Event
from games.rulebook.match import Gathering, Over, board_of, phase_id
from games.rulebook.player_view import actions, waiting_for
from games.rulebook.round import Clue
from games.rulebook.rulesets import EDITIONS
from games.rulebook.terms import Clock, Player
from games.story.visible_event import WireEvent, WireOpening
from tests.rulebook.table import NOW, Luck, terms

NAMES = ("Ada", "Ben", "Cleo", "Dora", "Egon", "Fay", "Gus", "Hedi", "Ida", "Jon", "Kim", "Lou")
HURRY = Clock(clue=90, submit=60, vote=60, reveal=30)
WORDLESS = (Clue(kind="song", text=None), Clue(kind="mime", text=None), Clue(kind="sound", text="whoosh"))
Policy = Literal["auto", "skip", "abort"]


def played(
    ruleset: str,
    players: int,
    *,
    missing: float = 0,
    resigning: float = 0,
    policy: Policy = "auto",
    seed: str = "",
) -> list[WireEvent]:
    """The match; `missing` is the share of moves that nobody makes in time, `resigning` that of players who leave."""
    name = f"{ruleset}-{players}{seed}"
    chance, luck, rules = Random(name), Luck(sum(map(ord, name))), EDITIONS[ruleset].rules
    people = [Player(id=f"id-{seat}", name=NAMES[seat], kind="guest") for seat in range(players)]
    agreed = terms(rules, players, clock=HURRY if missing else Clock(), on_timeout=policy)
    match, now, told = None, NOW, list[WireEvent]()
    command: Command | Open | None = Open(terms=agreed, player=people[0])
    while command is not None:
        for event in decide(match, command, now=now, chance=luck):
            told.append(_told(event, match, name, len(told) + 1))
            match = evolve(match, event)
        now += timedelta(seconds=120)
        assert match is not None
        command = _next(match, people, chance, missing, resigning)
    return told


def _told(event: Event, before: Match | None, name: str, version: int) -> WireEvent:
    """As it is read at the end, when every part is open."""
    encoded = encode(event, board_of(before) if before else None, lambda: "")
    opened = [
        WireOpening(version=version, part=sealed.part.name, value=msgspec.json.decode(sealed.value))
        for sealed in encoded.parts
    ]
    return WireEvent(
        match=name, type=encoded.type, schema=encoded.schema, actor=None, at=NOW, data=encoded.data, opened=opened
    )


def _next(match: Match, people: list[Player], chance: Random, missing: float, resigning: float) -> Command | None:
    if isinstance(match, Over):
        return None
    if isinstance(match, Gathering):
        taken = len(match.taken_seats)
        return Sit(player=people[taken]) if taken < len(people) else Start(seat=0)
    if chance.random() < missing:
        return TimeUp(phase=phase_id(match))
    seat = chance.choice(waiting_for(match))
    if resigning and chance.random() < resigning:
        return Resign(seat=seat)
    choices = actions(match, Viewer(seat=seat))
    ask = choose_random_move(choices, chance)
    assert ask is not None
    return _without_words(ask(seat), chance)


def _without_words(command: Command, chance: Random) -> Command:
    """Now and then a clue is hummed or acted out."""
    if isinstance(command, TellClue) and chance.random() < 1 / 6:
        return TellClue(seat=command.seat, card=command.card, clue=chance.choice(WORDLESS))
    return command
