"""The commands that clients send: each one's name, the body it takes, and the rulebook command it becomes."""

import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import msgspec
from django.conf import settings
from django.utils.crypto import salted_hmac

from accounts.models import User
from accounts.player_labels import strip_invisible
from games.eventlog.canonical_encoding import encode_canonical
from games.eventlog.command_metadata import CommandMetadata
from games.limits.limit_factor import scale_limit
from games.matches.bot_players import BOT_STRATEGIES, new_bot_player
from games.matches.command_batch import Request
from games.matches.command_decision import CommandResult
from games.matches.command_handler import handle_command
from games.matches.command_writer import command_writer
from games.matches.rematch import open_or_join_rematch
from games.metrics.registry import COMMANDS_TOTAL, REFUSALS_TOTAL
from games.protocol.command_bodies import (
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
from games.protocol.match_passwords import is_admitted_by_password
from games.protocol.problems import Problem, problem_from_exception
from games.protocol.strict_parsing import field_problem, strict_convert
from games.protocol.text_validation import normalize_typed_in, validate_text
from games.rulebook import commands
from games.rulebook.commands import Command
from games.rulebook.round import Clue
from games.rulebook.terms import Player

MAX_CLUE_CHARACTERS = 500
MAX_SEATS_PER_ACCOUNT = 30
"""Unfinished matches in which a registered account may have a seat. The setting `RATE_LIMITS` multiplies it."""
MAX_SEATS_PER_GUEST = 5
"""The same for guests."""


@dataclass(frozen=True, slots=True)
class CommandSpec:
    """A kind of command: its body type, and a function that makes the rulebook command from body and user."""

    body_type: type[CommandBody]
    build_command: Callable[[Any, User], Command]


def player_of(user: User) -> Player:
    """Return the user as a player of a match, with their current name."""
    return Player(id=user.id, name=strip_invisible(user.name), kind=user.kind)  # type: ignore[arg-type]  # the model's choices


def seat_quota_of(user: User) -> int | None:
    """Return in how many unfinished matches the user may have a seat at a time; None is no limit."""
    limit = MAX_SEATS_PER_GUEST if user.kind == "guest" else MAX_SEATS_PER_ACCOUNT
    # 0 means that all limits are turned off.
    return scale_limit(limit) or None


def _build_sit(body: SitBody, user: User) -> Command:
    return commands.Sit(player=player_of(user), seat=body.seat, entropy_digest=body.entropy_digest)


def _build_rematch(body: RematchBody, user: User) -> commands.Sit:
    """Return the command to the match that follows."""
    return commands.Sit(player=player_of(user), entropy_digest=body.entropy_digest)


def _build_add_entropy(body: EntropyBody, user: User) -> Command:
    return commands.AddEntropy(entropy=body.entropy, next_digest=body.next_digest)


def _build_seat_bot(body: BotBody, user: User) -> Command:
    if body.bot not in BOT_STRATEGIES:
        raise field_problem("/bot", "unknown_bot", f"There is no computer player {body.bot}; GET /bots lists them.")
    # A new player each time the body is read. The digest of the request is made of the body, so a repetition still
    # matches.
    bot_player = new_bot_player(body.bot, body.seat)
    return commands.SeatBot(target_seat=body.seat, player=bot_player)


def _build_claim(body: ClaimBody, user: User) -> Command:
    text = None if body.text is None else validate_text(body.text, "/text", 200)
    return commands.Claim(text=text)


def _build_give_clue(body: ClueBody, user: User) -> Command:
    text = (
        None
        if body.clue.text is None
        else validate_text(body.clue.text, "/clue/text", MAX_CLUE_CHARACTERS, has_lines=True)
    )
    return commands.GiveClue(card=body.card, clue=Clue(kind=body.clue.kind, text=text))


COMMAND_SPECS: dict[str, CommandSpec] = {
    "sit": CommandSpec(SitBody, _build_sit),
    "stand": CommandSpec(CommandBody, lambda body, user: commands.Stand()),
    "move": CommandSpec(SeatBody, lambda body, user: commands.Move(target_seat=body.seat)),
    "host": CommandSpec(SeatBody, lambda body, user: commands.HandOver(target_seat=body.seat)),
    "bot": CommandSpec(BotBody, _build_seat_bot),
    "clear": CommandSpec(SeatBody, lambda body, user: commands.Clear(target_seat=body.seat)),
    "start": CommandSpec(CommandBody, lambda body, user: commands.Start()),
    "entropy": CommandSpec(EntropyBody, _build_add_entropy),
    "claim": CommandSpec(ClaimBody, _build_claim),
    "clue": CommandSpec(ClueBody, _build_give_clue),
    "cards": CommandSpec(CardsBody, lambda body, user: commands.Submit(cards=body.cards)),
    "signal": CommandSpec(SignalBody, lambda body, user: commands.Signal(word=body.word)),
    "vote": CommandSpec(VoteBody, lambda body, user: commands.Vote(slots=body.slots, trap=body.trap)),
    "ready": CommandSpec(CommandBody, lambda body, user: commands.Ready()),
    "abandon": CommandSpec(CommandBody, lambda body, user: commands.Abandon()),
    "resign": CommandSpec(CommandBody, lambda body, user: commands.Resign()),
    "call_time": CommandSpec(CommandBody, lambda body, user: commands.CallTime()),
    "resume": CommandSpec(CommandBody, lambda body, user: commands.Resume()),
    "rematch": CommandSpec(RematchBody, _build_rematch),
}
"""The commands by name. `actions` and socket frames use these names, and so do the URLs of most commands."""
SLOW_COMMANDS = ("sit", "rematch")
"""Commands that need more than the match itself: a quota, a password, the user's present name."""


def execute_command(
    name: str,
    match_id: str,
    payload: Any,
    user: User,
    *,
    address: str,
    idempotency_key: str | None = None,
    expected_version: int | None = None,
) -> CommandResult:
    """Execute a command for a user, count it in the metrics, and return its result.

    Args:
        name: a key of `COMMAND_SPECS`.
        match_id: the match.
        payload: the body, parsed from JSON but not yet validated.
        user: who sends the command.
        address: the client's IP address, by which wrong passwords are counted.
        idempotency_key: the Idempotency-Key header, if the request had one.
        expected_version: the version the match must have; None if any will do.

    Raises:
        Problem: the body is malformed or invalid.
        Exception: whatever the command handler raises; `problem_from_exception` turns it into a problem.
    """
    with _counted(name):
        body, metadata = _parse_command(
            name, match_id, payload, user, idempotency_key=idempotency_key, expected_version=expected_version
        )
        if isinstance(body, RematchBody):
            return open_or_join_rematch(
                match_id, _build_rematch(body, user), metadata=metadata, seat_quota=seat_quota_of(user)
            )
        if isinstance(body, SitBody):
            return handle_command(
                match_id,
                _build_sit(body, user),
                metadata=metadata,
                is_admitted=body.password is not None
                and is_admitted_by_password(match_id, body.password, account=user.id, address=address),
                invite_code=body.invite,
                seat_quota=seat_quota_of(user),
            )
        return handle_command(match_id, COMMAND_SPECS[name].build_command(body, user), metadata=metadata)


async def execute_in_batch(
    name: str,
    match_id: str,
    payload: Any,
    user: User,
    *,
    idempotency_key: str | None = None,
    expected_version: int | None = None,
) -> CommandResult:
    """Do the same as `execute_command`, without a thread, for commands that aren't among `SLOW_COMMANDS`."""
    with _counted(name):
        body, metadata = _parse_command(
            name, match_id, payload, user, idempotency_key=idempotency_key, expected_version=expected_version
        )
        command = COMMAND_SPECS[name].build_command(body, user)
        return await command_writer().execute(Request(match_id=match_id, command=command, metadata=metadata))


@contextmanager
def _counted(name: str) -> Iterator[None]:
    """Count a command, or the problem that it ends with: here, once for REST and sockets."""
    try:
        yield
    except Exception as error:
        problem = problem_from_exception(error)
        REFUSALS_TOTAL.labels(problem.code if problem else "server_error").inc()
        raise
    COMMANDS_TOTAL.labels(name).inc()


def _parse_command(
    name: str, match_id: str, payload: Any, user: User, *, idempotency_key: str | None, expected_version: int | None
) -> tuple[CommandBody, CommandMetadata]:
    body = strict_convert(payload, COMMAND_SPECS[name].body_type)
    key = resolve_idempotency_key(idempotency_key, body.command_id)
    metadata = command_metadata(
        user, name, match_id, body, key, expected_phase=body.phase, expected_version=expected_version
    )
    return body, metadata


def resolve_idempotency_key(header: str | None, body_value: str | None) -> str:
    """Return the command's id, from the header or the body; a random one if the client sends neither.

    Raises:
        Problem: `invalid` for a key of the wrong form, `malformed` if header and body differ.
    """
    if header is None:
        # The log stores every command under a key. The client learns this one only from the answer.
        return body_value or f"c_{secrets.token_hex(12)}"
    key: str = strict_convert(unquote_key(header), CommandId)
    if body_value not in (None, key):
        raise Problem("malformed", "The Idempotency-Key header and command_id differ.")
    return key


def unquote_key(header: str) -> str:
    """Return the key in an Idempotency-Key header."""
    # The header's draft makes it a quoted string; most clients leave the quotes out.
    return header.strip().removeprefix('"').removesuffix('"')


def command_metadata(
    user: User,
    name: str,
    match_id: str,
    body: Any,
    idempotency_key: str,
    *,
    expected_phase: str | None = None,
    expected_version: int | None = None,
) -> CommandMetadata:
    """Return the metadata by which a repeated command is recognized: account, key, and a digest of the request.

    The digest is keyed with `SECRET_KEY`: there are few possible votes, and passwords may be weak, so with a plain hash
    anyone who has a database dump could find them by trying.
    """
    # The decoded body with normalized texts, so that spelling and order of the JSON don't matter, nor what a system
    # between the person and us makes of a text. Without the key, which may come in the header the first time and in the
    # body the second.
    content = normalize_typed_in({**msgspec.to_builtins(body), "command_id": None})
    request_content = {"type": name, "match": match_id, "body": content}
    request_text = encode_canonical(request_content)
    return CommandMetadata(
        account_id=user.id,
        command_id=idempotency_key,
        request_digest=_request_digest(request_text, settings.SECRET_KEY),
        fallback_digests=tuple(_request_digest(request_text, key) for key in settings.SECRET_KEY_FALLBACKS),
        expected_phase=expected_phase,
        expected_version=expected_version,
    )


def _request_digest(request_text: str, key: str) -> str:
    return salted_hmac("dixit request", request_text, secret=key, algorithm="sha256").hexdigest()
