"""One command that measures, prints a table and saves it.

Every contestant has its turn in every round of one run, and ratios are taken within a round: the machine's own speed
changes by the minute. PostgreSQL runs durably (fsync, synchronous_commit), SQLite with synchronous=FULL; both are
asserted.
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
from games.management.programs import ROOT

RESULTS = Path(__file__).parent / "results"
DATABASE_VENDORS = ("postgresql", "sqlite")
PARTS = {
    "votes": "commands a second: by hand, at the table, over HTTP, the customary way",
    "folding": "events a second, beside the package eventsourcing",
    "growth": "the cost of a command among many matches and in a long log",
    "memory": "what a cached match weighs",
    "deadlines": "how late phases end, on one worker",
    "live": "commands a second while all watch: over sockets, over REST, the customary way, pgbench",
    "audience": "delivery to spectators, beside a consumer of Channels each",
    "limits": "the same votes over HTTP with limits and without",
    "history": "statistics over many matches, beside counting an index",
    "verify": "verifying records, and matches where they lie",
}
WITHOUT_DATABASE = ("folding", "memory")


def parse_arguments() -> argparse.Namespace:
    part_list = "\n".join(f"  {name:9} {what}" for name, what in PARTS.items())
    parser = argparse.ArgumentParser(
        prog="python -m bench",
        description=f"{__doc__}\n\nwhat is measured:\n{part_list}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--scale", choices=SCALES, default="full", help="how much (default: full, about ten minutes)")
    parser.add_argument(
        "--quick", dest="scale", action="store_const", const="quick", help="a first look, within a minute"
    )
    parser.add_argument("--only", nargs="+", choices=PARTS, default=list(PARTS), metavar="NAME", help=", ".join(PARTS))
    parser.add_argument("--database", choices=DATABASE_VENDORS, help="on one database only")
    parser.add_argument("--save", type=Path, metavar="FILE", help="where (default: bench/results/<time>.json and .md)")
    return parser.parse_args()


def measure_in_subprocess(database: str, scale: str, parts: Sequence[str]) -> Iterator[BenchmarkRow]:
    """The rows of one database, from a process that sets up its own servers."""
    command = [sys.executable, "-m", "bench.measure", database, scale, *parts]
    preexec = tie_to_parent(signal.SIGTERM)
    with subprocess.Popen(command, stdout=subprocess.PIPE, cwd=ROOT, preexec_fn=preexec) as process:  # noqa: PLW1509
        assert process.stdout is not None
        for line in process.stdout:
            yield msgspec.json.decode(line, type=BenchmarkRow)
    if process.returncode:
        raise SystemExit(f"measuring on {database} failed")


def measure_all(parts: Sequence[str], databases: Sequence[str], scale: str) -> list[BenchmarkRow]:
    """All rows, part by part; what needs no database is measured once."""
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
