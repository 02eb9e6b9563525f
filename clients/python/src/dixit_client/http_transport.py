"""Requests that arrive: sent again until they are answered, and never performed twice."""

import logging
import time
import uuid
from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

import httpx

from dixit_client.backoff import backoff_delays
from dixit_client.problem import Problem, problem_from_response

log = logging.getLogger(__name__)

OMIT: Any = object()
"""What isn't said."""
NOT_SENT_ERRORS = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout)
RESPONSE_TIMEOUT_SECONDS = 20.0
"""Seconds that an answer may take, beyond those that the service was asked to wait."""


class HttpTransport:
    """A line to the service, for whoever shows `bearer`."""

    def __init__(self, address: str, *, token: str | None = None, patience: float = 60.0) -> None:
        self.address = address.rstrip("/")
        self.bearer = token
        self.patience = patience
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
        """One request, answered with success; under a key, so that a lost answer can be asked for again.

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
        """`again`: whether the same may be sent once more when nobody knows what has become of it."""
        end, warned = time.monotonic() + self.patience, False
        for pause in backoff_delays():
            outcome = self._send_once(request, may_resend=may_resend)
            if isinstance(outcome, httpx.Response):
                return outcome
            wait = pause + (outcome.retry_after or 0)
            seconds_left = end - time.monotonic()
            if not outcome.passing or wait > seconds_left:
                raise outcome
            if outcome.code == "unreachable" and not warned:
                log.warning("%s; trying for %.0f s more.", outcome.detail, seconds_left)
                warned = True
            time.sleep(wait)
        raise AssertionError("pauses never end")

    def _send_once(self, request: httpx.Request, *, may_resend: bool) -> httpx.Response | Problem:
        """The answer, if it is a success."""
        try:
            response = self._http.send(request)
        except httpx.TransportError as error:
            problem = Problem("unreachable", f"{self.address} doesn't answer ({error})")
            problem.passing = may_resend or isinstance(error, NOT_SENT_ERRORS)
            return problem
        return response if response.is_success else problem_from_response(response)


def without_omitted(members: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in members.items() if value is not OMIT}


def path_segment(segment: str | int) -> str:
    """A piece of a path."""
    return quote(str(segment), safe="")
