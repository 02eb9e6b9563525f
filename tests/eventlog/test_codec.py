"""Events are encoded to public data and sealed parts and decoded again; older schemas are upcast when they are read."""

import json
import secrets
from typing import Any

import pytest
from msgspec import Raw

from games.eventlog import codec
from games.eventlog.canonical_encoding import encode_canonical
from games.eventlog.codec import current_schema, decode, decode_json, encode
from games.rulebook.event_names import EVENT_CLASS_BY_NAME, EVENT_NAME_BY_CLASS
from games.rulebook.events import CardsSubmitted, Event, HandsDealt, SeatReady, SeatTaken, VoteCast
from games.rulebook.round import Award
from tests.eventlog.event_samples import SAMPLE_EVENTS, SAMPLE_MATCH


def random_salt() -> str:
    return secrets.token_hex(32)


def encode_sample(event: Event) -> tuple[dict[str, Any], dict[str, str | None]]:
    """Return the public data and the secret values of an event."""
    data, openings = encode(event, SAMPLE_MATCH, 1, random_salt)
    return data, {part: value for _, part, _, value, *_ in openings}


@pytest.mark.parametrize("event", SAMPLE_EVENTS, ids=lambda event: type(event).__name__)
def test_decoding_an_encoded_event_returns_the_same_event(event):
    data, secrets_by_part = encode_sample(event)
    name, text = EVENT_NAME_BY_CLASS[type(event)], encode_canonical(data)
    assert decode_json(name, current_schema(name), Raw(text.encode()), secrets_by_part) == event
    assert decode(name, current_schema(name), json.loads(text), secrets_by_part) == event


def test_there_is_a_sample_of_every_event():
    assert {type(event) for event in SAMPLE_EVENTS} == set(EVENT_CLASS_BY_NAME.values())


def test_event_names_are_class_names_in_snake_case():
    assert EVENT_NAME_BY_CLASS[CardsSubmitted] == "cards_submitted"
    assert EVENT_NAME_BY_CLASS[HandsDealt] == "hands_dealt"


def test_public_data_contains_only_the_digest_of_a_secret():
    data, _ = encode_sample(CardsSubmitted(seat=2, cards=("base-007",)))
    assert "base-007" not in encode_canonical(data)
    assert data.keys() == {"seat", "automatic", "sealed"}


def test_equal_secrets_have_different_digests():
    digests = [encode_sample(CardsSubmitted(seat=2, cards=("base-007",)))[0]["sealed"]["cards"] for _ in range(2)]
    assert digests[0] != digests[1]


def test_a_seat_stays_taken_after_the_player_name_is_erased():
    assert decode_json("seat_taken", 1, Raw(b'{"seat":1,"kind":"guest"}'), {"player": None}) == SeatTaken(
        seat=1, kind="guest", player=None
    )


def test_an_older_schema_is_upcast_step_by_step(monkeypatch: pytest.MonkeyPatch):
    upcasters = {
        ("seat_ready", 1): lambda data: {"place": data["chair"]},
        ("seat_ready", 2): lambda data: {"seat": data["place"]},
    }
    monkeypatch.setattr(codec, "UPCASTERS", upcasters)
    assert decode_json("seat_ready", 1, Raw(b'{"chair":4}'), {}) == SeatReady(seat=4)
    assert decode_json("seat_ready", 2, Raw(b'{"place":4}'), {}) == SeatReady(seat=4)
    assert decode_json("seat_ready", 3, Raw(b'{"seat":4}'), {}) == SeatReady(seat=4)
    assert current_schema("seat_ready") == 3


def test_a_sealed_part_of_an_older_schema_is_upcast_too(monkeypatch: pytest.MonkeyPatch):
    upcasters = {("vote_cast", 1): lambda data: {"seat": data["seat"], "slots": data["choices"]}}
    monkeypatch.setattr(codec, "UPCASTERS", upcasters)
    older = Raw(b'{"sealed":{"choices":"abc"},"seat":4}')
    assert decode_json("vote_cast", 1, older, {"choices": "[1,2]"}) == VoteCast(seat=4, slots=(1, 2))
    newer = Raw(b'{"sealed":{"slots":"abc"},"seat":4}')
    assert decode_json("vote_cast", 2, newer, {"slots": "[1,2]"}) == VoteCast(seat=4, slots=(1, 2))


def test_an_award_requires_a_reason():
    with pytest.raises(TypeError):
        Award(seat=1, points=2)  # type: ignore[call-arg]
