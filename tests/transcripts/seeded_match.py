"""A match of the pure rulebook among seeded computer players, as the events that are public when it is over."""

from collections.abc import Callable
from datetime import datetime, timedelta
from random import Random
from typing import Literal

import msgspec

from games.bots.random_bot import choose_random_move
from games.eventlog.codec import current_schema, encode
from games.narrative.visible_event import WireEvent, WireOpening
from games.rulebook import Match, Viewer, decide
from games.rulebook.commands import Actor, Command, ExpirePhase, GiveClue, Open, Resign, Sit, Start
from games.rulebook.event_names import EVENT_NAME_BY_CLASS
from games.rulebook.events import Event
from games.rulebook.match import Gathering, Over, phase_id
from games.rulebook.player_view import actions
from games.rulebook.round import Clue
from games.rulebook.rulesets import EDITIONS
from games.rulebook.terms import Clock, Player, Terms
from games.rulebook.waiting import waiting_for
from tests.rulebook.match_scenarios import NOW, FixedChance, terms
from tests.rulebook.sent_command import Sent

PLAYER_NAMES = ("Ada", "Ben", "Cleo", "Dora", "Egon", "Fay", "Gus", "Hedi", "Ida", "Jon", "Kim", "Lou")
TRANSCRIPT_CLOCK = Clock(clue=90, submit=60, vote=60, reveal=30)
WORDLESS_CLUES = (Clue(kind="song", text=None), Clue(kind="mime", text=None), Clue(kind="sound", text="whoosh"))
TimeoutPolicy = Literal["auto", "skip", "abort"]


def play_seeded_match(
    ruleset: str,
    players: int,
    *,
    missing: float = 0,
    resigning: float = 0,
    policy: TimeoutPolicy = "auto",
    seed: str = "",
) -> list[WireEvent]:
    """Play the match; `missing` is the share of moves that time out, `resigning` that of players who leave."""
    name, people = f"{ruleset}-{players}{seed}", seated_people(players)
    rng = Random(name)
    match_terms = terms(
        EDITIONS[ruleset].rules, players, clock=TRANSCRIPT_CLOCK if missing else Clock(), on_timeout=policy
    )

    def next_command(match: Match, now: datetime) -> tuple[Sent, datetime] | None:
        sent = _next_command(match, people, rng, missing, resigning)
        return (sent, now + timedelta(seconds=120)) if sent else None

    return play_match(name, match_terms, people, next_command)


def play_match(
    name: str,
    match_terms: Terms,
    people: list[Player],
    next_command: Callable[[Match, datetime], tuple[Sent, datetime] | None],
) -> list[WireEvent]:
    """Play a match that the first of these people opens; `next_command` returns what happens next, and when."""
    chance, match, visible_events = FixedChance(sum(map(ord, name))), None, list[WireEvent]()
    bots = tuple((seat, player) for seat, player in enumerate(people) if player.kind == "bot")
    step: tuple[Sent, datetime] | None = Sent(None, Open(terms=match_terms, player=people[0], bots=bots)), NOW
    while step:
        sent, now = step
        actor = sent.actor
        for event, match_after in decide(match, sent.command, actor=actor, now=now, chance=chance):
            visible_events.append(_visible_event(event, match, name, len(visible_events) + 1, actor, now))
            # Only the first event of a command names an actor.
            match, actor = match_after, None
        assert match is not None
        step = next_command(match, now)
    return visible_events


def seated_people(count: int) -> list[Player]:
    return [Player(id=f"id-{seat}", name=PLAYER_NAMES[seat], kind="guest") for seat in range(count)]


def _visible_event(
    event: Event, before: Match | None, match_name: str, version: int, actor: Actor, now: datetime
) -> WireEvent:
    """Return the event as it is read at the end, when every part is open."""
    data, openings = encode(event, before, version, lambda: "")
    name = EVENT_NAME_BY_CLASS[type(event)]
    opened = [
        WireOpening(version=version, part=part, value=msgspec.json.decode(value or "null"))
        for _, part, _, value, *_ in openings
    ]
    return WireEvent(
        match=match_name,
        version=version,
        type=name,
        schema=current_schema(name),
        actor=actor,
        at=now,
        data=data,
        opened=opened,
    )


def _next_command(match: Match, people: list[Player], rng: Random, missing: float, resigning: float) -> Sent | None:
    if isinstance(match, Over):
        return None
    if isinstance(match, Gathering):
        return lobby_command(match, people)
    if rng.random() < missing:
        return Sent("clock", ExpirePhase(phase=phase_id(match), outage=False))
    seat = rng.choice(waiting_for(match))
    if resigning and rng.random() < resigning:
        return Sent(seat, Resign())
    return random_move(match, seat, rng)


def lobby_command(lobby: Gathering, people: list[Player]) -> Sent:
    """Return that the next of the people sits down, or that the host starts the match."""
    free_seats = [seat for seat in range(len(people)) if seat not in lobby.taken_seats]
    return Sent(None, Sit(player=people[free_seats[0]])) if free_seats else Sent(0, Start())


def random_move(match: Match, seat: int, rng: Random) -> Sent:
    """Return a move of this seat; sometimes its clue is hummed or acted out."""
    command = choose_random_move(actions(match, Viewer(seat=seat)), rng)
    assert command is not None
    return Sent(seat, _sometimes_without_words(command, rng))


def _sometimes_without_words(command: Command, rng: Random) -> Command:
    """Sometimes replace a clue by one that is hummed or acted out."""
    if isinstance(command, GiveClue) and rng.random() < 1 / 6:
        return GiveClue(card=command.card, clue=rng.choice(WORDLESS_CLUES))
    return command
