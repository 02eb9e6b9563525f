"""Write a match record, page by page, in the format of `docs/reference/record.md`, which `games.audit` reads."""

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import msgspec

from games import decks
from games.audit.record_header import RECORD_FORMAT_VERSION, RECORD_TYPE
from games.eventlog import match_state
from games.eventlog.canonical_encoding import encode_canonical
from games.eventlog.event_reader import StreamHead
from games.eventlog.event_texts import record_lines
from games.eventlog.match_state import MatchState
from games.matches.match_access import NoSuchMatch, audience_of, visible_state
from games.receipts import receipt_keys
from games.receipts.receipt_signing import sign_receipt
from games.rulebook.audience import PUBLIC_AUDIENCE, Audience
from games.rulebook.match import Over, terms_of
from games.rulebook.opened_terms import logged_ruleset_name
from games.rulebook.terms import Deck, Terms

EVENTS_PER_PAGE = 100
"""Events read from the database at a time. A record is streamed, so memory doesn't grow with the match."""


@dataclass(frozen=True, kw_only=True, slots=True)
class RecordExtent:
    """What a record will contain: a match up to its current head, as an audience may see it."""

    match_id: str
    audience: Audience
    head: StreamHead
    terms: Terms
    over: bool


def extent_for_account(match_id: str, account: str | None) -> RecordExtent:
    """Return the extent of the record for an account (None: anonymous).

    Once the match is over, everyone gets everything. Before that, a player also gets the parts that they may read.

    Raises:
        NoSuchMatch: There is no such match, or the account may not see it.
    """
    state = visible_state(match_id, account)
    audience = audience_of(state, account)
    # A player who has resigned sees the match as a spectator from then on.
    sees_public_record = isinstance(state.match, Over) or audience.resigned_at_version is not None
    return _build_extent(match_id, state, PUBLIC_AUDIENCE if sees_public_record else audience)


def public_record_pages(match_id: str) -> Iterator[str]:
    """Yield the public record of any match, also a private one, for operators.

    Raises:
        NoSuchMatch
    """
    state = match_state.load(match_id)
    if state is None:
        raise NoSuchMatch
    return record_pages(_build_extent(match_id, state, PUBLIC_AUDIENCE))


def _build_extent(match_id: str, state: MatchState, audience: Audience) -> RecordExtent:
    is_over = isinstance(state.match, Over)
    return RecordExtent(
        match_id=match_id, audience=audience, head=state.head, terms=terms_of(state.match), over=is_over
    )


def record_pages(extent: RecordExtent) -> Iterator[str]:
    """Yield the record as text, some lines at a time. The last line has the SHA-256 of all before it."""
    digest = hashlib.sha256()
    for page in _pages_before_checksum(extent):
        digest.update(page.encode())
        yield page
    yield f'{{"sha256":"{digest.hexdigest()}"}}\n'


def _pages_before_checksum(extent: RecordExtent) -> Iterator[str]:
    yield _join_lines([header_line(extent.match_id, extent.head, extent.terms)])
    # Up to the head of the start: events that are appended meanwhile don't get into a record whose header is written.
    for after in range(0, extent.head.version, EVENTS_PER_PAGE):
        yield _join_lines(
            record_lines(extent.match_id, extent.audience, after, min(extent.head.version, after + EVENTS_PER_PAGE))
        )
    # Signing is deterministic, so the receipt in the record equals the one that the last command was answered with.
    yield _join_lines([f'{{"receipt":{sign_receipt(extent.match_id, extent.head.version, extent.head.hash)}}}'])


def header_line(match_id: str, head: StreamHead, terms: Terms) -> str:
    """Return the record's first line, without its newline."""
    return encode_canonical(
        {
            "record": RECORD_TYPE,
            "format": RECORD_FORMAT_VERSION,
            "match": match_id,
            "version": head.version,
            "head": head.hash,
            "ruleset": logged_ruleset_name(terms),
            "rulebook": terms.rulebook,
            "decks": [_deck_manifest(deck) for deck in terms.decks],
            "keys": receipt_keys.published_keys(),
        }
    )


def _deck_manifest(deck: Deck) -> dict[str, Any]:
    """Return the deck's manifest; `cards` is null if the deck has changed or gone since the match was opened."""
    # The first event has the digest of the manifest that the match was played with. A later manifest would not match
    # it.
    current_deck = decks.all_decks().get(deck.name)
    is_unchanged = current_deck is not None and current_deck.digest == deck.digest
    cards = current_deck.cards if current_deck and is_unchanged else None
    card_manifests = cards and [
        {"id": card.id, "sha256": card.sha256, "words": msgspec.to_builtins(card.words)} for card in cards
    ]
    return {"name": deck.name, "digest": deck.digest, "cards": card_manifests}


def _join_lines(lines: Iterable[str]) -> str:
    return "".join(f"{line}\n" for line in lines)
