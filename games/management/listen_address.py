"""The web server's address: whether it is free, whether it answers, and its URL."""

import errno
import socket


def bind_error(host: str, port: int) -> str | None:
    """Return why a server can't listen on host and port, or None if it can."""
    try:
        for family, kind, protocol, _, address in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM):
            with socket.socket(family, kind, protocol) as probe:
                # As asyncio does: connections of an earlier server in TIME_WAIT are no obstacle.
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                probe.bind(address)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            return f"Port {port} on {host} is in use: stop the program that uses it, or choose another with --port."
        return f"Can't listen on {host}, port {port}: {error.strerror or error}."
    return None


def is_listening(host: str, port: int) -> bool:
    """Return whether a server accepts connections there."""
    try:
        with socket.create_connection((connect_host(host), port), timeout=1):
            return True
    except OSError:
        return False


def connect_host(host: str) -> str:
    """Return the host to connect to for a server that listens on `host`; wildcards become loopback."""
    return {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104  (a lookup, no bind)


def base_url(host: str, port: int) -> str:
    """Return the service's URL, without a trailing slash."""
    connect_to = connect_host(host)
    return f"http://[{connect_to}]:{port}" if ":" in connect_to else f"http://{connect_to}:{port}"


def free_port() -> int:
    """Return a port of the loopback interface that is free at the moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        number: int = probe.getsockname()[1]
        return number
