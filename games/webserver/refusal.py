"""Problem documents as bytes, for requests that the application never sees."""

from email.utils import formatdate

import msgspec
from uvicorn.protocols.http.httptools_impl import STATUS_LINE

from games.api.security_headers import CORS_HEADERS, SECURITY_HEADERS
from games.protocol.problems import Problem


def problem_response(problem: Problem, *, with_body: bool = True) -> bytes:
    """Return a whole HTTP response, which closes the connection.

    Args:
        with_body: False in answer to HEAD.
    """
    body = msgspec.json.encode(problem.body)
    headers = {
        "Date": formatdate(usegmt=True),
        "Content-Type": "application/problem+json",
        "Content-Length": str(len(body)),
        "Cache-Control": "no-store",
        "Connection": "close",
        **SECURITY_HEADERS,
        **CORS_HEADERS,
        **problem.headers,
    }
    lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    return STATUS_LINE[problem.status] + lines.encode("latin-1") + b"\r\n" + (body if with_body else b"")
