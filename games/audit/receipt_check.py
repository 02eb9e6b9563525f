"""The level *receipts*: what the server has signed is what the record says."""

from collections.abc import Mapping, Sequence
from itertools import dropwhile

from games.audit.errors import VerificationError, fail
from games.audit.receipt import Receipt, ReceiptKey, has_valid_signature
from games.audit.record_parser import MatchRecord
from games.audit.verdict import Finding


def check_receipts(
    match_record: MatchRecord, external_receipts: Sequence[Receipt], trusted_keys: Sequence[ReceiptKey]
) -> Finding:
    """Whether the receipts that the record holds, and those that somebody has kept, fit."""
    receipts = (*match_record.receipts, *external_receipts)
    if not receipts:
        words = "There is none: an operator who holds all keys could have written another history."
        return Finding(level="receipts", status="not checked", words=words)
    try:
        keys = _accepted_keys(match_record.header.keys, trusted_keys)
        for receipt in sorted(receipts, key=lambda one: one.version):
            _check_receipt(receipt, match_record, keys)
    except VerificationError as fault:
        return Finding(level="receipts", status="failed", words=fault.message, first_bad=fault.version)
    external_note = f"{len(external_receipts)} kept elsewhere" if external_receipts else "none of them kept elsewhere"
    words = f"{len(receipts)} fit, {external_note}" + (
        "." if trusted_keys else "; the keys are those that the record names."
    )
    return Finding(level="receipts", status="ok", words=words)


def _accepted_keys(
    record_keys: Mapping[str, ReceiptKey], trusted_keys: Sequence[ReceiptKey]
) -> Mapping[str, ReceiptKey]:
    """The keys that count: all that the record names or, where some are trusted, those and what follows from them."""
    if not trusted_keys:
        return record_keys
    trusted_by_id = {key.id: key for key in trusted_keys}
    following = list(dropwhile(lambda key: key not in trusted_by_id, record_keys))
    if record_keys and not following:
        fail(0, "The record's keys neither are nor follow from a key that is trusted.")
    return {**{key: record_keys[key] for key in following}, **trusted_by_id}


def _check_receipt(receipt: Receipt, match_record: MatchRecord, keys: Mapping[str, ReceiptKey]) -> None:
    version, last_version = receipt.version, match_record.chain.version
    key = keys.get(receipt.key)
    if receipt.match != match_record.header.match:
        fail(None, f"A receipt for version {version} is of another match.")
    if key is None:
        fail(version, f"A receipt for version {version} is signed with the key {receipt.key}, which nobody knows.")
    if not has_valid_signature(receipt, key.public):
        fail(version, f"The signature of the receipt for version {version} is not that of the key {key.id}.")
    if not 1 <= version <= last_version:
        fail(last_version + 1, f"The server has signed version {version}, and the record ends before it.")
    if match_record.chain.lines[version - 1].hash != receipt.head:
        fail(version, "The server has signed another history up to this version.")
