"""HTTP requests with retries and idempotency keys: nothing is done twice."""

import logging
import time
import uuid
from collections.abc import Mapping
from email.utils import parsedate_to_datetime
from typing import Any
from urllib.parse import quote

import httpx

from dixit_client.backoff import backoff_delays
from dixit_client.problem import Problem, problem_from_response
from dixit_client.server_clock import ServerClock

log = logging.getLogger(__name__)

OMIT: Any = object()
"""The default of optional parameters, which are then left out of the request. None is a value: it becomes null."""
NOT_SENT_ERRORS = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout)
"""Errors after which the server can't have seen the request, so that any request may be sent again."""
RESPONSE_TIMEOUT_SECONDS = 20.0
"""How long a response may take, in addition to the `wait` of a long poll."""


class HttpTransport:
    """Sends requests with the token `bearer`, and retries them for up to `retry_seconds` seconds."""

    def __init__(self, address: str, *, token: str | None = None, retry_seconds: float = 60.0) -> None:
        self.address = address.rstrip("/")
        self.bearer = token
        self.retry_seconds = retry_seconds
        self.clock = ServerClock()
        self._http = httpx.Client(base_url=f"{self.address}/api/v1")

    def _json(self, method: str, path: str, **sent: Any) -> Any:
        return self._request(method, path, **sent).json()

    def _text(self, method: str, path: str, **sent: Any) -> str:
        return self._request(method, path, **sent).text

    def _bytes(self, method: str, path: str, **sent: Any) -> bytes:
        return self._request(method, path, **sent).content

    def _nothing(self, method: str, path: str, **sent: Any) -> None:
        self._request(method, path, **sent)

    def _request(
        self,
        method: str,
        path: str,
        *,
        query: Mapping[str, Any] | None = None,
        body: Mapping[str, Any] | None = None,
        content: tuple[str | bytes, str] | None = None,
        repeatable: bool = False,
        command_id: str | None = None,
        if_match: int | None = None,
    ) -> httpx.Response:
        """Send a request until it succeeds, and return the response.

        Args:
            content: A raw body and its media type.
            repeatable: Whether the operation takes an idempotency key, so that it can be sent again after a lost
                response.
            command_id: That key; by default a new one.

        Raises:
            Problem
        """
        headers = {"Authorization": f"Bearer {self.bearer}"} if self.bearer else {}
        headers |= {"Idempotency-Key": command_id or uuid.uuid4().hex} if repeatable else {}
        headers |= {} if if_match is None else {"If-Match": f'"{if_match}"'}
        headers |= {"Content-Type": content[1]} if content else {}
        parameters = without_omitted(query or {})
        request = self._http.build_request(
            method,
            path,
            params=parameters,
            json=without_omitted(body) if body is not None else None,
            content=content[0] if content else None,
            headers=headers,
            timeout=httpx.Timeout(
                RESPONSE_TIMEOUT_SECONDS, read=RESPONSE_TIMEOUT_SECONDS + float(parameters.get("wait", 0))
            ),
        )
        return self._send_with_retries(request, may_resend=repeatable or method != "POST")

    def _send_with_retries(self, request: httpx.Request, *, may_resend: bool) -> httpx.Response:
        """Send a request until it succeeds, the error is final, or `retry_seconds` is over.

        Args:
            may_resend: Whether the request may be sent again if the connection was lost before the response, whether
                between this client and the service or behind a proxy.
        """
        end, warned = time.monotonic() + self.retry_seconds, False
        for pause in backoff_delays():
            outcome = self._send_once(request, may_resend=may_resend)
            if isinstance(outcome, httpx.Response):
                return outcome
            wait = pause + (outcome.retry_after or 0)
            seconds_left = end - time.monotonic()
            if not outcome.passing or wait > seconds_left:
                raise outcome
            if outcome.code == "unreachable" and not warned:
                log.warning("%s; retrying for %.0f s.", outcome.detail, seconds_left)
                warned = True
            time.sleep(wait)
        raise AssertionError("backoff_delays never ends")

    def _send_once(self, request: httpx.Request, *, may_resend: bool) -> httpx.Response | Problem:
        """Send a request once. Return a successful response; anything else becomes a `Problem`, returned as well."""
        try:
            response = self._http.send(request)
        except httpx.TransportError as error:
            problem = Problem("unreachable", f"{self.address} does not respond ({error})")
            problem.passing = may_resend or isinstance(error, NOT_SENT_ERRORS)
            return problem
        if "Date" in response.headers:
            self.clock.note(parsedate_to_datetime(response.headers["Date"]))
        if response.is_success:
            return response
        problem = problem_from_response(response)
        # A proxy answers 502 or 504, or a page of its own, when it has lost or not reached the service.
        is_from_proxy = problem.status in (502, 504) or (problem.code == "unexplained" and response.is_server_error)
        problem.passing = problem.passing or (is_from_proxy and may_resend)
        return problem


def without_omitted(members: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in members.items() if value is not OMIT}


def path_segment(segment: str | int) -> str:
    """Return a path segment, percent-encoded."""
    return quote(str(segment), safe="")
