"""Writing a match record, page by page: what `docs/record.md` describes and `games.audit` reads."""

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import msgspec

from games import decks
from games.audit.canonical_json import encode_canonical
from games.audit.record_header import RECORD_FORMAT_VERSION, RECORD_TYPE
from games.eventlog import event_reader, match_state
from games.eventlog.event_reader import StreamHead
from games.eventlog.match_state import MatchState
from games.matches.match_access import NoSuchMatch, audience_of, may_see
from games.receipts import receipt_keys
from games.receipts.receipt_signing import sign_receipt
from games.rulebook.match import Over, terms_of
from games.rulebook.terms import Deck, Terms

PAGE = 100
"""Events that are read at once."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Extent:
    """What a record will hold: a match up to a version, as a seat (None: the public) was told of it."""

    match_id: str
    seat: int | None
    head: StreamHead
    terms: Terms
    over: bool


def extent(match_id: str, account: str | None) -> Extent:
    """What somebody gets: everything once the match is over; before that what they have been told of it.

    Raises:
        NoSuchMatch
    """
    folded = match_state.load(match_id)
    if folded is None or not may_see(folded.match, account):
        raise NoSuchMatch
    own = audience_of(folded, account)
    # Whoever has resigned looks on like the public.
    public = isinstance(folded.match, Over) or own.resigned_at_version is not None
    return _extent(match_id, folded, None if public else own.seat)


def whole(match_id: str) -> Iterator[str]:
    """The record of any match, as everybody is told of it: for who runs the server.

    Raises:
        NoSuchMatch
    """
    folded = match_state.load(match_id)
    if folded is None:
        raise NoSuchMatch
    return pages(_extent(match_id, folded, None))


def _extent(match_id: str, folded: MatchState, seat: int | None) -> Extent:
    head = StreamHead(version=folded.version, hash=folded.hash, erasure_count=folded.erasure_count)
    over = isinstance(folded.match, Over)
    return Extent(match_id=match_id, seat=seat, head=head, terms=terms_of(folded.match), over=over)


def pages(of: Extent) -> Iterator[str]:
    """The record, a few lines at a time."""
    digest = hashlib.sha256()
    for page in _pages(of):
        digest.update(page.encode())
        yield page
    yield f'{{"sha256":"{digest.hexdigest()}"}}\n'


def _pages(of: Extent) -> Iterator[str]:
    yield _lines([header(of.match_id, of.head, of.terms)])
    for after in range(0, of.head.version, PAGE):
        yield _lines(event_reader.record_lines(of.match_id, of.seat, after, min(of.head.version, after + PAGE)))
    yield _lines([f'{{"receipt":{sign_receipt(of.match_id, of.head.version, of.head.hash)}}}'])


def header(match_id: str, head: StreamHead, terms: Terms) -> str:
    """The first line."""
    return encode_canonical(
        {
            "record": RECORD_TYPE,
            "format": RECORD_FORMAT_VERSION,
            "match": match_id,
            "version": head.version,
            "head": head.hash,
            "ruleset": terms.ruleset.name,
            "rulebook": terms.rulebook,
            "decks": [_deck(deck) for deck in terms.decks],
            "keys": receipt_keys.published_keys(),
        }
    )


def _deck(deck: Deck) -> dict[str, Any]:
    """The deck's manifest, with the digests of its pictures, if this server still has it as it was."""
    ours = decks.all_decks().get(deck.name)
    same = ours is not None and ours.digest == deck.digest
    cards = ours.cards if ours and same else None
    told = cards and [
        {"id": card.id, "sha256": card.sha256, "words": msgspec.to_builtins(card.words)} for card in cards
    ]
    return {"name": deck.name, "digest": deck.digest, "cards": told}


def _lines(lines: Iterable[str]) -> str:
    return "".join(f"{line}\n" for line in lines)
