"""Every operation of the API as its document tells of it; a test compares this with the routes."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from games.api import answers
from games.api.play import PLACED
from games.projections.draws import Draws
from games.report.shapes import Report
from games.rulebook.limits import NAME
from games.table.look import MatchSeen
from games.wire import bodies
from games.wire.commands import KINDS
from games.wire.shapes import Strict


@dataclass(frozen=True, kw_only=True, slots=True)
class Operation:
    id: str
    method: str
    path: str
    summary: str
    tag: str
    answer: Any
    scope: str | None = None
    tokenless: str | None = None
    """For what no token is needed, if there is such a thing."""
    body: type[Strict] | None = None
    status: int = 200
    or_status: int | None = None
    """Another status of the same answer."""
    query: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    repeatable: bool = False
    media: str = "application/json"
    also: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """Further media, for who asks for them by `Accept`."""
    raw: str | None = None
    """The media type of a body that is no JSON."""
    example: Any = None
    """A body to begin with."""


def _whole(least: int, most: int) -> dict[str, Any]:
    return {"type": "integer", "minimum": least, "maximum": most}


VERSION = _whole(0, 2**31 - 1)
WAIT = {**_whole(0, 60), "description": "Seconds to wait for something new."}
MATCH = "/matches/{match_id}"
OVER = "A match that is over and not private needs no token."

SUMMARIES = {
    "sit": "Sit down, in the lowest free seat unless chosen.",
    "stand": "Stand up again, before the start.",
    "bot": "The host puts a computer player on a free seat.",
    "clear": "The host frees a seat, whoever sits there.",
    "start": "The host starts; gaps between seats are closed.",
    "entropy": "Reveal the entropy that you committed to when you sat down, within 10 s of the start.",
    "claim": "Round 1: become the storyteller without a clue yet; by some rules with a name for the airship.",
    "clue": "Tell (in round 1 this claims the part, too); in Party without a card.",
    "cards": "Submit cards.",
    "signal": "Team: say before everybody whether you or your partner shall give the card.",
    "vote": "Vote, Party's storyteller with the trap; a vote is final.",
    "ready": "Done looking at the scores.",
    "abandon": "Agree to end the match without a winner; before the start the host decides alone.",
    "rematch": "The next match on the same terms: the first who asks opens it (201), the others sit down there (200).",
    "resign": "Leave a match that has started: the seat plays on by luck, you look on.",
}
EXAMPLES = {
    "entropy": {"entropy": "5e" * 32, "next_digest": "d1" * 32, "phase": "0.drawing"},
    "bot": {"bot": "random"},
    "clue": {"card": "base-001", "clue": {"kind": "text", "text": "once upon a time"}, "phase": "1.storytelling"},
    "cards": {"cards": ["base-002"], "phase": "1.submitting"},
    "signal": {"word": "give", "phase": "1.submitting"},
    "vote": {"slots": [1], "phase": "1.voting"},
}
_PLACES = {
    "sit": ("post", "seats", 201),
    "stand": ("delete", "seats/me", 200),
    "bot": ("put", "seats/{seat}", 200),
    "clear": ("delete", "seats/{seat}", 200),
    "rematch": ("post", "rematch", 201),
}


def _command(name: str) -> Operation:
    method, place, status = _PLACES.get(name, ("post", name, 200))
    return Operation(
        id=name,
        method=method,
        path=f"{MATCH}/{place}",
        summary=SUMMARIES[name],
        tag="play",
        scope="match:play",
        body=PLACED.get(name, KINDS[name].body),
        answer=answers.CommandAnswer if KINDS[name].ask else answers.OpenedAnswer,
        status=status,
        or_status=None if KINDS[name].ask else 200,
        repeatable=True,
        example=EXAMPLES.get(name, {}),
    )


OPERATIONS = (
    Operation(
        id="guest",
        method="post",
        path="/guests",
        summary="Become a guest: play within one call.",
        tag="identity",
        body=bodies.GuestBody,
        example={"name": "Ann"},
        answer=answers.GuestAnswer,
        status=201,
    ),
    Operation(
        id="me",
        method="get",
        path="/me",
        summary="Who the token belongs to.",
        tag="identity",
        scope="match:read",
        answer=answers.UserAnswer,
    ),
    Operation(
        id="forget",
        method="delete",
        path="/me",
        summary="Leave all matches, and erase the account with its names and words; chains and records stay valid.",
        tag="identity",
        scope="match:play",
        answer=answers.Forgotten,
    ),
    Operation(
        id="rulesets",
        method="get",
        path="/rulesets",
        summary="Every rule set with all its numbers, and the JSON Schema of one.",
        tag="catalogue",
        answer=answers.RulesetList,
    ),
    Operation(
        id="ruleset",
        method="get",
        path="/rulesets/{name}",
        summary="One rule set.",
        tag="catalogue",
        answer=answers.RulesetAnswer,
    ),
    Operation(id="decks", method="get", path="/decks", summary="Every deck.", tag="catalogue", answer=answers.DeckList),
    Operation(
        id="deck",
        method="get",
        path="/decks/{name}",
        summary="A deck's cards with their pictures.",
        tag="catalogue",
        answer=answers.DeckAnswer,
    ),
    Operation(
        id="picture",
        method="get",
        path="/decks/{name}/pictures/{file}",
        summary="A card's picture, the same for every viewer, to be kept for ever.",
        tag="catalogue",
        answer=str,
        media="image/*",
    ),
    Operation(
        id="luck",
        method="get",
        path="/luck",
        summary="In how many matches seats have added to the luck, and how many draws were void.",
        tag="catalogue",
        answer=Draws,
    ),
    Operation(
        id="bots", method="get", path="/bots", summary="Every computer player.", tag="catalogue", answer=answers.BotList
    ),
    Operation(
        id="matches",
        method="get",
        path="/matches",
        summary="The lobby, or with mine=true my matches; the newest first.",
        tag="matches",
        scope="match:read",
        answer=answers.MatchList,
        query={
            "status": {"enum": ["gathering", "playing", "over", "abandoned"]},
            "ruleset": {"type": "string", "pattern": f"^{NAME}$"},
            "mine": {"enum": ["true", "false"]},
            "cursor": {"type": "string"},
        },
    ),
    Operation(
        id="open",
        method="post",
        path="/matches",
        summary="Open a match: you are its host and have seat 0.",
        tag="matches",
        scope="match:create",
        body=bodies.MatchBody,
        example={"ruleset": "classic", "seats": 4},
        answer=answers.OpenedAnswer,
        status=201,
        repeatable=True,
    ),
    Operation(
        id="match",
        method="get",
        path=MATCH,
        summary="The match as you may see it, with what you may do; `after` and `wait` wait for a newer version.",
        tag="matches",
        scope="match:read",
        answer=MatchSeen,
        query={
            "after": VERSION,
            "wait": WAIT,
            "at": _whole(1, 2**31 - 1),
            "as": {"type": "string", "pattern": "^(public|seat:[0-9]{1,3})$"},
        },
    ),
    Operation(
        id="events",
        method="get",
        path=f"{MATCH}/events",
        summary="What happened after a version, as you may see it; as NDJSON a stream that stays open.",
        tag="matches",
        scope="match:read",
        answer=answers.EventPage,
        query={"after": VERSION, "limit": _whole(1, 1000), "wait": WAIT},
        also={"application/x-ndjson": {"type": "string", "description": "An event a line; takes only `after`."}},
    ),
    Operation(
        id="moments",
        method="get",
        path=f"{MATCH}/moments",
        summary="Where to stop when the match is watched again: rounds, clues, points, leads, moves by luck, the end.",
        tag="matches",
        scope="match:read",
        answer=answers.MomentList,
    ),
    Operation(
        id="record",
        method="get",
        path=f"{MATCH}/record",
        summary="The match record (docs/record.md): everything once it is over, else what you have been told of it.",
        tag="audit",
        scope="history:read",
        tokenless=OVER,
        answer=str,
        media="application/x-ndjson",
    ),
    Operation(
        id="audit",
        method="get",
        path=f"{MATCH}/audit",
        summary="What can be verified of a match, who could see what, why each point, how luck was drawn.",
        tag="audit",
        scope="history:read",
        tokenless=OVER,
        answer=Report,
        also={"text/html": {"type": "string", "description": "The same as a page for people."}},
    ),
    Operation(
        id="import",
        method="post",
        path="/imports",
        summary="Bring a match record from elsewhere, of at most 8 MiB; it is taken in if it is right, 200 if again.",
        tag="audit",
        scope="match:create",
        raw="application/x-ndjson",
        answer=answers.ImportAnswer,
        status=201,
    ),
    Operation(
        id="imported",
        method="get",
        path="/imports/{name}",
        summary="A record that was brought, and what verifying it comes to.",
        tag="audit",
        scope="history:read",
        answer=answers.ImportAnswer,
    ),
    Operation(
        id="imported_record",
        method="get",
        path="/imports/{name}/record",
        summary="The record, as it was brought.",
        tag="audit",
        scope="history:read",
        answer=str,
        media="application/x-ndjson",
    ),
    Operation(
        id="imported_view",
        method="get",
        path="/imports/{name}/view",
        summary="The match of such a record, at any version, through the public's eyes or a seat's.",
        tag="audit",
        scope="history:read",
        answer=MatchSeen,
        query={"at": _whole(1, 2**31 - 1), "as": {"type": "string", "pattern": "^(public|seat:[0-9]{1,3})$"}},
    ),
    Operation(
        id="verifier",
        method="get",
        path="/dixit_verify.py",
        summary="The program that checks a record offline: python -I dixit_verify.py RECORD.",
        tag="audit",
        answer=str,
        media="text/x-python",
    ),
    *map(_command, KINDS),
)
