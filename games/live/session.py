"""What the frames of a socket do: say who it is, watch matches, play commands."""

import logging

import msgspec
from django.db import Error

from accounts.authentication import BadToken, bearer
from accounts.models import Token, User
from games.live.closing import Closed, Code
from games.live.frames import Auth, Command, Frame, Ping, Subscribe, framed, now, refused
from games.live.hub import Hub
from games.live.offloop import off_loop
from games.live.outbox import Outbox
from games.live.subscriptions import Subscriptions, known
from games.table.look import receipt
from games.wire.commands import KINDS, played
from games.wire.problems import Problem, problem_of
from games.wire.strict import faulty

log = logging.getLogger(__name__)

NAMING = ("sit", "rematch")
"""Commands that write the user's name into a match."""


class Session:
    """Who has connected, and what they are told. Each frame but one that closes the socket gets exactly one reply."""

    def __init__(self, hub: Hub, outbox: Outbox) -> None:
        self.token: Token | None = None
        self._hub, self._outbox = hub, outbox
        self._subscriptions = Subscriptions(hub, outbox)

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
                    await self._subscriptions.add(frame, self._scoped("match:read").user_id)
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
            token = await off_loop(bearer)(header)
        except BadToken:
            raise Closed(Code.BAD_TOKEN) from None
        except Error:
            raise Closed(Code.UNAVAILABLE) from None
        assert token is not None, "a header is never no token"
        if self.token is not None and self.token.user_id != token.user_id:
            raise Problem("forbidden", "A socket belongs to one user.")
        self.token = token
        self._hub.somebody_came()
        user = {"id": token.user.id, "name": token.user.name, "kind": token.user.kind}
        self._outbox.put([framed("ready", re=frame_id, user=user)])

    async def _command(self, frame: Command) -> None:
        user = self._scoped("match:play").user
        if frame.type not in KINDS:
            raise faulty("/type", "wrong_value", f"There is no command {frame.type}.")
        match_id, version, receipt = await off_loop(_played)(frame, user)
        self._outbox.put([framed("ack", re=frame.id, match=match_id, version=version, receipt=msgspec.Raw(receipt))])

    def _scoped(self, scope: str) -> Token:
        assert self.token is not None, "the first frame says who it is"
        if scope not in self.token.scopes:
            raise Problem("missing_scope", f"The token lacks the scope {scope}.", required_scope=scope)
        return self.token

    def end(self) -> None:
        self._subscriptions.remove_all()


def _played(frame: Command, user: User) -> tuple[str, int, bytes]:
    user = _present(user) if frame.type in NAMING else user
    done = played(frame.type, known(frame.match), frame.data, user)
    return done.match_id, done.last, receipt(done).encode()


def _present(user: User) -> User:
    """The user as they are now: a socket may be older than the name, and open a moment longer than there is a user."""
    present = User.objects.filter(id=user.id, is_active=True).first()
    if present is None:
        raise BadToken("The account is gone.")
    return present


def _problem(error: Exception) -> Problem:
    problem = problem_of(error)
    if problem is None:
        log.error("a frame could not be answered", exc_info=error)
        problem = Problem("server_error")
    return problem
