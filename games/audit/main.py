"""The command line of `dixit_verify.py`."""

import argparse
import json
import sys
from collections.abc import Iterable, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import Any

from games.audit.receipt import (
    InvalidReceipt,
    Receipt,
    ReceiptKey,
    has_valid_signature,
    parse_key,
    parse_receipt,
    verify_key_chain,
)
from games.audit.record_limits import MAX_RECORD_BYTES
from games.audit.record_verifier import verify_record
from games.audit.verdict import Verdict

EXIT_VALID, EXIT_INVALID, EXIT_NOT_VERIFIED = 0, 1, 2
DESCRIPTION = """Verify the record of a Dixit match offline, with nothing but this program: that the record is unaltered
(chain), that all shuffles follow from the committed seed (luck), that every event follows the rules (rules), and that
the server signed this history (receipts). Without a record, verify that receipts were signed with the keys given."""
EXIT_CODES_HELP = (
    "Exit code 0: nothing wrong was found; 1: something is wrong, and the first bad version is shown; "
    "2: nothing was verified, because an argument or a file of receipts or keys is unusable."
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Verify the record that the arguments name, print the verdict and return the exit code."""
    parser = _argument_parser()
    options = parser.parse_args(arguments)
    if options.record is None and not (options.receipts and options.keys):
        parser.error("give a record, or receipts and keys")
    try:
        receipts = [each for name in options.receipts for each in parse_receipts(_read_file(name))]
        trusted = [each for name in options.keys for each in parse_keys(_read_file(name))]
        if options.record is None:
            return print_receipt_check(receipts, trusted, as_json=options.json)
        verdict = verify_record(_read_file(options.record), receipts, trusted)
        if options.proof:
            write_proof(verdict, Path(options.proof))
    except OSError as error:
        return _report_not_verified(f"{error.filename}: {error.strerror}")
    except (InvalidReceipt, ValueError, RecursionError) as fault:
        return _report_not_verified(str(fault))
    return print_verdict(verdict, as_json=options.json)


def print_verdict(verdict: Verdict, *, as_json: bool) -> int:
    """Print a verdict and return the exit code."""
    _print_lines([json.dumps(verdict.to_dict())] if as_json else verdict.text_lines())
    return EXIT_VALID if verdict.ok and not (verdict.supplied and verdict.supplied.forged) else EXIT_INVALID


def print_receipt_check(receipts: Sequence[Receipt], keys: Sequence[ReceiptKey], *, as_json: bool) -> int:
    """Print for each receipt whether one of the keys signed it, and return the exit code."""
    public_keys = {key.id: key.public for key in keys}
    results = [
        (each, each.key in public_keys and has_valid_signature(each, public_keys[each.key])) for each in receipts
    ]
    _print_lines(
        json.dumps({"match": each.match, "version": each.version, "head": each.head, "valid": valid})
        if as_json
        else f"match {each.match}, version {each.version}, head {each.head}: "
        + (f"signed with key {each.key}" if valid else f"NOT signed with any of these keys (it names {each.key})")
        for each, valid in results
    )
    return EXIT_VALID if all(valid for _, valid in results) else EXIT_INVALID


def write_proof(verdict: Verdict, path: Path) -> None:
    """Write both signed heads to a file, if a receipt contradicts the record.

    Raises:
        OSError
    """
    if verdict.supplied and verdict.supplied.contradiction:
        path.write_text(json.dumps(verdict.supplied.contradiction.to_dict(), indent=2) + "\n", encoding="utf-8")


def parse_receipts(text: bytes) -> list[Receipt]:
    """Parse receipts from JSON lines, each of which is a receipt or a response of the server that contains one.

    Raises:
        InvalidReceipt: A line is not a receipt, or there is none.
        ValueError: A line is not JSON.
    """
    values = [json.loads(line) for line in text.splitlines() if line.strip()]
    if not values:
        raise InvalidReceipt("a file of receipts has none")
    return [parse_receipt(value.get("receipt", value) if isinstance(value, dict) else value) for value in values]


def parse_keys(text: bytes) -> list[ReceiptKey]:
    """Parse keys from a file with the JSON that the server publishes at `/.well-known/dixit-receipts.json`.

    Raises:
        InvalidReceipt: A key is invalid, or not announced by the one before it, or there is none.
        ValueError: The file is not JSON.
    """
    # The file may be indented, so it isn't read as lines.
    keys = [parse_key(each) for each in _require_key_list(json.loads(text))]
    if not keys:
        raise InvalidReceipt("a file of keys names no key, so nothing could be trusted")
    return list(verify_key_chain(keys).values())


def _require_key_list(value: Any) -> list[Any]:
    keys = value.get("keys") if isinstance(value, dict) else None
    if not isinstance(keys, list):
        raise InvalidReceipt("a file of keys must be an object with the list keys")
    return keys


def _print_lines(lines: Iterable[str]) -> None:
    sys.stdout.write("".join(f"{line}\n" for line in lines))


def _read_file(name: str) -> bytes:
    # Bytes, not text: the record's last line is a digest of its exact bytes. One more than a record may have is enough
    # to see that it has too many.
    with nullcontext(sys.stdin.buffer) if name == "-" else Path(name).open("rb") as file:
        return file.read(MAX_RECORD_BYTES + 1)


def _report_not_verified(reason: str) -> int:
    sys.stderr.write(f"dixit_verify: {reason}\n")
    return EXIT_NOT_VERIFIED


def _argument_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="dixit_verify.py", description=DESCRIPTION, epilog=EXIT_CODES_HELP)
    parser.add_argument("record", metavar="RECORD", nargs="?", help="the file, or - for standard input")
    parser.add_argument("--receipts", metavar="FILE", action="append", default=[], help="receipts that you stored")
    parser.add_argument("--keys", metavar="FILE", action="append", default=[], help="server keys that you trust")
    parser.add_argument("--proof", metavar="FILE", help="where to write both signed heads if the server signed two")
    parser.add_argument("--json", action="store_true", help="print the result as one JSON object")
    return parser
