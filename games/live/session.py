"""What the frames of a socket do: say who it is, watch matches, play commands."""

import logging
from collections.abc import Collection

import msgspec
from django.db import Error

from accounts.authentication import BadToken, bearer
from accounts.models import Token, User
from games.limits.connection_slots import ConnectionSlot, release_slot
from games.live.closing import Closed, Code
from games.live.frames import Auth, Command, Frame, Ping, Subscribe, framed, now, refused
from games.live.hub import Hub
from games.live.offloop import later, off_loop
from games.live.outbox import Outbox
from games.live.subscriptions import Subscriptions, known
from games.matches.match_queries import receipt_json
from games.protocol.command_specs import COMMAND_SPECS, execute_command
from games.protocol.problems import Problem, problem_from_exception
from games.protocol.scopes import require_scopes
from games.protocol.strict_parsing import field_problem
from games.protocol.throttling import acquire_connection_slot, enforce_rate_limits

log = logging.getLogger(__name__)

NAMING = ("sit", "rematch")
"""Commands that write the user's name into a match."""


class Session:
    """Who has connected, and what they are told. Each frame but one that closes the socket gets exactly one reply."""

    def __init__(self, hub: Hub, outbox: Outbox, address: str) -> None:
        self.token: Token | None = None
        self._place: ConnectionSlot | None = None
        self._hub, self._outbox, self._address = hub, outbox, address
        self._subscriptions = Subscriptions(hub, outbox)

    @property
    def places(self) -> Collection[ConnectionSlot]:
        return [*([self._place] if self._place else []), *self._subscriptions.places]

    async def take(self, frame: Frame) -> None:
        """Do what a frame asks for.

        Raises:
            Closed
        """
        try:
            match frame:
                case Auth():
                    await self.authenticate(f"Bearer {frame.token}", frame.id)
                case Subscribe():
                    await self._subscriptions.add(frame, self._scoped("match:read").user_id, self._address)
                case Command():
                    await self._command(frame)
                case Ping():
                    versions = self._subscriptions.versions
                    self._outbox.put([framed("pong", re=frame.id, server_time=now(), versions=versions)])
        except Closed:
            raise
        except Exception as error:  # noqa: BLE001  (whatever isn't a problem is a fault of ours, and told as one)
            self._outbox.put([refused(frame.id, _problem(error))])

    async def authenticate(self, header: str, frame_id: str | None) -> None:
        """Let somebody in; again, with a newer token, only the same user."""
        try:
            token, self._place = await off_loop(_let_in)(header, self._address, self._place)
        except BadToken:
            raise Closed(Code.BAD_TOKEN) from None
        except Problem as problem:
            raise Closed(Code.RATE, problem.detail) from None
        except Error:
            raise Closed(Code.UNAVAILABLE) from None
        if self.token is not None and self.token.user_id != token.user_id:
            raise Problem("forbidden", "A socket belongs to one user.")
        self.token = token
        self._hub.somebody_came()
        user = {"id": token.user.id, "name": token.user.name, "kind": token.user.kind}
        self._outbox.put([framed("ready", re=frame_id, user=user)])

    async def _command(self, frame: Command) -> None:
        user = self._scoped("match:play").user
        if frame.type not in COMMAND_SPECS:
            raise field_problem("/type", "wrong_value", f"There is no command {frame.type}.")
        match_id, version, receipt = await off_loop(_played)(frame, user, self._address)
        self._outbox.put([framed("ack", re=frame.id, match=match_id, version=version, receipt=msgspec.Raw(receipt))])

    def _scoped(self, scope: str) -> Token:
        assert self.token is not None, "the first frame says who it is"
        return require_scopes(self.token, scope)

    def end(self) -> None:
        self._subscriptions.remove_all()
        if self._place is not None:
            later(release_slot, self._place)


def _let_in(header: str, address: str, held: ConnectionSlot | None) -> tuple[Token, ConnectionSlot]:
    """The token of who knocks, and their place; a bad one is counted by address."""
    try:
        token = bearer(header)
    except BadToken:
        enforce_rate_limits("read", account=None, address=address)
        raise
    assert token is not None, "a header is never no token"
    enforce_rate_limits("read", account=token.user_id, address=address)
    return token, held or acquire_connection_slot(("account", token.user_id), ("address", address))


def _played(frame: Command, user: User, address: str) -> tuple[str, int, bytes]:
    match_id = known(frame.match)
    enforce_rate_limits("play", account=user.id, address=address, match=match_id)
    user = _present(user) if frame.type in NAMING else user
    done = execute_command(frame.type, match_id, frame.data, user)
    return done.match_id, done.last_version, receipt_json(done).encode()


def _present(user: User) -> User:
    """The user as they are now: a socket may be older than the name, and open a moment longer than there is a user."""
    present = User.objects.filter(id=user.id, is_active=True).first()
    if present is None:
        raise BadToken("The account is gone.")
    return present


def _problem(error: Exception) -> Problem:
    problem = problem_from_exception(error)
    if problem is None:
        log.error("a frame could not be answered", exc_info=error)
        problem = Problem("server_error")
    return problem
