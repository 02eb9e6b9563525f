"""`dixit_verify.py`: the verifier as a program."""

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from games.audit.receipt import Key, Receipt, Unfit, chained, key, receipt
from games.audit.verdict import Verdict
from games.audit.verify import verify

RIGHT, WRONG, NOT_TRIED = 0, 1, 2
DESCRIPTION = """Check the record of a Dixit match, offline, with nothing but this program: that it is whole (chain),
that its luck follows from the seed that was committed to (luck), that everything went by the rules (rules), and that
it is what the server has signed (receipts)."""
CODES = "Exit code 0: nothing wrong was found; 1: something is wrong, and the first bad version is named; 2: not tried."


def main(arguments: Sequence[str] | None = None) -> int:
    """Verify what the arguments name, and say what was found."""
    options = _parser().parse_args(arguments)
    try:
        record = _read(options.record)
        receipts = [each for name in options.receipts for each in receipts_in(_read(name))]
        trusted = [each for name in options.keys for each in keys_in(_read(name))]
    except OSError as error:
        return _not_tried(f"{error.filename}: {error.strerror}")
    except (Unfit, ValueError) as fault:
        return _not_tried(str(fault))
    return told(verify(record, receipts, trusted), as_json=options.json)


def told(verdict: Verdict, *, as_json: bool) -> int:
    """Print a verdict; gives the exit code."""
    lines = [json.dumps(verdict.told())] if as_json else verdict.lines()
    sys.stdout.write("".join(f"{line}\n" for line in lines))
    return RIGHT if verdict.ok else WRONG


def receipts_in(text: bytes) -> list[Receipt]:
    """The receipts of a file: JSON lines, each a receipt or an answer of the server that has one.

    Raises:
        Unfit, ValueError
    """
    return [receipt(value.get("receipt", value) if isinstance(value, dict) else value) for value in _values(text)]


def keys_in(text: bytes) -> list[Key]:
    """The keys of a file as the server publishes them.

    Raises:
        Unfit, ValueError
    """
    keys = [key(each) for value in _values(text) for each in value["keys"]]
    return list(chained(keys).values())


def _values(text: bytes) -> Iterator[Any]:
    yield from (json.loads(line) for line in text.splitlines() if line.strip())


def _read(name: str) -> bytes:
    return sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()


def _not_tried(why: str) -> int:
    sys.stderr.write(f"dixit_verify: {why}\n")
    return NOT_TRIED


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="dixit_verify.py", description=DESCRIPTION, epilog=CODES)
    parser.add_argument("record", metavar="RECORD", help="the file, or - for standard input")
    parser.add_argument("--receipts", metavar="FILE", action="append", default=[], help="receipts that you have kept")
    parser.add_argument("--keys", metavar="FILE", action="append", default=[], help="keys of the server that you trust")
    parser.add_argument("--json", action="store_true", help="the result as one JSON object")
    return parser
