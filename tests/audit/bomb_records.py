"""Small records that ask for much work or memory, and one that takes long because it is long."""

import json
from collections.abc import Callable
from hashlib import sha256
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from games.audit.canonical_json import encode_canonical
from games.audit.receipt import key_id, receipt_message
from games.eventlog.digests import chain_hash
from tests.audit.editable_record import EditableRecord

BOMB_SIZE = 1_000_000_000


def lobby_record(**changes: Any) -> bytes:
    """Return the record of a lobby with one person, with other seats or rules."""
    record = EditableRecord("odyssey-5-void", last_version=2)
    data = record.data(1)
    for name, value in changes.items():
        (data if name in data else data["ruleset"])[name] = value
    record.receipts = []
    record.rechain()
    return record.to_bytes()


def record_with_repeated_receipt(count: int) -> bytes:
    record = EditableRecord("odyssey-5-void")
    record.receipts *= count
    return record.to_bytes()


def record_with_receipts(count: int) -> bytes:
    """Return a record with as many valid receipts, signed with a key of the sender's own."""
    record = EditableRecord.from_bytes(long_record(count))
    key = Ed25519PrivateKey.from_private_bytes(bytes(32))
    public = key.public_key().public_bytes_raw().hex()
    record.header["keys"] = [{"id": key_id(public), "public": public, "signature": None, "signed_by": None}]
    match = record.header["match"]
    for version, line in enumerate(record.events, start=1):
        signature = key.sign(receipt_message(match, version, line["hash"])).hex()
        members = {"head": line["hash"], "key": key_id(public), "match": match, "version": version}
        record.receipts.append({"receipt": {**members, "signature": signature}})
    return record.to_bytes()


def record_with_reserved_seats() -> bytes:
    """Return a record that has a number of seats in a text, and a reservation, from which seats would be counted."""
    record = EditableRecord("odyssey-5-void", last_version=2)
    record.data(1)["seats"] = str(BOMB_SIZE)
    record.data(1)["sealed"] = {"reserved_for/1": "ab" * 32}
    record.receipts = []
    record.rechain()
    return record.to_bytes()


def long_record(moves: int) -> bytes:
    """Return a right record in which the host changes the seat this many times."""
    lines = [json.loads(line) for line in lobby_record().splitlines()]
    header, first, second = lines[0], lines[1], lines[2]
    texts, head = [encode_canonical(first), encode_canonical(second)], second["hash"]
    for number in range(moves):
        seat = number % 2
        event = {**second["event"], "actor": seat, "prev": head, "type": "seat_moved", "version": number + 3}
        event["data"] = {"seat": seat, "to": 1 - seat}
        text = encode_canonical(event)
        head = chain_hash(text)
        texts.append(f'{{"event":{text},"hash":"{head}","opened":[]}}')
    header |= {"version": moves + 2, "head": head}
    content = "".join(f"{text}\n" for text in (encode_canonical(header), *texts)).encode()
    return content + f'{{"sha256":"{sha256(content).hexdigest()}"}}\n'.encode()


STEPS = 8_000
BOMBS: dict[str, Callable[[], bytes]] = {
    "seats": lambda: lobby_record(
        seats=BOMB_SIZE,
        players=[3, BOMB_SIZE],
        hand=[[3, 0]],
        submits=[[3, 0]],
        single_vote_point_from=None,
        votes=[[3, 1]],
    ),
    "seats in a text": record_with_reserved_seats,
    "hands": lambda: lobby_record(hand=[[3, BOMB_SIZE]]),
    "steps": lambda: lobby_record(
        seats=STEPS, players=list(range(3, STEPS)), hand=[[n, 0] for n in range(3, STEPS)], submits=[[3, 0]]
    ),
    "one receipt many times": lambda: record_with_repeated_receipt(9_000),
    "many receipts": lambda: record_with_receipts(1_500),
    "a million lines": lambda: b"\n" * 1_000_000,
    "a long name": lambda: lobby_record(name="x" * 2_000_000),
    "steps below the limit": lambda: lobby_record(
        seats=100, players=list(range(3, 101)), hand=[[n, 1] for n in range(3, 101)], single_vote_point_from=None
    ),
    "a long list": lambda: lobby_record(players=[0] * 500_000),
    "nested lists": lambda: b"[" * 2_000_000 + b"\n",
}
