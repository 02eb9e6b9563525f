"""The client address of a request, from what the web server knows of it."""

from collections.abc import Iterable

from games.limits.client_address import resolve_client_address


def client_address(headers: Iterable[tuple[bytes, bytes]], peer: tuple[str, int] | None) -> str:
    """Return the address that the request is counted by.

    Args:
        headers: with names in lower case.
        peer: address and port of the TCP connection; None for a Unix socket.
    """
    hops = [value.decode("latin-1") for name, value in headers if name == b"x-forwarded-for"]
    return resolve_client_address(peer[0] if peer else "", ",".join(hops))
