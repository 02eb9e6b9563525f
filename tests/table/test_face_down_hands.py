"""Party: no endpoint shows a seat a card that it hasn't been shown, whatever version it asks for."""

import itertools
import json
import re
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from games.eventlog import event_reader
from games.eventlog.command_metadata import CommandMetadata
from games.matches import match_queries
from games.matches.command_handler import handle_command
from games.rulebook import Refused
from games.rulebook.commands import Submit, TellClue
from games.rulebook.events import HandsPassed
from games.rulebook.match import Storytelling
from games.rulebook.round import Clue
from tests.playing import simulated, state
from tests.rulebook.secrecy import Known

pytestmark = pytest.mark.django_db
CARD = re.compile(r'"(base-\d+)"')
EDITIONS = ("party", "party-passing", "party-30")


def cards(answer: bytes) -> set[str]:
    return set(CARD.findall(answer.decode()))


def known_at_each_version(match_id: str) -> Iterator[Known]:
    """What the rules say has been shown to whom, one version after another."""
    known = Known()
    for one in event_reader.load_events(match_id, 0, event_reader.stream_versions([match_id])[match_id]):
        known.learn(one.event)
        yield known


def played(ruleset: str) -> Any:
    """Two rounds and into the third: every card that is dealt, drawn and passed on."""
    simulation = simulated(ruleset, 6, until="storytelling")
    for _ in itertools.takewhile(lambda _: board(simulation).round < 3, simulation.steps()):
        pass
    return simulation


def board(simulation: Any) -> Any:
    return state(simulation.match_id).board  # type: ignore[union-attr]


def too_early(simulation: Any) -> Iterator[tuple[int, int, set[str]]]:
    """Every seat at every version: the cards that a view or an event shows although nobody has shown them to it."""
    shown: dict[int, set[str]] = {seat: set() for seat in range(6)}
    for version, known in enumerate(known_at_each_version(simulation.match_id), start=1):
        for seat, player in enumerate(simulation.players):
            if version < 8:  # the lobby: the decks name their cards
                continue
            seen = msgspec.json.encode(match_queries.match_view(simulation.match_id, player.id, at=version))
            told = match_queries.encode_events_page(simulation.match_id, player.id, after=version - 1, limit=1)
            shown[seat] |= known.by(seat)
            if early := (cards(seen) | cards(told)) - shown[seat]:
                yield version, seat, early


@pytest.mark.parametrize("ruleset", EDITIONS)
def test_no_version_of_a_view_or_an_event_shows_a_card_too_early(ruleset: str) -> None:
    simulation = played(ruleset)
    events = [
        json.loads(text)
        for text in event_reader.events_for(simulation.match_id, event_reader.PUBLIC_AUDIENCE, 0, 10_000)
    ]
    assert any(event["type"] == "hands_passed" for event in events) == (ruleset != "party")
    assert list(too_early(simulation)) == []


def test_it_would_be_seen_if_hands_were_read_as_they_are_dealt(monkeypatch: pytest.MonkeyPatch) -> None:
    simulation = played("party-30")
    leaky = event_reader.OPENINGS_FOR_SEAT_SQL.replace("coalesce(read_from, open_from)", "version")
    monkeypatch.setattr(event_reader, "OPENINGS_FOR_SEAT_SQL", leaky)
    assert list(too_early(simulation))


@pytest.mark.parametrize("ruleset", EDITIONS)
def test_every_hand_is_read_by_its_holder_from_the_clue_on(ruleset: str) -> None:
    simulation = played(ruleset)
    for seat, player in enumerate(simulation.players):
        page = json.loads(match_queries.encode_events_page(simulation.match_id, player.id, after=0, limit=1000))[
            "results"
        ]
        clues = [event["version"] for event in page if event["type"] == "clue_given"]
        dealt = next(event["version"] for event in page if event["type"] == "hands_dealt")
        at = [
            event["version"]
            for event in page
            for opening in event["opened"]
            if (opening["version"], opening["part"]) == (dealt, f"hands/{seat}")
        ]
        assert at == [clues[0]]


@pytest.mark.parametrize("ruleset", EDITIONS)
def test_the_answer_to_a_command_is_the_same_when_it_is_asked_for_again(ruleset: str) -> None:
    """The first one is made of what was just written, the other read from the log: the clue turns hands up."""
    simulation = simulated(ruleset, 6, until="storytelling")
    caller = CommandMetadata(account_id=simulation.players[2].id or "", command_id="a-clue", request_digest="")

    def tell(seat: int) -> TellClue:
        return TellClue(seat=seat, card=None, clue=Clue(kind="text", text="almost"))

    first, again = (
        match_queries.encode_command_response(handle_command(simulation.match_id, tell, metadata=caller))
        for _ in range(2)
    )
    assert first == again
    assert cards(first) == set(board(simulation).hands[2])


@pytest.mark.parametrize("ruleset", EDITIONS)
def test_errors_say_nothing_of_cards_that_lie_face_down(ruleset: str) -> None:
    simulation = simulated(ruleset, 6, until="storytelling")
    assert isinstance(state(simulation.match_id), Storytelling)
    hands = board(simulation).hands
    told = {
        str(refusal(simulation, ask)) + repr(refusal(simulation, ask).reason)
        for card in (hands[1][0], hands[2][0], "base-000")
        for ask in (lambda seat, card=card: Submit(seat=seat, cards=(card,)),)
    }
    assert len(told) == 1


def refusal(simulation: Any, ask: Any) -> Refused:
    with pytest.raises(Refused) as refused:
        handle_command(
            simulation.match_id,
            ask,
            metadata=CommandMetadata(account_id=simulation.players[1].id, command_id="x", request_digest=""),
        )
    return refused.value


def test_hands_that_are_passed_on_are_told_to_their_new_holders_alone() -> None:
    simulation = played("party-passing")
    passed = [
        one for one in event_reader.load_events(simulation.match_id, 0, 10_000) if isinstance(one.event, HandsPassed)
    ]
    assert passed
    for one in passed:
        for seat, player in enumerate(simulation.players):
            told = cards(
                match_queries.encode_events_page(simulation.match_id, player.id, after=one.version - 1, limit=1)
            )
            hand = set(one.event.hands[seat])  # type: ignore[union-attr]
            assert told in (hand, set())
