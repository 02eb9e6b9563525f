"""Records that are kept for ever: one of each rule set, and some with missed moves, entropy and void draws.

`uv run python -m tests.audit.golden FOLDER` plays them anew, for rule sets that there were none of. Those that are kept
are never written again: whatever the rulebook becomes, they must verify.
"""

import gzip
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

RECORDS = Path(__file__).parent / "records"
ROOT = Path(__file__).resolve().parents[2]
SIMULATED = {
    "classic": (3, 4), "classic-last-card": (6,), "odyssey": (3, 12), "party": (6,), "party-passing": (7,),
    "party-30": (12,), "team": (6,), "team-30": (8,),
}  # fmt: skip
LONG = "classic-4"
"""The one of about 200 events, with which forgers try what they can."""


def golden() -> dict[str, bytes]:
    """The records by their names."""
    return {
        file.name.removesuffix(".jsonl.gz"): gzip.decompress(file.read_bytes()) for file in sorted(RECORDS.iterdir())
    }


def record(name: str) -> bytes:
    return gzip.decompress((RECORDS / f"{name}.jsonl.gz").read_bytes())


def simulated(rules: str, players: int) -> bytes:
    """The shortest of a few matches among computer players; of the long one that which is nearest to 200 events."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {
            **os.environ,
            "DIXIT_DATA": folder,
            "RECEIPT_KEY": "golden",
            "DATABASE_URL": f"sqlite:///{folder}/x.sqlite3",
        }

        def manage(*command: str) -> str:
            done = [sys.executable, str(ROOT / "manage.py"), *command]
            return subprocess.run(done, env=environment, check=True, capture_output=True, text=True).stdout

        options = ("--ruleset", rules, "--players", str(players), "--seed", "golden", "--matches", "12", "--json")
        matches = [json.loads(line) for line in manage("simulate", *options).splitlines()]
        long = f"{rules}-{players}" == LONG
        best = min(matches, key=lambda match: abs(match["events"] - 200) if long else match["events"])
        return manage("export_match", best["match"]).encode()


def made() -> Iterator[tuple[str, bytes]]:
    """Matches with whatever computer players don't do."""
    from django.conf import settings

    from games.rulebook.events import DrawVoided
    from tests.audit.made import made

    settings.RECEIPT_KEY = "golden"
    wanted = {
        "void": lambda match: any(isinstance(event, DrawVoided) for event in match.events),
        "auto": lambda match: any(getattr(event, "automatic", False) for event in match.events),
        "skip": lambda match: match.folded.match.last.board.terms.on_timeout == "skip",
    }
    for name, rules, players in (("void", "odyssey", 5), ("auto", "party", 6), ("skip", "team", 6)):
        matches = (made(rules, players, seed, missing=0.1, mischief=0.05) for seed in range(1000))
        yield f"{rules}-{players}-{name}", next(match for match in matches if wanted[name](match)).record()


def main(folder: Path) -> None:
    for rules, numbers in SIMULATED.items():
        for players in numbers:
            _write(folder / f"{rules}-{players}.jsonl.gz", simulated(rules, players))
    for name, content in made():
        _write(folder / f"{name}.jsonl.gz", content)


def _write(file: Path, content: bytes) -> None:
    if not file.exists():
        file.write_bytes(gzip.compress(content, 9, mtime=0))
        print(file.name, len(content), file.stat().st_size)


if __name__ == "__main__":
    os.environ["DJANGO_SETTINGS_MODULE"] = "dixit.settings"
    import django

    django.setup()
    main(Path(sys.argv[1]))
