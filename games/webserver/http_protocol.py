"""uvicorn's HTTP protocol, with bounds on the size of a request, on time, and on open connections."""

import asyncio
from typing import Any, Literal, TypeAlias

import httptools
from django.conf import settings
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from games.limits import RateLimit
from games.limits.limit_factor import scaled_limit
from games.limits.local_limit import LocalRateLimiter, TokenBucket
from games.protocol.problems import Problem
from games.webserver.body_limits import BodyLimit, body_limit
from games.webserver.connection_count import OPEN_CONNECTIONS
from games.webserver.fair_timer import FairTimer
from games.webserver.peer_address import client_address
from games.webserver.refusal import problem_response
from games.webserver.tcp_timeouts import cut_when_unreachable
from games.webserver.write_watch import WriteWatch

MAX_HEAD_BYTES = 32 * 1024
"""Size of the request line and headers together."""
MAX_HEADERS = 100
MAX_PIPELINED_REQUESTS = 20
"""Requests that may wait behind one that is being answered."""
MAX_LARGE_BODIES = 4
"""Large bodies that this process receives at a time."""
MAX_LARGE_BODIES_PER_ADDRESS = 2
MAX_SLICE_BYTES = 8 * 1024
"""Bytes of a head that are parsed before its size is checked again."""
HEAD_TIMEOUT_SECONDS = 15.0
"""How long the request line and headers may take, from the connection or from the first byte on."""
WRITE_TIMEOUT_SECONDS = 10.0
"""How long a client may read nothing of its answer."""
LINGER_SECONDS = 2.0
"""How long a client may go on sending what was refused. If cut off at once, it would not get to read the answer."""
MAX_DISCARDED_BYTES = 8 * 1024 * 1024
HANDSHAKE_LIMIT = RateLimit(name="handshakes", max_requests=200, window_seconds=10)
"""WebSockets that an address may open: 200 at once, and 20 a second. The setting `RATE_LIMITS` multiplies it."""
REFUSAL_LIMIT = RateLimit(name="refusals", max_requests=50, window_seconds=1)
"""Connections beyond the limits that learn why they are closed. Opening them costs a client nothing, so further ones
are just cut."""
RETRY_SECONDS = 5

Stage: TypeAlias = Literal["idle", "head", "body", "answer"]

_large_bodies: dict["HttpProtocol", str] = {}
"""The connections that receive large bodies, and the addresses of their clients."""
_refusals, _handshakes = TokenBucket(), LocalRateLimiter()


class _Refused(Exception):
    """Stops the parser; the problem is in `HttpProtocol.refusal`."""


class HttpProtocol(HttpToolsProtocol):
    """Refuses what is too large or too slow with a problem document, before the application takes any of it."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._stage: Stage = "idle"
        self._received_bytes = 0
        """Bytes of the current head or body as they came, whether parsed or not."""
        self._head_bytes = self._header_count = self._body_bytes = self._discarded_bytes = 0
        self._body_limit: BodyLimit | None = None
        self._refusal: Problem | None = None
        self._has_refused = False
        self._request_timer = FairTimer(self.loop, self._on_request_timeout)
        self._linger_handle: asyncio.TimerHandle | None = None

    # Connection

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._write_watch = WriteWatch(self.loop, transport, WRITE_TIMEOUT_SECONDS, transport.abort)
        refusal = OPEN_CONNECTIONS.add(transport, self.client[0] if self.client else None)
        if refusal is None:
            cut_when_unreachable(transport)
            self._request_timer.start(HEAD_TIMEOUT_SECONDS)
        else:
            # Closed at once: lingering connections would take the files that the limit is to save.
            self._has_refused = True
            if not _refusals.try_take(REFUSAL_LIMIT):
                transport.abort()
                return
            transport.write(problem_response(refusal))
            transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_timers()
        OPEN_CONNECTIONS.remove(self.transport)
        super().connection_lost(exc)

    def handle_websocket_upgrade(self) -> None:
        address = client_address(self.headers, self.client)
        if settings.RATE_LIMITS and not _handshakes.try_take(scaled_limit(HANDSHAKE_LIMIT), address):
            self._refuse(Problem("too_many_requests", limit="address", retry_after=RETRY_SECONDS))
            return
        self._stop_timers()
        super().handle_websocket_upgrade()

    def _stop_timers(self) -> None:
        self._request_timer.cancel()
        self._write_watch.stop()
        _large_bodies.pop(self, None)
        if self._linger_handle is not None:
            self._linger_handle.cancel()

    # Requests

    def data_received(self, data: bytes) -> None:
        if self._has_refused:
            self._discard(data)
            return
        self._unset_keepalive_if_required()
        try:
            self._feed(data)
        except httptools.HttpParserUpgrade:
            if self._should_upgrade():
                self.handle_websocket_upgrade()
        except (httptools.HttpParserError, _Refused):
            self._refuse(self._refusal or Problem("malformed", "This is not a valid HTTP request."))
        else:
            self._update_request_timer()

    def _feed(self, data: bytes) -> None:
        """Parse, in slices as long as the head isn't complete: the parser itself has no bound."""
        position = 0
        while position < len(data):
            size = len(data) if self._stage == "body" else MAX_SLICE_BYTES
            piece = data[position : position + size]
            position += len(piece)
            self._received_bytes += len(piece)
            self.parser.feed_data(piece)
            if self._stage == "body":
                assert self._body_limit is not None
                if self._received_bytes > self._body_limit.max_encoded_bytes:
                    self._fail(_too_large(self._body_limit))
            elif self._received_bytes > MAX_HEAD_BYTES + MAX_SLICE_BYTES:
                self._fail(Problem("headers_too_large"))

    def _update_request_timer(self) -> None:
        """Run the timer while a head or body is incomplete; that of a body is started with its head's end."""
        is_answering = self._stage == "answer" and not self.cycle.response_complete
        if self._stage != "body" and not is_answering and not self._request_timer.is_running:
            self._request_timer.start(HEAD_TIMEOUT_SECONDS)

    def on_message_begin(self) -> None:
        self._stage, self._received_bytes = "head", 0
        self._head_bytes = self._header_count = self._body_bytes = 0
        super().on_message_begin()

    def on_url(self, url: bytes) -> None:
        self._add_head_bytes(len(url))
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        self._header_count += 1
        self._add_head_bytes(len(name) + len(value))
        super().on_header(name, value)

    def _add_head_bytes(self, size: int) -> None:
        self._head_bytes += size
        if self._head_bytes > MAX_HEAD_BYTES or self._header_count > MAX_HEADERS:
            self._fail(Problem("headers_too_large"))

    def on_headers_complete(self) -> None:
        self._stage, self._received_bytes = "body", 0
        path = self.url.partition(b"?")[0].decode("ascii", errors="replace")
        self._body_limit = body_limit(path)
        self._check_declared_body(self._body_limit)
        if len(self.pipeline) >= MAX_PIPELINED_REQUESTS:
            self._fail(Problem("too_many_requests"), before_cycle=True)
        self._request_timer.start(self._body_limit.timeout_seconds)
        super().on_headers_complete()

    def _check_declared_body(self, limit: BodyLimit) -> None:
        headers = dict(self.headers)
        length = headers.get(b"content-length")
        if length is not None and int(length) > limit.max_bytes:
            self._fail(_too_large(limit), before_cycle=True)
        if limit.is_large and (b"transfer-encoding" in headers or (length is not None and int(length))):
            address = client_address(self.headers, self.client)
            addresses = list(_large_bodies.values())
            if len(addresses) >= MAX_LARGE_BODIES or addresses.count(address) >= MAX_LARGE_BODIES_PER_ADDRESS:
                detail = "Too many uploads are being received."
                self._fail(Problem("unavailable", detail, retry_after=RETRY_SECONDS), before_cycle=True)
            _large_bodies[self] = address

    def on_body(self, body: bytes) -> None:
        self._body_bytes += len(body)
        assert self._body_limit is not None
        if self._body_bytes > self._body_limit.max_bytes:
            self._fail(_too_large(self._body_limit))
        super().on_body(body)

    def on_message_complete(self) -> None:
        self._stage, self._received_bytes = "answer", 0
        self._request_timer.cancel()
        _large_bodies.pop(self, None)
        super().on_message_complete()

    # Answers

    def pause_writing(self) -> None:
        super().pause_writing()
        self._write_watch.start()

    def resume_writing(self) -> None:
        super().resume_writing()
        self._write_watch.stop()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._write_watch.start()

    # Refusals

    def _fail(self, problem: Problem, *, before_cycle: bool = False) -> None:
        """Stop the parser, and so `data_received`, because of this problem."""
        self._refusal = problem
        if before_cycle:
            self._stage = "head"
        raise _Refused

    def _on_request_timeout(self) -> None:
        if self._stage in ("head", "body"):
            self._refuse(Problem("request_timeout"))
        else:
            self.transport.close()

    def _refuse(self, problem: Problem) -> None:
        """Answer with the problem, if this is the request whose turn it is, and close the connection."""
        self._has_refused = True
        self._stop_timers()
        if self.transport.is_closing():
            return
        # uvicorn's annotations leave out that both are None before the first request.
        is_answering = self.cycle is not None and not self.cycle.response_complete  # type: ignore[redundant-expr]
        if is_answering and (self._stage != "body" or self.cycle.response_started or self.pipeline):
            self.transport.abort()
            return
        if is_answering:
            # The application is waiting for the rest of the body. It gets a disconnect instead.
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        is_head = self.scope is not None and self.scope.get("method") == "HEAD"  # type: ignore[redundant-expr]
        self.transport.write(problem_response(problem, with_body=not is_head))
        if self.transport.can_write_eof():
            self.transport.write_eof()
        self._linger_handle = self.loop.call_later(LINGER_SECONDS, self.transport.abort)

    def _discard(self, data: bytes) -> None:
        self._discarded_bytes += len(data)
        if self._discarded_bytes > MAX_DISCARDED_BYTES:
            self.transport.pause_reading()


def _too_large(limit: BodyLimit) -> Problem:
    return Problem("too_large", f"A body can have at most {limit.max_bytes} bytes.")
