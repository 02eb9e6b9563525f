"""Golden records that never change: one of each rule set, and some with missed moves, entropy and void draws.

`uv run python -m tests.audit.golden_records FOLDER` plays the missing ones. Existing records
are never overwritten: however the rulebook changes, they must verify.
"""

import gzip
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

RECORDS_DIRECTORY = Path(__file__).parent / "records"
REPOSITORY_ROOT = Path(__file__).resolve().parents[2]
SIMULATED_PLAYER_COUNTS = {
    "classic": (3, 4), "classic-last-card": (6,), "odyssey": (3, 12), "party": (6,), "party-passing": (7,),
    "party-30": (12,), "team": (6,), "team-30": (8,),
}  # fmt: skip
LONG_RECORD_NAME = "classic-4"
"""The one of about 200 events, with which forgers try what they can."""


def read_golden_records() -> dict[str, bytes]:
    """Return the records by name."""
    return {
        file.name.removesuffix(".jsonl.gz"): gzip.decompress(file.read_bytes())
        for file in sorted(RECORDS_DIRECTORY.iterdir())
    }


def read_golden_record(name: str) -> bytes:
    return gzip.decompress((RECORDS_DIRECTORY / f"{name}.jsonl.gz").read_bytes())


def simulate_record(ruleset: str, players: int) -> bytes:
    """Return the shortest of a few simulated matches; for the long one, that which is nearest to 200 events."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {
            **os.environ,
            "DIXIT_DATA": folder,
            "RECEIPT_KEY": "golden",
            "DATABASE_URL": f"sqlite:///{folder}/x.sqlite3",
        }

        def run_manage(*arguments: str) -> str:
            command_line = [sys.executable, str(REPOSITORY_ROOT / "manage.py"), *arguments]
            return subprocess.run(command_line, env=environment, check=True, capture_output=True, text=True).stdout

        options = ("--ruleset", ruleset, "--players", str(players), "--seed", "golden", "--matches", "12", "--json")
        matches = [json.loads(line) for line in run_manage("simulate", *options).splitlines()]
        is_long = f"{ruleset}-{players}" == LONG_RECORD_NAME
        best = min(matches, key=lambda match: abs(match["events"] - 200) if is_long else match["events"])
        return run_manage("export_match", best["match"]).encode()


def generate_unusual_records() -> Iterator[tuple[str, bytes]]:
    """Yield matches with moves that computer players never make."""
    from django.conf import settings

    from games.rulebook.events import DrawVoided
    from tests.audit.generated_matches import generate_match

    settings.RECEIPT_KEY = "golden"
    conditions = {
        "void": lambda match: any(isinstance(event, DrawVoided) for event in match.events),
        "auto": lambda match: any(getattr(event, "automatic", False) for event in match.events),
        "skip": lambda match: match.folded.match.last.board.terms.on_timeout == "skip",
    }
    for name, ruleset, players in (("void", "odyssey", 5), ("auto", "party", 6), ("skip", "team", 6)):
        matches = (generate_match(ruleset, players, seed, missing=0.1, mischief=0.05) for seed in range(1000))
        yield f"{ruleset}-{players}-{name}", next(match for match in matches if conditions[name](match)).to_record()


def main(folder: Path) -> None:
    for ruleset, player_counts in SIMULATED_PLAYER_COUNTS.items():
        for players in player_counts:
            _write_if_missing(folder / f"{ruleset}-{players}.jsonl.gz", simulate_record(ruleset, players))
    for name, content in generate_unusual_records():
        _write_if_missing(folder / f"{name}.jsonl.gz", content)


def _write_if_missing(file: Path, content: bytes) -> None:
    if not file.exists():
        file.write_bytes(gzip.compress(content, 9, mtime=0))
        print(file.name, len(content), file.stat().st_size)


if __name__ == "__main__":
    os.environ["DJANGO_SETTINGS_MODULE"] = "dixit.settings"
    import django

    django.setup()
    main(Path(sys.argv[1]))
