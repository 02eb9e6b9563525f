"""Run benchmarks, print a table of the results and save it.

Every contestant has a turn in every round, and ratios are taken within a round, because the machine's own speed changes
by the minute. PostgreSQL runs with fsync and synchronous_commit, SQLite with synchronous=FULL; both are asserted.
"""

import argparse
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from bench.progress import say
from bench.result_rows import BenchmarkRow
from bench.results_table import markdown_table, save
from bench.scale import SCALES
from games.management.child_process import tie_to_parent
from games.management.programs import PROJECT_ROOT

RESULTS = Path(__file__).parent / "results"
DATABASE_VENDORS = ("postgresql", "sqlite")
PARTS = {
    "votes": "commands per second: hand-written SQL, command handler, HTTP, conventional Django over HTTP",
    "folding": "events folded per second, compared with the package eventsourcing",
    "growth": "cost of a command with many matches and with a long log",
    "memory": "memory of a cached match",
    "deadlines": "how late phases end, on one worker",
    "live": "commands per second with connected players: WebSocket, REST, conventional Django, pgbench",
    "audience": "delivery to spectators, compared with a Channels consumer for each",
    "limits": "the same votes over HTTP with and without rate limits",
    "request_checks": "CPU of a request's token and rate limits, before and after they are remembered and leased",
    "history": "statistics over many matches, compared with counting index entries",
    "verify": "verifying records, and matches in the database",
}
WITHOUT_DATABASE = ("folding", "memory")
"""Parts that need no database, and so are measured only once."""


def parse_arguments() -> argparse.Namespace:
    part_list = "\n".join(f"  {name:9} {what}" for name, what in PARTS.items())
    parser = argparse.ArgumentParser(
        prog="python -m bench",
        description=f"{__doc__}\n\nbenchmarks:\n{part_list}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--scale", choices=SCALES, default="full", help="amount of work (default: full, about ten minutes)"
    )
    parser.add_argument(
        "--quick", dest="scale", action="store_const", const="quick", help="--scale quick: about a minute"
    )
    parser.add_argument("--only", nargs="+", choices=PARTS, default=list(PARTS), metavar="NAME", help=", ".join(PARTS))
    parser.add_argument("--database", choices=DATABASE_VENDORS, help="use only this database")
    parser.add_argument(
        "--save",
        type=Path,
        metavar="FILE",
        help="JSON file (default: bench/results/<time>.json); the table is saved beside it as .md",
    )
    return parser.parse_args()


def measure_in_subprocess(database: str, scale: str, parts: Sequence[str]) -> Iterator[BenchmarkRow]:
    """Yield the rows of one database, measured in a subprocess with its own servers.

    A subprocess, because Django's settings can be configured for one database only, once per process.
    """
    command = [sys.executable, "-m", "bench.measure", database, scale, *parts]
    preexec = tie_to_parent(signal.SIGTERM)
    with subprocess.Popen(command, stdout=subprocess.PIPE, cwd=PROJECT_ROOT, preexec_fn=preexec) as process:  # noqa: PLW1509
        assert process.stdout is not None
        for line in process.stdout:
            yield msgspec.json.decode(line, type=BenchmarkRow)
    if process.returncode:
        raise SystemExit(f"The benchmarks on {database} failed.")


def measure_all(parts: Sequence[str], databases: Sequence[str], scale: str) -> list[BenchmarkRow]:
    """Return all rows, ordered by part."""
    rows = list[BenchmarkRow]()
    for database in databases:
        parts_here = [name for name in parts if name not in WITHOUT_DATABASE or database == databases[0]]
        rows += measure_in_subprocess(database, scale, parts_here) if parts_here else []
    return sorted(rows, key=lambda row: list(PARTS).index(row.part))


def _database(name: str | None) -> list[str]:
    return [f"--database {name}"] if name else []


def main() -> None:
    options = parse_arguments()
    databases = [options.database] if options.database else DATABASE_VENDORS
    rows = measure_all([name for name in PARTS if name in options.only], databases, options.scale)
    print(markdown_table(rows))
    file = options.save or RESULTS / f"{datetime.now(UTC):%Y-%m-%dT%H%M}-{options.scale}.json"
    command = [f"--scale {options.scale}", f"--only {' '.join(options.only)}"]
    for saved in save(file, rows, options.scale, SCALES[options.scale], [*command, *_database(options.database)]):
        say(f"saved {saved}")


if __name__ == "__main__":
    main()
