"""The client's IP address, which unauthenticated requests are counted by."""

from ipaddress import IPv6Address, ip_address

from django.conf import settings

IPV6_PREFIX_BITS = 64
"""IPv6 addresses are counted by this prefix: a customer usually gets a whole /64."""


def resolve_client_address(peer: str, forwarded: str | None) -> str:
    """Return the client's IP address, IPv6 as its /64 network.

    Without `TRUSTED_PROXIES` that is the peer's. Otherwise it is the entry that the outermost trusted proxy has added
    to X-Forwarded-For.

    Args:
        peer: the address of the TCP connection.
        forwarded: the X-Forwarded-For header.
    """
    # Each proxy appends its peer, so with N proxies the Nth entry from the right is the last trustworthy one. The
    # client can forge everything further left.
    proxy_count: int = settings.TRUSTED_PROXIES
    forwarded_hops = [hop.strip() for hop in (forwarded or "").split(",")]
    return _normalize_address(
        forwarded_hops[-proxy_count]
        if 0 < proxy_count <= len(forwarded_hops) and forwarded_hops[-proxy_count]
        else peer
    )


def _normalize_address(text: str) -> str:
    try:
        address = ip_address(_without_port(text))
    except ValueError:
        return text
    if not isinstance(address, IPv6Address):
        return str(address)
    # A socket that listens on both families reports an IPv4 client as ::ffff:192.0.2.1.
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(IPv6Address(int(address) >> IPV6_PREFIX_BITS << IPV6_PREFIX_BITS))


def _without_port(text: str) -> str:
    """Strip the port that some proxies add: `192.0.2.1:4711`, `[2001:db8::1]:4711`."""
    if text.startswith("["):
        return text[1:].partition("]")[0]
    return text.partition(":")[0] if text.count(":") == 1 else text
