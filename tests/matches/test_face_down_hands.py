"""Party: no endpoint shows a seat a card that it hasn't been shown, at any version."""

import itertools
import json
import re
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from games.eventlog import event_reader
from games.eventlog.append import MAX_VERSION
from games.eventlog.command_metadata import CommandMetadata
from games.eventlog.event_texts import events_for
from games.eventlog.stream_position import BEFORE_FIRST_EVENT, StreamPosition
from games.matches import match_queries
from games.matches.command_handler import handle_command
from games.rulebook import Refused
from games.rulebook.audience import PUBLIC_AUDIENCE
from games.rulebook.commands import Command, GiveClue, Submit
from games.rulebook.events import HandsPassed
from games.rulebook.match import Storytelling
from games.rulebook.round import Clue
from tests.rulebook.secrecy_invariants import KnownCards
from tests.simulated_matches import current_match, simulate_match

pytestmark = pytest.mark.django_db
CARD_ID_PATTERN = re.compile(r'"(base-\d+)"')
PARTY_RULESETS = ("party", "party-passing", "party-30")


def card_ids_in(response: bytes) -> set[str]:
    return set(CARD_ID_PATTERN.findall(response.decode()))


def known_cards_by_version(match_id: str) -> Iterator[KnownCards]:
    """Return the cards that each seat has been shown according to the rules, one version after another."""
    known = KnownCards()
    for recorded_event in event_reader.load_events(match_id, 0, MAX_VERSION):
        known.apply_event(recorded_event.event)
        yield known


def play_into_third_round(ruleset: str) -> Any:
    """Play two rounds and begin the third: cards are dealt, drawn and passed on."""
    simulation = simulate_match(ruleset, 6, until="storytelling")
    for _ in itertools.takewhile(lambda _: current_board(simulation).round < 3, simulation.steps()):
        pass
    return simulation


def current_board(simulation: Any) -> Any:
    return current_match(simulation.match_id).board  # type: ignore[union-attr]


def find_premature_cards(simulation: Any) -> Iterator[tuple[int, int, set[str]]]:
    """Return, for every seat and version, the cards that a view or an event shows although the seat has not been shown
    them."""
    shown: dict[int, set[str]] = {seat: set() for seat in range(6)}
    for version, known in enumerate(known_cards_by_version(simulation.match_id), start=1):
        for seat, player in enumerate(simulation.players):
            if version < 8:  # The lobby: decks list their cards.
                continue
            view_json = msgspec.json.encode(match_queries.load_match_view(simulation.match_id, player.id, at=version))
            events_json = match_queries.encode_events_page(
                simulation.match_id, player.id, position=StreamPosition(version=version - 1), limit=1
            )
            shown[seat] |= known.known_to(seat)
            if premature := (card_ids_in(view_json) | card_ids_in(events_json)) - shown[seat]:
                yield version, seat, premature


@pytest.mark.parametrize("ruleset", PARTY_RULESETS)
def test_no_view_or_event_shows_a_card_too_early(ruleset: str) -> None:
    simulation = play_into_third_round(ruleset)
    events = [json.loads(text) for text in events_for(simulation.match_id, PUBLIC_AUDIENCE, 0, 10_000)]
    assert any(event["type"] == "hands_passed" for event in events) == (ruleset != "party")
    assert list(find_premature_cards(simulation)) == []


@pytest.mark.parametrize("ruleset", PARTY_RULESETS)
def test_players_see_their_own_hand_once_the_clue_is_given(ruleset: str) -> None:
    simulation = play_into_third_round(ruleset)
    for seat, player in enumerate(simulation.players):
        events = json.loads(
            match_queries.encode_events_page(simulation.match_id, player.id, position=BEFORE_FIRST_EVENT, limit=1000)
        )["results"]
        clue_versions = [event["version"] for event in events if event["type"] == "clue_given"]
        dealt_version = next(event["version"] for event in events if event["type"] == "hands_dealt")
        opened_versions = [
            event["version"]
            for event in events
            for opening in event["opened"]
            if (opening["version"], opening["part"]) == (dealt_version, f"hands/{seat}")
        ]
        assert opened_versions == [clue_versions[0]]


@pytest.mark.parametrize("ruleset", PARTY_RULESETS)
def test_repeating_a_command_returns_the_same_response(ruleset: str) -> None:
    """The first response is made from the fresh events, the repeat is read from the log: the clue turns hands up."""
    simulation = simulate_match(ruleset, 6, until="storytelling")
    metadata = CommandMetadata(account_id=simulation.players[2].id or "", command_id="a-clue", request_digest="")

    give_clue = GiveClue(card=None, clue=Clue(kind="text", text="almost"))

    first, repeated = (
        match_queries.encode_command_response(handle_command(simulation.match_id, give_clue, metadata=metadata))
        for _ in range(2)
    )
    assert first == repeated
    assert card_ids_in(first) == set(current_board(simulation).hands[2])


@pytest.mark.parametrize("ruleset", PARTY_RULESETS)
def test_errors_do_not_reveal_face_down_cards(ruleset: str) -> None:
    simulation = simulate_match(ruleset, 6, until="storytelling")
    assert isinstance(current_match(simulation.match_id), Storytelling)
    hands = current_board(simulation).hands
    messages = {
        str(refused) + repr(refused.reason)
        for card in (hands[1][0], hands[2][0], "base-000")
        for refused in (catch_refusal(simulation, Submit(cards=(card,))),)
    }
    assert len(messages) == 1


def catch_refusal(simulation: Any, command: Command) -> Refused:
    with pytest.raises(Refused) as refused:
        handle_command(
            simulation.match_id,
            command,
            metadata=CommandMetadata(account_id=simulation.players[1].id, command_id="x", request_digest=""),
        )
    return refused.value


def test_passed_hands_are_shown_only_to_their_new_holders() -> None:
    simulation = play_into_third_round("party-passing")
    passing_events = [
        one for one in event_reader.load_events(simulation.match_id, 0, 10_000) if isinstance(one.event, HandsPassed)
    ]
    assert passing_events
    for one in passing_events:
        for seat, player in enumerate(simulation.players):
            shown_cards = card_ids_in(
                match_queries.encode_events_page(
                    simulation.match_id, player.id, position=StreamPosition(version=one.version - 1), limit=1
                )
            )
            hand = set(one.event.hands[seat])  # type: ignore[union-attr]
            assert shown_cards in (hand, set())
