"""The command line of `dixit_verify.py`."""

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from games.audit.receipt import InvalidReceipt, Receipt, ReceiptKey, parse_key, parse_receipt, verify_key_chain
from games.audit.record_verifier import verify_record
from games.audit.verdict import Verdict

EXIT_VALID, EXIT_INVALID, EXIT_NOT_VERIFIED = 0, 1, 2
DESCRIPTION = """Verify the record of a Dixit match offline, with nothing but this program: that the record is unaltered
(chain), that all shuffles follow from the committed seed (luck), that every event follows the rules (rules), and that
the server signed this history (receipts)."""
EXIT_CODES_HELP = (
    "Exit code 0: nothing wrong was found; 1: something is wrong, and the first bad version is shown; "
    "2: nothing was verified, because a file could not be read."
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Verify the record that the arguments name, print the verdict and return the exit code."""
    options = _argument_parser().parse_args(arguments)
    try:
        record = _read_file(options.record)
        receipts = [each for name in options.receipts for each in parse_receipts(_read_file(name))]
        trusted = [each for name in options.keys for each in parse_keys(_read_file(name))]
    except OSError as error:
        return _report_not_verified(f"{error.filename}: {error.strerror}")
    except (InvalidReceipt, ValueError) as fault:
        return _report_not_verified(str(fault))
    return print_verdict(verify_record(record, receipts, trusted), as_json=options.json)


def print_verdict(verdict: Verdict, *, as_json: bool) -> int:
    """Print a verdict and return the exit code."""
    lines = [json.dumps(verdict.to_dict())] if as_json else verdict.text_lines()
    sys.stdout.write("".join(f"{line}\n" for line in lines))
    return EXIT_VALID if verdict.ok else EXIT_INVALID


def parse_receipts(text: bytes) -> list[Receipt]:
    """Parse receipts from JSON lines, each of which is a receipt or a response of the server that contains one.

    Raises:
        InvalidReceipt: A line is not a receipt.
        ValueError: A line is not JSON.
    """
    return [
        parse_receipt(value.get("receipt", value) if isinstance(value, dict) else value)
        for value in _parse_json_lines(text)
    ]


def parse_keys(text: bytes) -> list[ReceiptKey]:
    """Parse keys from a file with the JSON that the server publishes at `/.well-known/dixit-receipts.json`.

    Raises:
        InvalidReceipt: A key is invalid, or not announced by the one before it.
        ValueError: The file is not JSON.
    """
    keys = [parse_key(each) for value in _parse_json_lines(text) for each in _require_key_list(value)]
    return list(verify_key_chain(keys).values())


def _require_key_list(value: Any) -> list[Any]:
    keys = value.get("keys") if isinstance(value, dict) else None
    if not isinstance(keys, list):
        raise InvalidReceipt("a file of keys must be an object with the list keys")
    return keys


def _parse_json_lines(text: bytes) -> Iterator[Any]:
    yield from (json.loads(line) for line in text.splitlines() if line.strip())


def _read_file(name: str) -> bytes:
    # Bytes, not text: the record's last line is a digest of its exact bytes.
    return sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()


def _report_not_verified(reason: str) -> int:
    sys.stderr.write(f"dixit_verify: {reason}\n")
    return EXIT_NOT_VERIFIED


def _argument_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="dixit_verify.py", description=DESCRIPTION, epilog=EXIT_CODES_HELP)
    parser.add_argument("record", metavar="RECORD", help="the file, or - for standard input")
    parser.add_argument("--receipts", metavar="FILE", action="append", default=[], help="receipts that you stored")
    parser.add_argument("--keys", metavar="FILE", action="append", default=[], help="server keys that you trust")
    parser.add_argument("--json", action="store_true", help="print the result as one JSON object")
    return parser
