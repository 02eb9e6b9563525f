"""CPU of what every request needs besides its own work: its token, its rate limits, a hint of presence, a receipt.

Before: each request asks the database for its token, and Redis for its limits. After: the token is remembered for a
moment, and the limits are leased in small blocks. Only this process's CPU counts, not that of PostgreSQL and Redis.
"""

import gc
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass
from unittest.mock import patch

from django.conf import settings

from accounts import token_cache
from accounts.authentication import token_from_header
from accounts.models import Token, User
from bench import database_setup
from bench.call_paths import HttpMatch
from bench.progress import say
from bench.result_rows import Aim, BenchmarkRow, make_row, ratios
from bench.scale import Scale
from games import lobby_presence
from games.limits import acquire_all, leases
from games.limits.policies import request_limits
from games.receipts.receipt_signing import sign_receipt

UNREACHABLE_LIMITS = 1000.0
TOKEN_AIM = Aim(text="<= 0.2", most=0.2)
LIMITS_AIM = Aim(text="<= 0.5", most=0.5)


@dataclass(frozen=True, kw_only=True, slots=True)
class Check:
    """Some work of a request, with the context in which it is done as before."""

    name: str
    work: Callable[[], object]
    as_before: Callable[[], AbstractContextManager[object]]
    aim: Aim | None = None


def measure(database: str, scale: Scale) -> Iterator[BenchmarkRow]:
    """Yield CPU per request before and after, their ratio, and what is the same in both."""
    database_setup.migrate_and_check()
    settings.RATE_LIMITS = UNREACHABLE_LIMITS
    times = max(scale.votes, 20)
    for check in _checks():
        before, after = list[float](), list[float]()
        for number in range(scale.rounds + 1):
            turns = [(before, check.as_before), (after, ExitStack)]
            # In changing order; the first round only warms up.
            for found, context in turns if number % 2 else reversed(turns):
                with context():
                    microseconds = _cpu_microseconds(check.work, times)
                if number:
                    found.append(microseconds)
        say(f"{check.name}: {before[-1]:.0f} µs before, {after[-1]:.0f} µs after")
        operations = times * scale.rounds
        for what, found in (("before", before), ("after", after)):
            yield make_row("request_checks", database, f"{check.name}, {what}", found, "µs CPU", operations)
        compared = ratios(after, before)
        yield make_row(
            "request_checks", database, f"{check.name}, after : before", compared, "x", len(compared), check.aim
        )
    signing = [_cpu_microseconds(lambda: sign_receipt("0" * 32, 7, "0" * 64), times) for _ in range(scale.rounds)]
    yield make_row("request_checks", database, "a receipt", signing, "µs CPU", times * scale.rounds)


def _checks() -> list[Check]:
    _, secret = Token.objects.issue(User.objects.create_guest("Ada"))
    limits = list(request_limits("play", account="ada", address="here", match="m"))
    match = HttpMatch()
    return [
        Check(
            name="a token",
            work=lambda: token_from_header(f"Bearer {secret}", may_be_cached=True),
            as_before=_without_token_cache,
            aim=TOKEN_AIM,
        ),
        Check(name="three limits", work=lambda: acquire_all(limits), as_before=_without_blocks, aim=LIMITS_AIM),
        Check(name="a hint of presence", work=lambda: lobby_presence.note_request("ada", "m"), as_before=_noting_each),
        Check(name="GET of a match, as a whole", work=lambda: match.view(0), as_before=_as_before),
    ]


@contextmanager
def _without_token_cache() -> Iterator[None]:
    token_cache.TOKEN_CACHE.clear()
    with patch.object(token_cache, "MAX_AGE_SECONDS", 0.0):
        yield


def _without_blocks() -> AbstractContextManager[object]:
    return patch.object(leases, "MAX_BLOCK", 1)


def _noting_each() -> AbstractContextManager[object]:
    return patch.object(lobby_presence, "REFRESH_SECONDS", 0)


@contextmanager
def _as_before() -> Iterator[None]:
    with _without_token_cache(), _without_blocks():
        yield


def _cpu_microseconds(work: Callable[[], object], times: int) -> float:
    """Return the CPU microseconds of this process for one repetition of the work."""
    gc.collect()
    start = time.process_time()
    for _ in range(times):
        work()
    return (time.process_time() - start) / times * 1e6
