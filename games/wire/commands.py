"""Commands as clients name them: the body each takes, and what it asks of the table."""

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import msgspec
from django.conf import settings
from django.utils.crypto import salted_hmac

from accounts.models import User
from games.eventlog.canonical_encoding import encode_canonical
from games.eventlog.command_metadata import CommandMetadata
from games.matches.bot_players import BOT_STRATEGIES, new_bot_player
from games.matches.command_handler import CommandResult, Precondition, UnboundCommand, handle_command
from games.matches.match_queries import encode_command_response
from games.matches.rematch import open_or_join_rematch
from games.metrics.counted import COMMANDS, REFUSALS
from games.rulebook import commands as rules
from games.rulebook.round import Clue
from games.rulebook.terms import Player
from games.wire.bodies import (
    BotBody,
    CardsBody,
    ClaimBody,
    ClueBody,
    CommandBody,
    CommandId,
    EntropyBody,
    RematchBody,
    SeatBody,
    SignalBody,
    SitBody,
    VoteBody,
)
from games.wire.problems import Problem, problem_of
from games.wire.strict import faulty, shaped
from games.wire.words import visible


@dataclass(frozen=True, kw_only=True, slots=True)
class Kind:
    """A kind of command: its body, and what it asks for by that body and user; None where that is another match."""

    body: type[CommandBody]
    ask: Callable[[Any, User], UnboundCommand] | None


def player(user: User) -> Player:
    """The user as who sits at a table, under the present name."""
    return Player(id=user.id, name=user.name, kind=user.kind)  # type: ignore[arg-type]  # the model's choices


def most_open(user: User) -> int | None:
    """How many matches the user may have open at a time; None is as many as they like."""
    return (settings.GUEST_MATCHES_OPEN if user.kind == "guest" else settings.MATCHES_OPEN) or None


def _sit(body: SitBody, user: User) -> UnboundCommand:
    return rules.Sit(player=player(user), seat=body.seat, entropy_digest=body.entropy_digest)


def _entropy(body: EntropyBody, user: User) -> UnboundCommand:
    return lambda seat: rules.AddEntropy(seat=seat, entropy=body.entropy, next_digest=body.next_digest)


def _bot(body: BotBody, user: User) -> UnboundCommand:
    if body.bot not in BOT_STRATEGIES:
        raise faulty("/bot", "unknown_bot", f"There is no computer player {body.bot}: GET /bots lists them.")
    robot = new_bot_player(body.bot, body.seat)
    return lambda seat: rules.SeatBot(seat=seat, target_seat=body.seat, player=robot)


def _claim(body: ClaimBody, user: User) -> UnboundCommand:
    text = None if body.text is None else visible(body.text, "/text", 200)
    return lambda seat: rules.Claim(seat=seat, text=text)


def _clue(body: ClueBody, user: User) -> UnboundCommand:
    text = None if body.clue.text is None else visible(body.clue.text, "/clue/text", 200)
    return lambda seat: rules.TellClue(seat=seat, card=body.card, clue=Clue(kind=body.clue.kind, text=text))


KINDS: dict[str, Kind] = {
    "sit": Kind(body=SitBody, ask=_sit),
    "stand": Kind(body=CommandBody, ask=lambda body, user: lambda seat: rules.Stand(seat=seat)),
    "move": Kind(body=SeatBody, ask=lambda body, user: lambda seat: rules.Move(seat=seat, target_seat=body.seat)),
    "host": Kind(body=SeatBody, ask=lambda body, user: lambda seat: rules.HandOver(seat=seat, target_seat=body.seat)),
    "bot": Kind(body=BotBody, ask=_bot),
    "clear": Kind(body=SeatBody, ask=lambda body, user: lambda seat: rules.Clear(seat=seat, target_seat=body.seat)),
    "start": Kind(body=CommandBody, ask=lambda body, user: lambda seat: rules.Start(seat=seat)),
    "entropy": Kind(body=EntropyBody, ask=_entropy),
    "claim": Kind(body=ClaimBody, ask=_claim),
    "clue": Kind(body=ClueBody, ask=_clue),
    "cards": Kind(body=CardsBody, ask=lambda body, user: lambda seat: rules.Submit(seat=seat, cards=body.cards)),
    "signal": Kind(body=SignalBody, ask=lambda body, user: lambda seat: rules.Signal(seat=seat, word=body.word)),
    "vote": Kind(
        body=VoteBody, ask=lambda body, user: lambda seat: rules.Vote(seat=seat, slots=body.slots, trap=body.trap)
    ),
    "ready": Kind(body=CommandBody, ask=lambda body, user: lambda seat: rules.Ready(seat=seat)),
    "abandon": Kind(body=CommandBody, ask=lambda body, user: lambda seat: rules.Abandon(seat=seat)),
    "resign": Kind(body=CommandBody, ask=lambda body, user: lambda seat: rules.Resign(seat=seat)),
    "rematch": Kind(body=RematchBody, ask=None),
}
"""The commands by their names, which are those of `actions`, of the addresses and of the socket's frames."""


def perform(
    name: str, match_id: str, content: Any, user: User, *, key: str | None = None, version: int | None = None
) -> bytes:
    """Play a command for a user and give its answer, as JSON.

    Args:
        content: the body, parsed but not yet checked.
        key: the idempotency key, where it didn't come in the body.
        version: what the match must be at, if the client cares.
    """
    return encode_command_response(played(name, match_id, content, user, key=key, version=version))


def played(
    name: str, match_id: str, content: Any, user: User, *, key: str | None = None, version: int | None = None
) -> CommandResult:
    """Play a command as `perform` does, for who needs no more than the version it has led to."""
    try:
        done = _done(name, match_id, content, user, key, version)
    except Exception as error:
        problem = problem_of(error)
        REFUSALS.labels(problem.code if problem else "server_error").inc()
        raise
    COMMANDS.labels(name).inc()
    return done


def _done(name: str, match_id: str, content: Any, user: User, key: str | None, version: int | None) -> CommandResult:
    kind = KINDS[name]
    body = shaped(content, kind.body)
    who = caller(user, name, match_id, body, key_of(key, body.command_id))
    fence = Precondition(phase=body.phase, version=version)
    if kind.ask is None:
        digest = body.entropy_digest if isinstance(body, RematchBody) else None
        sit = rules.Sit(player=player(user), entropy_digest=digest)
        return open_or_join_rematch(match_id, sit, metadata=who, precondition=fence, max_open_matches=most_open(user))
    password, invite = (body.password, body.invite) if isinstance(body, SitBody) else (None, None)
    return handle_command(
        match_id, kind.ask(body, user), metadata=who, precondition=fence, password=password, invite_code=invite
    )


def key_of(header: str | None, field: str | None) -> str:
    """The command's id: from the header or the body; a new one where the client doesn't want to repeat it."""
    if header is None:
        return field or f"c_{secrets.token_hex(12)}"
    key: str = shaped(header.strip().removeprefix('"').removesuffix('"'), CommandId)
    if field not in (None, key):
        raise Problem("malformed", "The Idempotency-Key header and command_id differ.")
    return key


def caller(user: User, name: str, match_id: str, body: Any, key: str) -> CommandMetadata:
    """Who asks for what: the same account, key and request are a repetition.

    The request is kept as a keyed digest: a plain one of a vote or a password could be guessed from a dump.
    """
    asked = {"type": name, "match": match_id, "body": {**msgspec.to_builtins(body), "command_id": None}}
    request = salted_hmac("dixit request", encode_canonical(asked), algorithm="sha256").hexdigest()
    return CommandMetadata(account_id=user.id, command_id=key, request_digest=request)
