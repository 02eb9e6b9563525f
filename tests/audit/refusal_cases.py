"""For every refusal of the verifier, a change of a record that leads to it and to no other."""

from copy import deepcopy
from typing import Any, TypeAlias

from games.audit.receipt import key_id
from games.audit.record_limits import (
    MAX_EVENT_BYTES,
    MAX_EVENTS,
    MAX_HEADER_BYTES,
    MAX_LINE_BYTES,
    MAX_RECEIPTS,
    MAX_RECORD_BYTES,
)
from tests.audit.editable_record import (
    Change,
    EditableRecord,
    in_data,
    in_event,
    in_header,
    in_line,
    in_opening,
    in_receipt,
    rechained,
    sealed,
)

Refusal: TypeAlias = tuple[str, int | None, str, Change]
"""Level, first bad version, the beginning of the words, and the change that leads to them."""

OTHER_HASH = "ab" * 32
LATER = "2026-01-01T12:00:41Z"
END = {"type": "match_ended"}
OTHER_KEY = {"id": key_id(OTHER_HASH), "public": OTHER_HASH, "signature": None, "signed_by": None}


def unseal_clue_card(record: EditableRecord) -> None:
    del record.data(15)["sealed"]["card"]
    (opening,) = (each for each in record.line(23)["opened"] if (each["version"], each["part"]) == (15, "card"))
    record.line(23)["opened"].remove(opening)
    record.data(15)["card"] = opening["value"]


def open_order_early(record: EditableRecord) -> None:
    """Open the order of the deck before the match has ended."""
    record.line(22)["opened"].append(record.line(23)["opened"].pop(0))


def drop_end(record: EditableRecord) -> None:
    record.events.pop()


def append_time_up(record: EditableRecord) -> None:
    record.events.append(deepcopy(record.line(22)))


def swap_shown_cards(record: EditableRecord) -> None:
    first, second, *_ = record.data(15)["tableau"]
    first["card"], second["card"] = second["card"], first["card"]


def changed_terms(*, seats: int | None = None, **rules: Any) -> Change:
    def change(record: EditableRecord) -> None:
        record.data(1)["ruleset"] |= rules
        record.data(1)["seats"] = seats or record.data(1)["seats"]

    return change


def add_receipts(record: EditableRecord) -> None:
    (receipt,) = record.receipts
    record.receipts = [{"receipt": {**receipt["receipt"], "head": f"{n:064x}"}} for n in range(MAX_RECEIPTS + 1)]


# "odyssey-5-void" has 23 events: 1 match_opened, 2 to 6 seat_taken, 7 match_started, 8 time_up, 9 draw_voided,
# 10 seed_committed, 11 deck_shuffled, 12 hands_dealt, 13 round_begun, 14 storyteller_claimed, 15 clue_given,
# 16 to 19 cards_submitted, 20 tableau_laid, 21 vote_cast, 22 time_up, 23 match_ended.
CHAIN: list[Refusal] = [
    ("chain", 0, "The header can't be read", lambda record: setattr(record, "header", "{")),
    ("chain", 0, "This is not a match record.", in_header(record="other")),
    ("chain", 0, "The record's format is not 1", in_header(format=2)),
    ("chain", 0, "The header must have exactly the members", in_header(version="23")),
    ("chain", 0, "The header's match is not a match id.", in_header(match="a/b")),
    ("chain", 0, "The header's head is not a hash.", in_header(head="ab")),
    ("chain", 0, "The header's keys are invalid: a key's id", in_header(keys=[{**OTHER_KEY, "id": "ab"}])),
    (
        "chain",
        0,
        "The header's keys are invalid: a key's signature",
        in_header(keys=[{**OTHER_KEY, "signature": "ab"}]),
    ),
    ("chain", 0, "The header's keys are invalid: it must have exactly the members", in_header(keys=[{}])),
    ("chain", 0, "A deck must have exactly the members", in_header(decks=[{}])),
    ("chain", 0, "A deck's cards must be a list of cards", lambda record: record.header["decks"][0].update(cards=[{}])),
    ("chain", 0, "The cards of the deck base do not match", lambda record: record.header["decks"][0].update(cards=[])),
    ("chain", 0, "The header and the first event name different rule sets.", in_header(ruleset="classic")),
    ("chain", 0, "The header and the first event name different rule sets.", in_header(rulebook=2)),
    ("chain", 0, "The header and the first event name different cards.", in_header(decks=[])),
    ("chain", 1, "The first event is not the one that the second event names.", in_event(1, data={})),
    ("chain", 5, "The event is not the one that the next event names.", in_event(5, at="2026-01-01T12:00:01Z")),
    ("chain", 9, "The event does not name the hash of the previous event.", in_event(9, prev=OTHER_HASH)),
    ("chain", 9, "The event belongs to a different match.", rechained(in_event(9, match="other"))),
    ("chain", 9, "The line can't be read: it is not JSON", lambda record: record.events.insert(8, "{")),
    ("chain", 9, "The line must have exactly the members", in_line(9, more=1)),
    ("chain", 9, "The event does not have the members of an event.", in_event(9, more=1)),
    ("chain", 9, "Version 10 is in the place of version 9.", lambda record: record.events.pop(8)),
    ("chain", 9, "The hash does not match the event.", in_data(9, missing=[])),
    ("chain", 23, "An opening must have exactly the members", in_opening(23, salt="ab")),
    ("chain", 23, "The openings are out of order or repeated.", lambda record: record.line(23)["opened"].reverse()),
    (
        "chain",
        23,
        "The openings are out of order or repeated.",
        lambda record: record.line(23)["opened"].insert(0, record.line(23)["opened"][0]),
    ),
    ("chain", 23, "There is no sealed part more of version 11 to open", in_opening(23, part="more")),
    ("chain", 23, "The opening of part order of version 11 does not match", in_opening(23, value=[])),
    ("chain", 23, "Part order of version 11 should be opened here", lambda record: record.line(23)["opened"].pop(0)),
    ("chain", 23, "Part seed of version 23 should be opened here", lambda record: record.line(23)["opened"].pop()),
    ("chain", 22, "Part order of version 11 is opened too early.", open_order_early),
    ("chain", 24, "There is an event after the end of the match.", rechained(append_time_up)),
    ("chain", 23, "There is an event after version 22", in_header(version=22)),
    ("chain", 24, "The record ends before version 24", in_header(version=24)),
    ("chain", 23, "The hash of the last event is not the head in the header.", in_header(head=OTHER_HASH)),
    (
        "chain",
        22,
        "The last event looks like the end of the match, but is not.",
        rechained(drop_end, in_data(22, phase=END)),
    ),
    ("chain", 0, "A header has at most 4194304 bytes.", in_header(ruleset="x" * MAX_HEADER_BYTES)),
    ("chain", 0, "A header has at most 100 keys.", in_header(keys=[OTHER_KEY] * 101)),
    ("chain", 0, "A record has at most 67108864 bytes.", lambda r: setattr(r, "last_line", " " * MAX_RECORD_BYTES)),
    ("chain", 0, "A record has at most 100000 events and", lambda r: setattr(r, "last_line", "\n" * 2 * MAX_EVENTS)),
    ("chain", MAX_EVENTS + 1, "A record has at most 100000 events.", lambda r: r.events.extend(["{}"] * MAX_EVENTS)),
    ("chain", 9, "The line of an event has at most 16777216", lambda r: r.events.insert(8, " " * (MAX_LINE_BYTES + 1))),
    ("chain", 8, "An event has at most 1048576 bytes.", rechained(in_data(8, phase="x" * MAX_EVENT_BYTES))),
    ("chain", 8, "A text has at most 10000 characters.", rechained(in_data(8, phase="x" * 10_001))),
    ("chain", 8, "A list has at most 1000 items.", rechained(in_data(8, phase=[[0] * 1_001]))),
    ("chain", 8, "A list has at most 1000 items.", rechained(in_data(8, phase={f"{n}": 0 for n in range(1_001)}))),
    ("chain", 1, "A match has at most 100 decks", rechained(in_data(1, decks=[{"cards": [0] * 10_001}]))),
    ("chain", 23, "A list has at most 10000 items.", in_opening(23, value=[0] * 10_001)),
    ("chain", None, "The last line, with the SHA-256", lambda record: setattr(record, "last_line", "")),
    ("chain", None, "The SHA-256 in the last line does not", lambda r: setattr(r, "last_line", '{"sha256":""}')),
    ("chain", None, "A line after the events is not a receipt.", lambda record: record.receipts[0].update(signed=1)),
    ("chain", None, "A receipt can't be read", lambda record: record.receipts.append('{"receipt":')),
    ("chain", None, "A receipt is invalid: a receipt's head", in_receipt(head="ab")),
]
RECEIPTS: list[Refusal] = [
    ("receipts", None, "A record has at most 1000 different receipts.", add_receipts),
    ("receipts", 0, "None of the record's keys is trusted", in_header(keys=[OTHER_KEY])),
    ("receipts", None, "A receipt for version 23 belongs to a different match.", in_receipt(match="other")),
    ("receipts", 23, "A receipt for version 23 is signed with an unknown key", in_receipt(key="ab")),
    ("receipts", 23, "The signature of the receipt for version 23 is not valid", in_receipt(signature="0" * 128)),
    ("receipts", 23, "The server signed version 23, but the record ends before it.", rechained(drop_end)),
    ("receipts", 23, "The server signed a different history", rechained(*(in_event(n, at=LATER) for n in (22, 23)))),
]
RULES: list[Refusal] = [
    *(
        ("rules", 1, f"The event does not have the shape of its type: {words}", rechained(changed_terms(**changes)))
        for words, changes in (
            ("seats is not between 1 and 100", {"seats": 1_000_000_000}),
            ("players is not between 1 and 100", {"players": [3, 1_000_000_000]}),
            ("players has more than 100 entries", {"players": list(range(3, 104))}),
            ("hand has more than 100 entries", {"hand": [[n, 1] for n in range(101)]}),
            ("hand is not between 1 and 100", {"hand": [[3, 0]]}),
            ("from_players is not between 0 and 100", {"votes": [[101, 1]]}),
            ("laps is not between 1 and 1000000", {"end": {"points": None, "laps": 10**9, "deck": False}}),
        )
    ),
    ("rules", 1, "A match must begin with its terms", rechained(in_event(1, actor=1))),
    ("rules", 2, "The host must take a seat", rechained(in_event(2, actor=0))),
    ("rules", 2, "The event does not have the shape of its type", rechained(in_data(2, seat="0"))),
    ("rules", 8, "The event does not have the shape of its type", rechained(in_data(8, phase=0))),
    ("rules", 13, "An automatic event is missing before this one.", rechained(lambda record: record.events.pop(12))),
    ("rules", 13, "The record has round 2, but the rules give 1.", rechained(in_data(13, round=2))),
    ("rules", 14, "The event has no actor, and no automatic event is due", rechained(in_event(14, actor=None))),
    ("rules", 15, "The sealed parts are not those", rechained(unseal_clue_card)),
    ("rules", 16, "No command by seat 3 leads to this event.", rechained(in_event(16, actor=3))),
    ("rules", 16, "The rules do not allow it", rechained(sealed(16, "cards", ["card-01"]))),
    ("rules", 22, "The rulebook can't apply the event (ValueError).", rechained(in_data(22, phase="voting"))),
    ("rules", 22, "The event's time is before", rechained(in_event(22, at="2026-01-01T12:00:09Z"))),
    ("rules", 23, "The event is automatic, but", rechained(in_event(23, at=LATER))),
    ("luck", 20, "The seed gives a different result for", rechained(lambda r: r.data(20)["tableau"].reverse())),
    ("luck", 23, "The seed is not hexadecimal.", rechained(sealed(23, "seed", "no seed"))),
    ("luck", 23, "The seed does not match its commitment.", rechained(sealed(23, "seed", OTHER_HASH))),
]
# The first round of "classic-3": 12 tableau_laid, 13 and 14 vote_cast, 15 round_scored.
IN_PROGRESS: list[Refusal] = [
    ("rules", 14, "The event does not have the shape of its type.", rechained(in_data(14, seat="1"))),
    ("rules", 15, "The tableau does not consist of", rechained(lambda r: r.data(12)["tableau"].pop())),
    ("rules", 15, "A card is attributed to the wrong seat.", rechained(swap_shown_cards)),
    ("rules", 15, "The votes shown are not", rechained(lambda r: r.data(15)["tableau"][0].update(votes=[2]))),
    ("rules", 15, "The points do not follow", rechained(lambda r: r.data(15)["awards"].pop())),
    ("rules", 15, "The scores are not the sums", rechained(in_data(15, scores=[0, 0, 0]))),
]
CASES = [
    *(("odyssey-5-void", None, refusal) for refusal in (*CHAIN, *RECEIPTS, *RULES)),
    *(("classic-3", 15, refusal) for refusal in IN_PROGRESS),
]
