"""What the frames of a socket do: say who it is, watch matches, play commands."""

import logging
import re
from collections.abc import Callable

from django.db import DatabaseError

from accounts.authentication import BadToken, bearer
from accounts.models import Token
from games.live.closing import Closed, Code
from games.live.feed import Watcher
from games.live.frames import Auth, Command, Frame, Ping, Subscribe, event_frame, framed, now, refused
from games.live.hub import Hub
from games.live.offloop import off_loop
from games.live.outbox import Outbox
from games.table import look, watch
from games.table.access import NoSuchMatch
from games.wire.commands import KINDS, played
from games.wire.problems import Problem, problem_of
from games.wire.strict import faulty

PAGE = 100
"""Events that are read at once for who comes back."""
MOST_MATCHES = 500

log = logging.getLogger(__name__)


class Session:
    """Who has connected, and what they watch. Each frame but a bad one gets exactly one reply."""

    def __init__(self, hub: Hub, outbox: Outbox) -> None:
        self.token: Token | None = None
        self._hub = hub
        self._outbox = outbox
        self._watched: dict[str, Watcher] = {}

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
                    await self._subscribe(frame)
                case Command():
                    await self._command(frame)
                case Ping():
                    self._pong(frame)
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
        except DatabaseError:
            raise Closed(Code.UNAVAILABLE) from None
        assert token is not None, "a header is never no token"
        if self.token is not None and self.token.user_id != token.user_id:
            raise Problem("forbidden", "A socket belongs to one user.")
        self.token = token
        user = {"id": token.user.id, "name": token.user.name, "kind": token.user.kind}
        self._outbox.put([framed("ready", re=frame_id, user=user)])

    async def _subscribe(self, frame: Subscribe) -> None:
        account = self._scoped("match:read").user_id
        self._unsubscribe(frame.match)
        if len(self._watched) >= MOST_MATCHES:
            raise Problem("too_many_requests", f"A socket watches at most {MOST_MATCHES} matches.")
        try:
            _known(frame.match)
            version = await self._begin(frame, account)
            await self._catch_up(frame, account, version)
        except NoSuchMatch:
            raise Closed(Code.NOT_FOUND, f"There is no match {frame.match[:40]}.") from None

    async def _begin(self, frame: Subscribe, account: str) -> int:
        """Answer; the version after which events are to follow."""
        if frame.since is None:
            seen = await off_loop(look.look)(frame.match, account)
            self._outbox.put([framed("subscribed", re=frame.id, match=frame.match, version=seen.version, view=seen)])
            return seen.version
        head = await off_loop(look.version)(frame.match, account)
        if frame.since > head:
            raise Problem("version_ahead", version=head)
        self._outbox.put([framed("subscribed", re=frame.id, match=frame.match, version=head)])
        return frame.since

    async def _catch_up(self, frame: Subscribe, account: str, version: int) -> None:
        """Send what has come since, page by page as it is read at the other end; the hub brings the rest."""
        head = version + 1 if frame.since is not None else version
        while version < head:
            head, texts = await off_loop(watch.page)(frame.match, account, version, PAGE)
            self._outbox.put(event_frame(frame.match, at, text) for at, text in enumerate(texts, start=version + 1))
            version += len(texts)
            await self._outbox.room()
        watcher = Watcher(account, version, self._outbox, event_frame, self._barred(frame))
        self._watched[frame.match] = watcher
        await self._hub.watch(frame.match, watcher)

    def _barred(self, frame: Subscribe) -> Callable[[], None]:
        def barred() -> None:
            self._unsubscribe(frame.match)
            self._outbox.put([refused(frame.id, Problem("not_found", match=frame.match))])

        return barred

    async def _command(self, frame: Command) -> None:
        user = self._scoped("match:play").user
        if frame.type not in KINDS:
            raise faulty("/type", "wrong_value", f"There is no command {frame.type}.")
        _known(frame.match)
        done = await off_loop(played)(frame.type, frame.match, frame.data, user)
        self._outbox.put([framed("ack", re=frame.id, version=done.last)])

    def _pong(self, frame: Ping) -> None:
        versions = {match_id: watcher.version for match_id, watcher in self._watched.items()}
        self._outbox.put([framed("pong", re=frame.id, server_time=now(), versions=versions)])

    def _scoped(self, scope: str) -> Token:
        assert self.token is not None, "the first frame says who it is"
        if scope not in self.token.scopes:
            raise Problem("missing_scope", f"The token lacks the scope {scope}.", required_scope=scope)
        return self.token

    def _unsubscribe(self, match_id: str) -> None:
        watcher = self._watched.pop(match_id, None)
        if watcher is not None:
            self._hub.leave(match_id, watcher)

    def end(self) -> None:
        for match_id in list(self._watched):
            self._unsubscribe(match_id)


def _known(match_id: str) -> None:
    """Ids are of the same letters as in addresses: others aren't found."""
    if not re.fullmatch(r"[A-Za-z0-9_-]{1,40}", match_id):
        raise NoSuchMatch


def _problem(error: Exception) -> Problem:
    problem = problem_of(error)
    if problem is None:
        log.error("a frame could not be answered", exc_info=error)
        problem = Problem("server_error")
    return problem
