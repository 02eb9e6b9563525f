"""Requests that arrive: sent again until they are answered, and never performed twice."""

import logging
import time
import uuid
from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

import httpx

from dixit_client.pauses import pauses
from dixit_client.problem import Problem, answered

log = logging.getLogger(__name__)

OMIT: Any = object()
"""What isn't said."""
NOT_SENT = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout)
SLACK = 20.0
"""Seconds that an answer may take, beyond those that the service was asked to wait."""


class Wire:
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
        asked = said(query or {})
        request = self._http.build_request(
            method,
            path,
            params=asked,
            json=said(body) if body is not None else None,
            content=content[0] if content else None,
            headers=headers,
            timeout=httpx.Timeout(SLACK, read=SLACK + float(asked.get("wait", 0))),
        )
        return self._until_answered(request, again=repeatable or method != "POST")

    def _until_answered(self, request: httpx.Request, *, again: bool) -> httpx.Response:
        """`again`: whether the same may be sent once more when nobody knows what has become of it."""
        end, told = time.monotonic() + self.patience, False
        for pause in pauses():
            found = self._sent(request, again=again)
            if isinstance(found, httpx.Response):
                return found
            wait = pause + (found.retry_after or 0)
            left = end - time.monotonic()
            if not found.passing or wait > left:
                raise found
            if found.code == "unreachable" and not told:
                log.warning("%s; trying for %.0f s more.", found.detail, left)
                told = True
            time.sleep(wait)
        raise AssertionError("pauses never end")

    def _sent(self, request: httpx.Request, *, again: bool) -> httpx.Response | Problem:
        """The answer, if it is a success."""
        try:
            response = self._http.send(request)
        except httpx.TransportError as error:
            lost = Problem("unreachable", f"{self.address} doesn't answer ({error})")
            lost.passing = again or isinstance(error, NOT_SENT)
            return lost
        return response if response.is_success else answered(response)


def said(members: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in members.items() if value is not OMIT}


def address(place: str | int) -> str:
    """A piece of a path."""
    return quote(str(place), safe="")
