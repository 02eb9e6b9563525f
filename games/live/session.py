"""Handling of a socket's frames: authentication, subscriptions, commands and heartbeats."""

import logging
from collections.abc import Collection

import msgspec
from django.db import Error

from accounts.authentication import BadToken, token_from_header
from accounts.models import Token, User
from games.limits.connection_slots import ConnectionSlot, release_slot
from games.live.close_codes import CloseCode, CloseSocket
from games.live.executor import default_threads, password_threads, reserve, run_in_background, run_in_thread
from games.live.frames import (
    Auth,
    ClientFrame,
    Command,
    InvalidFrame,
    Ping,
    Subscribe,
    Unsubscribe,
    encode_frame,
    error_frame,
    server_time,
)
from games.live.hub import Hub
from games.live.personal_subscription import PersonalSubscription
from games.live.send_buffer import SendBuffer
from games.live.subscriptions import Subscriptions, validate_match_id
from games.matches.command_decision import CommandResult
from games.matches.match_queries import receipt_json
from games.protocol.command_specs import COMMAND_SPECS, SLOW_COMMANDS, execute_command, execute_in_batch
from games.protocol.problems import Problem, problem_from_exception
from games.protocol.scopes import require_scopes
from games.protocol.strict_parsing import field_problem
from games.protocol.throttling import acquire_connection_slot, enforce_rate_limits, try_enforce_locally

log = logging.getLogger(__name__)


class Session:
    """The authenticated state of one socket. Every frame that doesn't close the socket gets exactly one reply."""

    def __init__(self, hub: Hub, send_buffer: SendBuffer, client_address: str) -> None:
        self.token: Token | None = None
        self._connection_slot: ConnectionSlot | None = None
        self._hub, self._send_buffer, self._client_address = hub, send_buffer, client_address
        self._subscriptions = Subscriptions(hub, send_buffer)
        self._personal_subscription = PersonalSubscription(hub, send_buffer)

    @property
    def connection_slots(self) -> Collection[ConnectionSlot]:
        """The slot of the socket itself and those of its subscriptions as a spectator."""
        return [*([self._connection_slot] if self._connection_slot else []), *self._subscriptions.connection_slots]

    async def handle_frame(self, frame: ClientFrame | InvalidFrame) -> None:
        """Process a frame and buffer its reply.

        Raises:
            CloseSocket: the frame requires that the socket is closed.
        """
        if isinstance(frame, InvalidFrame):
            self._send_buffer.put([error_frame(frame.id, frame.problem)])
            return
        try:
            await self._execute(frame)
        except CloseSocket:
            raise
        except Exception as error:  # noqa: BLE001  (an unexpected error is answered as server_error)
            problem = _to_problem(error)
            if isinstance(frame, Subscribe) and frame.match is not None:
                problem = problem.about(match=frame.match)
            self._send_buffer.put([error_frame(frame.id, problem)])

    async def _execute(self, frame: ClientFrame) -> None:
        match frame:
            case Auth() if self.token is None:
                await self.authenticate(f"Bearer {frame.token}", frame.id)
            case Auth():
                await self._switch_token(f"Bearer {frame.token}", frame.id)
            case Subscribe():
                await self._subscribe(frame)
            case Unsubscribe():
                self._unsubscribe(frame)
            case Command():
                await self._handle_command(frame)
            case Ping():
                versions = self._subscriptions.versions
                self._send_buffer.put([encode_frame("pong", re=frame.id, server_time=server_time(), versions=versions)])

    async def authenticate(self, header: str, frame_id: str | None) -> None:
        """Authenticate the socket by an Authorization header's value, and reply `ready`.

        Raises:
            CloseSocket: the token is not valid, a limit is exceeded, or the database is unavailable.
        """
        try:
            slot, token = await reserve(
                run_in_thread(_admit_connection)(header, self._client_address),
                lambda admission: run_in_background(release_slot, admission[0]),
            )
        except BadToken:
            raise CloseSocket(CloseCode.BAD_TOKEN) from None
        except Problem as problem:
            raise CloseSocket(CloseCode.RATE, problem.detail) from None
        except Error:
            raise CloseSocket(CloseCode.UNAVAILABLE) from None
        self._connection_slot = slot
        self._welcome(token, frame_id)

    async def _switch_token(self, header: str, frame_id: str) -> None:
        """Switch to a newer token of the same user, and reply `ready`; a refusal leaves the one that there is.

        Raises:
            BadToken: the token is not valid.
            Problem: a limit is exceeded, or the token is another user's.
        """
        token = await run_in_thread(_charge_token)(header, self._client_address)
        if self.token is not None and self.token.user_id != token.user_id:
            raise Problem("forbidden", "This socket is authenticated as another user.")
        self._welcome(token, frame_id)

    def _welcome(self, token: Token, frame_id: str | None) -> None:
        self.token = token
        self._hub.update_presence_soon()
        user = {"id": token.user.id, "name": token.user.name, "kind": token.user.kind}
        self._send_buffer.put([encode_frame("ready", re=frame_id, user=user)])

    async def _subscribe(self, frame: Subscribe) -> None:
        account = self._require_scope("match:read").user_id
        if frame.me:
            _refuse_fields(frame, "match", "since", "since_hash")
            await self._personal_subscription.start(frame, account, self._client_address)
        else:
            _refuse_fields(frame, "cursor", *(["since_hash"] if frame.since is None else []))
            await self._subscriptions.add(frame, _match_of(frame), account, self._client_address)

    def _unsubscribe(self, frame: Unsubscribe) -> None:
        if frame.me:
            _refuse_fields(frame, "match")
            self._personal_subscription.stop()
            reply = encode_frame("unsubscribed", re=frame.id, me=True)
        else:
            match_id = _match_of(frame)
            self._subscriptions.remove(match_id)
            reply = encode_frame("unsubscribed", re=frame.id, match=match_id)
        self._send_buffer.put([reply])

    async def _handle_command(self, frame: Command) -> None:
        user = self._require_scope("match:play").user
        if frame.type not in COMMAND_SPECS:
            raise field_problem("/type", "wrong_value", f"Unknown command {frame.type}.")
        match_id = validate_match_id(frame.match)
        if frame.type in SLOW_COMMANDS:
            # Sitting down may wait to hash a password.
            threads = password_threads if frame.type == "sit" else default_threads
            result = await run_in_thread(_execute_slowly, threads)(frame, match_id, user, self._client_address)
        else:
            await self._charge_command(user.id, match_id)
            result = await execute_in_batch(frame.type, match_id, frame.data, user)
        self._send_buffer.put(
            [
                encode_frame(
                    "ack",
                    re=frame.id,
                    match=result.match_id,
                    version=result.last_version,
                    receipt=msgspec.Raw(receipt_json(result).encode()),
                )
            ]
        )

    async def _charge_command(self, account: str, match_id: str) -> None:
        address = self._client_address
        if try_enforce_locally("play", account=account, address=address, match=match_id) is None:
            await run_in_thread(enforce_rate_limits)("play", account=account, address=address, match=match_id)

    def _require_scope(self, scope: str) -> Token:
        assert self.token is not None, "SocketConnection authenticates before it handles other frames"
        return require_scopes(self.token, scope)

    def close(self) -> None:
        """Remove all subscriptions and release the connection slots."""
        self._subscriptions.remove_all()
        self._personal_subscription.stop()
        if self._connection_slot is not None:
            run_in_background(release_slot, self._connection_slot)


def _match_of(frame: Subscribe | Unsubscribe) -> str:
    """Return the match of a frame that isn't about `me`.

    Raises:
        Problem: `invalid`, if it names none.
    """
    if frame.match is None:
        raise field_problem("/match", "missing", "Name a match, or send me as true.")
    return frame.match


def _refuse_fields(frame: Subscribe | Unsubscribe, *names: str) -> None:
    for name in names:
        if getattr(frame, name) is not None:
            raise field_problem(f"/{name}", "wrong_value", f"{name} does not go with the other fields.")


def _admit_connection(header: str, address: str) -> tuple[ConnectionSlot, Token]:
    """Return a slot for the connection, and the token of the header."""
    token = _charge_token(header, address)
    return acquire_connection_slot(("account", token.user_id), ("address", address)), token


def _charge_token(header: str, address: str) -> Token:
    """Return the token of the header, after charging the request to its rate limits."""
    try:
        token = token_from_header(header)
    except BadToken:
        # Charged to the address, so that tokens can't be guessed over sockets without limit.
        enforce_rate_limits("read", account=None, address=address)
        raise
    assert token is not None, "None is for requests without the header"
    enforce_rate_limits("read", account=token.user_id, address=address)
    return token


def _execute_slowly(frame: Command, match_id: str, user: User, address: str) -> CommandResult:
    enforce_rate_limits("play", account=user.id, address=address, match=match_id)
    return execute_command(frame.type, match_id, frame.data, _reload_user(user), address=address)


def _reload_user(user: User) -> User:
    """Return the user as stored now.

    A socket may be older than a change of the name, and stays open for a moment after the account is erased or banned.

    Raises:
        BadToken: the account is gone.
    """
    current_user = User.objects.filter(id=user.id, is_active=True).first()
    if current_user is None:
        raise BadToken("The account is gone.")
    return current_user


def _to_problem(error: Exception) -> Problem:
    problem = problem_from_exception(error)
    if problem is None:
        log.error("unexpected error while handling a frame", exc_info=error)
        problem = Problem("server_error")
    return problem
