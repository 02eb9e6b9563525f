"""HTTP load for (c) and (d): 16 clients, each with its own connection, spread over the web processes.

The requests are written to the sockets by hand: an HTTP library would take CPU time from the servers, which run on the
same machine.
"""

import asyncio
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import msgspec

if TYPE_CHECKING:
    # The client process, which also sends requests, must not import Django.
    from bench.match_fixtures import PendingVote

CLIENTS = 16
REQUEST = """\
{method} /api/v1/matches/{match}{path} HTTP/1.1\r
Host: 127.0.0.1\r
Authorization: Bearer {token}\r
Content-Type: application/json\r
Idempotency-Key: http-{number}\r
Content-Length: {length}\r
\r
{body}"""


def send_all(addresses: Sequence[str], requests: Sequence[bytes], *, clients: int = CLIENTS) -> list[bytes]:
    """Send all requests, each client taking the next one as soon as it is free; return the bodies of the responses."""
    return asyncio.run(send_all_async(addresses, requests, clients))


def vote_requests(votes: "Sequence[PendingVote]") -> list[bytes]:
    """Return the votes as complete requests, built before the clock starts."""
    return [_request("POST", "/vote", vote, {"slots": vote.slots, "phase": vote.phase}) for vote in votes]


def view_requests(votes: "Sequence[PendingVote]") -> list[bytes]:
    """Return a request for the view of each match, after which a server has the match in its cache."""
    once = {vote.match_id: vote for vote in votes}
    return [_request("GET", "", vote, None) for vote in once.values()]


def _request(method: str, path: str, vote: "PendingVote", content: object) -> bytes:
    body = "" if content is None else msgspec.json.encode(content).decode()
    return REQUEST.format(
        method=method,
        match=vote.match_id,
        path=path,
        token=vote.token,
        number=vote.number,
        length=len(body),
        body=body,
    ).encode()


async def send_all_async(addresses: Sequence[str], requests: Sequence[bytes], clients: int) -> list[bytes]:
    waiting, answers = iter(requests), list[bytes]()
    await asyncio.gather(*(_client(addresses[number % len(addresses)], waiting, answers) for number in range(clients)))
    return answers


async def _client(address: str, waiting: Iterator[bytes], answers: list[bytes]) -> None:
    parts = urlsplit(address)
    reader, writer = await asyncio.open_connection(parts.hostname, parts.port)
    for request in waiting:
        writer.write(request)
        head = await reader.readuntil(b"\r\n\r\n")
        body = await _body(head.lower(), reader)
        if not head.startswith(b"HTTP/1.1 200"):
            raise RuntimeError(f"Unexpected response to {request!r}: {head!r} {body!r}")
        answers.append(body)
    writer.close()
    await writer.wait_closed()


async def _body(head: bytes, reader: asyncio.StreamReader) -> bytes:
    if b"transfer-encoding: chunked" in head:
        return await reader.readuntil(b"\r\n0\r\n\r\n")
    return await reader.readexactly(int(head.partition(b"content-length:")[2].partition(b"\r\n")[0]))
