"""Compare a record from elsewhere with this server's own log of the same match."""

from games.audit.verdict import Finding
from games.eventlog.event_reader import hash_at_version
from games.matches.match_access import NoSuchMatch, visible_state


def compare_with_own_log(match_id: str, version: int, head: str, account: str) -> Finding:
    """Return whether the log of this server has the record's last event.

    Args:
        version: the record's last version; `head` is its hash.
        account: for whom; a match that this account may not see doesn't exist.
    """
    try:
        state = visible_state(match_id, account)
    except NoSuchMatch:
        words = "This server has no such match, or you may not see it."
        return Finding(level="server", status="not checked", words=words)
    if version > state.version:
        words = f"This server's own log of the match ends with version {state.version}."
        return Finding(level="server", status="failed", words=words, first_bad=state.version + 1)
    if hash_at_version(match_id, version) != head:
        words = f"This server's own log of the match has another history up to version {version}."
        return Finding(level="server", status="failed", words=words, first_bad=version)
    return Finding(level="server", status="ok", words="This server's own log of the match has the same history.")
