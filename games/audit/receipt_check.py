"""The level *receipts*: the record agrees with what the server signed."""

from collections.abc import Mapping, Sequence
from itertools import dropwhile

from games.audit.ed25519 import is_valid_signature
from games.audit.errors import VerificationError, fail
from games.audit.receipt import Receipt, ReceiptKey, SignatureCheck, has_valid_signature
from games.audit.record_limits import MAX_RECEIPTS
from games.audit.record_parser import MatchRecord
from games.audit.verdict import Finding


def check_receipts(
    match_record: MatchRecord,
    external_receipts: Sequence[Receipt],
    trusted_keys: Sequence[ReceiptKey],
    is_valid_signature: SignatureCheck = is_valid_signature,
) -> Finding:
    """Check the receipts in the record and those supplied separately.

    Args:
        trusted_keys: Keys known from elsewhere. If there are any, the record's own keys count only if they are among
            these or announced by one of them.
    """
    # Each of them once: a file can repeat one as often as it likes.
    receipts = dict.fromkeys((*match_record.receipts, *external_receipts))
    if not receipts:
        words = "There are no receipts: an operator, who has all the keys, could have written a different history."
        return Finding(level="receipts", status="not checked", words=words)
    try:
        keys = _accepted_keys(match_record.header.keys, trusted_keys)
        if len({*match_record.receipts}) > MAX_RECEIPTS:
            fail(None, f"A record has at most {MAX_RECEIPTS} different receipts.")
        # In the order of versions, so that the first bad version is the one reported.
        for receipt in sorted(receipts, key=lambda each: each.version):
            _check_receipt(receipt, match_record, keys, is_valid_signature)
    except VerificationError as fault:
        return Finding(level="receipts", status="failed", words=fault.message, first_bad=fault.version)
    external_note = f"{len(external_receipts) or 'none'} of them supplied separately"
    words = f"{len(receipts)} valid, {external_note}" + (
        "." if trusted_keys else "; the keys are the record's own, not trusted ones."
    )
    return Finding(level="receipts", status="ok", words=words)


def _accepted_keys(
    record_keys: Mapping[str, ReceiptKey], trusted_keys: Sequence[ReceiptKey]
) -> Mapping[str, ReceiptKey]:
    """Return the keys that count: all those in the record or, if some are trusted, these and those they announced."""
    if not trusted_keys:
        return record_keys
    trusted_by_id = {key.id: key for key in trusted_keys}
    # The record's keys are ordered, each announced by the previous one. Those before the first trusted key drop out:
    # a key vouches for its successors, not for its predecessors.
    following = list(dropwhile(lambda key: key not in trusted_by_id, record_keys))
    if record_keys and not following:
        fail(0, "None of the record's keys is trusted or announced by a trusted key.")
    return {**{key: record_keys[key] for key in following}, **trusted_by_id}


def _check_receipt(
    receipt: Receipt, match_record: MatchRecord, keys: Mapping[str, ReceiptKey], is_valid_signature: SignatureCheck
) -> None:
    version, last_version = receipt.version, match_record.chain.version
    key = keys.get(receipt.key)
    if receipt.match != match_record.header.match:
        fail(None, f"A receipt for version {version} belongs to a different match.")
    if key is None:
        fail(version, f"A receipt for version {version} is signed with an unknown key, {receipt.key}.")
    if not has_valid_signature(receipt, key.public, is_valid_signature):
        fail(version, f"The signature of the receipt for version {version} is not valid for key {key.id}.")
    if not 1 <= version <= last_version:
        # The receipt proves that more happened: the record has been cut off, or it was made before.
        fail(last_version + 1, f"The server signed version {version}, but the record ends before it.")
    if match_record.chain.lines[version - 1].hash != receipt.head:
        fail(version, "The server signed a different history up to this version.")
