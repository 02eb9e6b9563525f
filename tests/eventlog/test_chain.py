"""The hash chain and the seals, checked by an independent implementation that shares no code with the service."""

import hashlib
import json

import pytest
import rfc8785
from hypothesis import given
from hypothesis import strategies as st

from games.audit import canonical_json
from games.eventlog.canonical_encoding import encode_canonical
from games.eventlog.digests import GENESIS_HASH
from games.eventlog.models import Event, Opening
from tests.simulated_matches import simulate_match

pytestmark = pytest.mark.django_db

JSON_VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**53) + 1, 2**53 - 1)
    | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: st.lists(inner) | st.dictionaries(st.text("abcdefghijklmnopqrstuvwxyz_/0123456789"), inner),
)


@given(JSON_VALUES)
def test_canonical_json_matches_rfc_8785(value):
    assert encode_canonical(value).encode() == canonical_json.encode_canonical(value).encode() == rfc8785.dumps(value)


def test_every_event_continues_the_chain():
    match_id = simulate_match("odyssey", 7).match_id
    previous = GENESIS_HASH
    for version, event in enumerate(Event.objects.filter(match_id=match_id).order_by("version"), start=1):
        body = json.loads(event.body)
        assert event.body.encode() == rfc8785.dumps(body)
        assert (body["match"], body["version"], body["prev"]) == (match_id, version, previous)
        assert body["type"] == event.type
        assert event.hash == hashlib.sha256(b"dixit-event-v1\n" + event.body.encode()).hexdigest()
        previous = event.hash


def test_every_digest_has_exactly_one_matching_opening():
    match_id = simulate_match("classic", 3).match_id
    digests = {
        (event.version, part): digest
        for event in Event.objects.filter(match_id=match_id)
        for part, digest in json.loads(event.body)["data"].get("sealed", {}).items()
    }
    openings = Opening.objects.filter(match_id=match_id)
    assert {(one.version, one.part) for one in openings} == set(digests)
    for one in openings:
        assert one.salt is not None
        assert one.value is not None
        sealed = b"dixit-seal-v1\n" + bytes.fromhex(one.salt) + one.value.encode()
        assert digests[one.version, one.part] == hashlib.sha256(sealed).hexdigest()


def test_no_salt_is_used_twice():
    match_id = simulate_match("classic", 4).match_id
    salts = list(Opening.objects.filter(match_id=match_id).values_list("salt", flat=True))
    assert len(set(salts)) == len(salts)


def test_no_event_body_contains_a_name_a_clue_or_a_hidden_card():
    """Bodies name cards only in the deck's list, face up on the table, or with the scores."""
    simulation = simulate_match("odyssey", 8)
    for event in Event.objects.filter(match_id=simulation.match_id):
        assert "Bot " not in event.body
        if event.type not in ("match_opened", "tableau_laid", "round_scored"):
            assert "base-" not in event.body, event.type
