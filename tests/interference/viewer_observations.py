"""Everything one viewer can learn of a match: events and views at every version, and the response to any request."""

import re
from collections.abc import Iterator
from hashlib import sha256
from random import Random

import msgspec

from games.rulebook import Match, Refused, Viewer, decide
from games.rulebook.audience import Audience
from games.rulebook.commands import GiveClue, Submit, Vote
from games.rulebook.match import terms_of
from games.rulebook.round import Clue
from tests.interference.in_memory_event_log import InMemoryEventLog
from tests.offline_views import encode_view
from tests.rulebook.match_scenarios import NOW, FixedChance
from tests.rulebook.sent_command import Sent

HEX_DIGEST_PATTERN = re.compile(r"\b(?:[0-9a-f]{64}){1,2}\b")
PROBE_CARD_COUNT = 20
SAMPLED_VERSION_COUNT, LAST_VERSION_COUNT = 15, 5
"""How many versions are looked at besides the last ones; events are all looked at."""


def viewer_transcript(log: InMemoryEventLog, viewer: int | None) -> list[str]:
    """Return the whole transcript, with hashes and salts replaced by the order of their first occurrence."""
    own_perspective = Viewer(seat=viewer, may_join=viewer is None)
    lines = log.events_for(Audience(viewer))
    versions = Random(len(log.states)).sample(range(len(log.states)), min(SAMPLED_VERSION_COUNT, len(log.states)))
    for state in (*(log.states[number] for number in sorted(versions)), *log.states[-LAST_VERSION_COUNT:]):
        for perspective in {own_perspective, Viewer()}:
            lines += [encode_view(state, perspective).decode()]
    if viewer is not None:
        lines += [
            _command_outcome(log.states[-1].match, command) for command in _probe_commands(log.states[-1].match, viewer)
        ]
    return mask_digests(lines)


def mask_digests(lines: list[str]) -> list[str]:
    """Replace hashes, salts and signatures by numbers; equal ones in equal places stay equal in both twins."""
    numbers: dict[str, int] = {}
    return [
        HEX_DIGEST_PATTERN.sub(lambda found: f"#{numbers.setdefault(found[0], len(numbers))}", line) for line in lines
    ]


def _probe_commands(match: Match, viewer: int) -> Iterator[Sent]:
    """Return commands with any card or slot: no refusal may reveal where a card is."""
    rng = Random(viewer)
    (cards,) = (deck.cards for deck in terms_of(match).decks)
    for card in rng.sample(cards, PROBE_CARD_COUNT):
        yield Sent(viewer, Submit(cards=(card,)))
        yield Sent(viewer, Submit(cards=(card, cards[0])))
        yield Sent(viewer, GiveClue(card=card, clue=Clue(kind="text", text="words")))
    for slot in range(14):
        yield Sent(viewer, Vote(slots=(slot,)))
        yield Sent(viewer, Vote(slots=(slot,), trap=slot))


def _command_outcome(match: Match, sent: Sent) -> str:
    try:
        decide(match, sent.command, actor=sent.actor, now=NOW, chance=FixedChance())
    except Refused as refused:
        return f"{refused.reason} {refused}"
    return "accepted"


def guessable_sealed_parts(log: InMemoryEventLog, viewer: int | None) -> list[str]:
    """Return the sealed parts with a single card or slot that can be guessed without a salt, or with a known salt."""
    events = [msgspec.json.decode(text) for text in log.events_for(Audience(viewer))]
    salts = {opening["salt"] for event in events for opening in event["opened"]} | {"", "00" * 32}
    opened = {(opening["version"], opening["part"]) for event in events for opening in event["opened"]}
    (cards,) = (deck.cards for deck in terms_of(log.states[-1].match).decks)
    guesses = [text for card in cards for text in (f'"{card}"', f'["{card}"]')] + [f"[{slot}]" for slot in range(1, 13)]
    sealed = {
        digest: f"{event['version']} {part}"
        for event in events
        for part, digest in event["data"].get("sealed", {}).items()
        if (event["version"], part) not in opened
    }
    return [
        f"{sealed[digest]} is {text}" for text in guesses for digest in _candidate_digests(text, salts) & sealed.keys()
    ]


def _candidate_digests(text: str, salts: set[str]) -> set[str]:
    prefixes = (b"dixit-seal-v1\n", b"")
    return {sha256(prefix + bytes.fromhex(salt) + text.encode()).hexdigest() for prefix in prefixes for salt in salts}
