"""Who commands, as the log remembers it."""

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True, slots=True)
class CommandMetadata:
    """Who commands, by which key, and a digest of what is asked."""

    account_id: str
    command_id: str
    request_digest: str
