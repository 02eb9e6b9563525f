"""Events to public data and sealed parts, and back; older schemas are lifted when they are read."""

import json
import secrets

import pytest
from msgspec import Raw

from games.eventlog import codec
from games.eventlog.canonical_encoding import encode_canonical
from games.eventlog.codec import decode, decode_json, encode
from games.rulebook.event_names import EVENT_CLASS_BY_NAME, EVENT_NAME_BY_CLASS
from games.rulebook.events import CardsSubmitted, HandsDealt, SeatReady, SeatTaken, VoteCast
from games.rulebook.round import Award
from tests.eventlog.samples import BOARD, EVERY_EVENT


def salt() -> str:
    return secrets.token_hex(32)


def values_of(encoded: codec.EncodedEvent) -> dict[str, str | None]:
    return {secret.part.name: secret.value for secret in encoded.parts}


@pytest.mark.parametrize("event", EVERY_EVENT, ids=lambda event: type(event).__name__)
def test_an_event_comes_back_as_it_went(event):
    encoded = encode(event, BOARD, salt)
    text = encode_canonical(encoded.data)
    assert decode_json(encoded.type, encoded.schema, Raw(text.encode()), values_of(encoded)) == event
    assert decode(encoded.type, encoded.schema, json.loads(text), values_of(encoded)) == event


def test_there_is_a_sample_of_every_event():
    assert {type(event) for event in EVERY_EVENT} == set(EVENT_CLASS_BY_NAME.values())


def test_names_are_those_of_the_contract():
    assert EVENT_NAME_BY_CLASS[CardsSubmitted] == "cards_submitted"
    assert EVENT_NAME_BY_CLASS[HandsDealt] == "hands_dealt"


def test_a_secret_stands_in_the_data_only_as_a_digest():
    encoded = encode(CardsSubmitted(seat=2, cards=("base-007",)), BOARD, salt)
    assert "base-007" not in encode_canonical(encoded.data)
    assert encoded.data.keys() == {"seat", "automatic", "sealed"}


def test_equal_secrets_have_different_digests():
    digests = [
        encode(CardsSubmitted(seat=2, cards=("base-007",)), BOARD, salt).data["sealed"]["cards"] for _ in range(2)
    ]
    assert digests[0] != digests[1]


def test_an_erased_name_leaves_a_seat_that_is_still_taken():
    assert decode_json("seat_taken", 1, Raw(b'{"seat":1,"kind":"guest"}'), {"player": None}) == SeatTaken(
        seat=1, kind="guest", player=None
    )


def test_an_older_schema_is_lifted_step_by_step(monkeypatch: pytest.MonkeyPatch):
    steps = {
        ("seat_ready", 1): lambda data: {"place": data["chair"]},
        ("seat_ready", 2): lambda data: {"seat": data["place"]},
    }
    monkeypatch.setattr(codec, "UPCASTERS", steps)
    assert decode_json("seat_ready", 1, Raw(b'{"chair":4}'), {}) == SeatReady(seat=4)
    assert decode_json("seat_ready", 2, Raw(b'{"place":4}'), {}) == SeatReady(seat=4)
    assert decode_json("seat_ready", 3, Raw(b'{"seat":4}'), {}) == SeatReady(seat=4)
    assert encode(SeatReady(seat=4), BOARD, salt).schema == 3


def test_a_sealed_part_of_an_older_schema_is_lifted_with_the_rest(monkeypatch: pytest.MonkeyPatch):
    steps = {("vote_cast", 1): lambda data: {"seat": data["seat"], "slots": data["choices"]}}
    monkeypatch.setattr(codec, "UPCASTERS", steps)
    older = Raw(b'{"sealed":{"choices":"abc"},"seat":4}')
    assert decode_json("vote_cast", 1, older, {"choices": "[1,2]"}) == VoteCast(seat=4, slots=(1, 2))
    newer = Raw(b'{"sealed":{"slots":"abc"},"seat":4}')
    assert decode_json("vote_cast", 2, newer, {"slots": "[1,2]"}) == VoteCast(seat=4, slots=(1, 2))


def test_an_award_has_a_reason():
    with pytest.raises(TypeError):
        Award(seat=1, points=2)  # type: ignore[call-arg]
