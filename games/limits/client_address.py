"""Whose request it is when nobody has said it: the address that it comes from."""

from ipaddress import IPv6Address, ip_address

from django.conf import settings

IPV6_PREFIX_BITS = 64
"""Bits of an IPv6 address: whoever has one has all that begin with these."""


def resolve_client_address(peer: str, forwarded: str | None) -> str:
    """The client's address: the peer's, or with `TRUSTED_PROXIES` what the outermost of these says of its own peer.

    What stands further left in X-Forwarded-For the client may have made up, so nothing there is believed.
    """
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
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(IPv6Address(int(address) >> IPV6_PREFIX_BITS << IPV6_PREFIX_BITS))


def _without_port(text: str) -> str:
    """Some proxies write `192.0.2.1:4711` and `[2001:db8::1]:4711`."""
    if text.startswith("["):
        return text[1:].partition("]")[0]
    return text.partition(":")[0] if text.count(":") == 1 else text
