"""Where the web server listens: whether the address is free, whether it answers, how to write it."""

import errno
import socket


def bind_error(host: str, port: int) -> str | None:
    """Why nobody can listen there, or None when one can."""
    try:
        for family, kind, protocol, _, address in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM):
            with socket.socket(family, kind, protocol) as probe:
                # As asyncio does: connections of an earlier server that still linger don't count.
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                probe.bind(address)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            return f"Port {port} on {host} is busy: stop what uses it, or choose another with --port."
        return f"Can't listen on {host}, port {port}: {error.strerror or error}."
    return None


def is_listening(host: str, port: int) -> bool:
    """Whether somebody listens there."""
    try:
        with socket.create_connection((connect_host(host), port), timeout=1):
            return True
    except OSError:
        return False


def connect_host(host: str) -> str:
    """The host to call for a server that listens on it: 'every address' is none to call."""
    return {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104  (nothing listens here)


def base_url(host: str, port: int) -> str:
    """The address as a client writes it."""
    connect_to = connect_host(host)
    return f"http://[{connect_to}]:{port}" if ":" in connect_to else f"http://{connect_to}:{port}"


def free_port() -> int:
    """A port of the loopback interface on which nobody listens now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        number: int = probe.getsockname()[1]
        return number
