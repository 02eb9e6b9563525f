"""The caller's identity and key, as stored with a command."""

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True, slots=True)
class CommandMetadata:
    """The account that gives a command, its idempotency key, and a keyed digest of the request."""

    account_id: str
    command_id: str
    request_digest: str
