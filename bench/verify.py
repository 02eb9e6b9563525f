"""Verifying records with the public verifier and matches in the database, audit pages, and signing receipts."""

import itertools
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial

from bench import database_setup
from bench.progress import say
from bench.result_rows import Aim, BenchmarkRow, make_row, ratios
from bench.scale import Scale
from games.api.catalogue_views import thumbnails
from games.audit.record_verifier import verify_record
from games.bots.simulation import Simulation
from games.eventlog import match_state
from games.receipts.receipt_signing import sign_receipt
from games.records.database_verifier import verify_match
from games.records.export import public_record_pages
from games.report import report_builder
from games.report.page import render_page
from games.report.report_types import Report
from games.rulebook.rulesets import EDITIONS

LONG_MATCH_EVENTS = 400
"""Events that a long match has at least."""
SIGNATURE_COUNT = 1_000
RECORD_TIME_AIM = Aim(text="<= 0.5 s", most=0.5)
VERIFY_RATE_AIM = Aim(text=">= 8.4/s", least=1000 / 120)
"""1,000 matches in two minutes, on a single core."""
PAGE_AIM = Aim(text="<= 0.5", most=0.5)
"""Showing the report takes much less time than making it."""


def measure(database: str, scale: Scale) -> Iterator[BenchmarkRow]:
    database_setup.migrate_and_check()
    say(f"playing {scale.verified} matches of all rule sets")
    matches = [match.match_id for match in _play_matches(scale.verified)]
    records = [_record(match_id) for match_id in matches]
    long_record = _record(_play_long_match())
    seconds = [_seconds(lambda: verify_record(long_record)) for _ in range(9)]
    yield _row(database, f"a record of at least {LONG_MATCH_EVENTS} events", seconds, "s", RECORD_TIME_AIM)
    yield from _page_rows(database, long_record)
    rates = [
        len(records) / _seconds(lambda: [verify_record(record) for record in records]) for _ in range(scale.rounds)
    ]
    yield _row(database, "records of all rule sets", rates, "matches/s", VERIFY_RATE_AIM)
    rates = [len(matches) / _seconds(lambda: [verify_match(match) for match in matches]) for _ in range(scale.rounds)]
    yield _row(database, "matches in the database, all columns and projections", rates, "matches/s", VERIFY_RATE_AIM)
    signatures = [_seconds(_sign) / SIGNATURE_COUNT * 1e6 for _ in range(9)]
    yield _row(database, "signing a receipt", signatures, "µs", None)


def _page_rows(database: str, record: bytes) -> Iterator[BenchmarkRow]:
    """Yield the time to make the report on a record, the time to render its page, and their ratio."""
    building, rendering = list[float](), list[float]()
    for _ in range(9):
        report_builder._verify_cached.cache_clear()  # noqa: SLF001
        building.append(1e3 * _seconds(lambda: _build_report(record)))
        report = _build_report(record)
        rendering.append(1e3 * _seconds(partial(render_page, report, thumbnails())))
    yield _row(database, f"the report on a match of at least {LONG_MATCH_EVENTS} events", building, "ms", None)
    yield _row(database, "its page", rendering, "ms", None)
    yield _row(database, "page : report", ratios(rendering, building), "x", PAGE_AIM)


def _build_report(record: bytes) -> Report:
    return report_builder.build_record_report(record, "a match", "odyssey")


def _play_matches(count: int) -> Iterator[Simulation]:
    rules = itertools.cycle([edition.rules for edition in EDITIONS.values()])
    for number, ruleset in zip(range(count), rules, strict=False):
        simulation = Simulation(ruleset, ruleset.players[number % len(ruleset.players)], "verify", number)
        for _ in simulation.steps():
            pass
        yield simulation


def _play_long_match() -> str:
    """Play Odyssey matches of twelve players until one has enough events; return its id."""
    for number in itertools.count():
        simulation = Simulation(EDITIONS["odyssey"].rules, 12, "verify long", number)
        for _ in simulation.steps():
            pass
        state = match_state.load(simulation.match_id)
        if state is not None and state.version >= LONG_MATCH_EVENTS:
            return simulation.match_id
    raise AssertionError


def _record(match_id: str) -> bytes:
    return "".join(public_record_pages(match_id)).encode()


def _sign() -> None:
    for version in range(SIGNATURE_COUNT):
        sign_receipt("a match", version, "0" * 64)


def _seconds(work: Callable[[], object]) -> float:
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


def _row(database: str, what: str, values: Sequence[float], unit: str, aim: Aim | None) -> BenchmarkRow:
    return make_row("verify", database, what, values, unit, len(values), aim)
