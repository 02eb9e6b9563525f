"""What comes with a command: the caller, how a repetition is recognized, and what the caller expects."""

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True, slots=True)
class CommandMetadata:
    """The account that gives a command, its idempotency key, and a keyed digest of the request.

    `fallback_digests` are the digests of the same request with earlier keys, by which it may have been stored.

    `expected_phase` and `expected_version` are what the caller expects the match's phase id and version to be when the
    command is executed, as far as it says so. They aren't stored.
    """

    account_id: str
    command_id: str
    request_digest: str
    fallback_digests: tuple[str, ...] = ()
    expected_phase: str | None = None
    expected_version: int | None = None

    def is_repetition(self, stored_digest: str) -> bool:
        """Return whether the command that was stored with this digest is the same request."""
        return stored_digest in (self.request_digest, *self.fallback_digests)
