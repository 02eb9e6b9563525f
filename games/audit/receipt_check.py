"""The level *receipts*: the record agrees with what the server signed."""

from collections.abc import Mapping, Sequence
from itertools import dropwhile

from games.audit.ed25519 import is_valid_signature
from games.audit.errors import VerificationError, fail
from games.audit.receipt import Receipt, ReceiptKey, SignatureCheck, has_valid_signature
from games.audit.record_limits import MAX_RECEIPTS
from games.audit.record_parser import MatchRecord
from games.audit.supplied_receipts import SignedHeads, SuppliedReceipts
from games.audit.verdict import Finding


def check_receipts(
    match_record: MatchRecord,
    external_receipts: Sequence[Receipt],
    trusted_keys: Sequence[ReceiptKey],
    is_valid_signature: SignatureCheck = is_valid_signature,
) -> tuple[Finding, SuppliedReceipts]:
    """Check the receipts in the record and those supplied separately, and say what the latter are worth.

    A receipt in the record is part of it, so a fault of the receipt is one of the record. One supplied separately
    says nothing about the record if it belongs to a different match or if its signature is forged.

    Args:
        trusted_keys: Keys known from elsewhere. If there are any, the record's own keys count only if they are among
            these or announced by one of them.
    """
    # Each receipt once: a file can repeat one as often as it likes.
    match, own = match_record.header.match, dict.fromkeys(match_record.receipts)
    supplied = [each for each in dict.fromkeys(external_receipts) if each.match == match]
    skipped = sum(each.match != match for each in external_receipts)
    if not (own or supplied):
        words = "There are no receipts: an operator, who has all the keys, could have written a different history."
        return Finding(level="receipts", status="not checked", words=words), SuppliedReceipts(skipped=skipped)
    forged, signed_heads = list[Receipt](), None
    try:
        if len(own) > MAX_RECEIPTS:
            fail(None, f"A record has at most {MAX_RECEIPTS} different receipts.")
        keys = _accepted_keys(match_record.header.keys, trusted_keys)
        # In the order of versions, so that the first bad version is the one reported.
        for receipt in sorted({**own, **dict.fromkeys(supplied)}, key=lambda each: each.version):
            if (
                receipt not in own
                and receipt.key in keys
                and not has_valid_signature(receipt, keys[receipt.key].public, is_valid_signature)
            ):
                forged.append(receipt)
                continue
            _check_signature(receipt, match, keys, is_valid_signature)
            signed_heads = SignedHeads(receipt=receipt, match_record=match_record)
            _check_head(receipt, match_record)
            signed_heads = None
    except VerificationError as fault:
        finding = Finding(level="receipts", status="failed", words=fault.message, first_bad=fault.version)
    else:
        finding = _valid_finding(len(own), len(supplied) - len(forged), trusted=bool(trusted_keys))
    return finding, SuppliedReceipts(skipped=skipped, forged=tuple(forged), contradiction=signed_heads)


def _valid_finding(own_count: int, supplied_count: int, *, trusted: bool) -> Finding:
    words = f"{own_count + supplied_count} valid, {supplied_count or 'none'} of them supplied separately"
    note = "." if trusted else "; the keys are the record's own, not trusted ones."
    return Finding(level="receipts", status="ok", words=words + note)


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


def _check_signature(
    receipt: Receipt, match: str, keys: Mapping[str, ReceiptKey], is_valid_signature: SignatureCheck
) -> None:
    key = keys.get(receipt.key)
    if receipt.match != match:
        fail(None, f"A receipt for version {receipt.version} belongs to a different match.")
    if key is None:
        fail(receipt.version, f"A receipt for version {receipt.version} is signed with an unknown key, {receipt.key}.")
    if not has_valid_signature(receipt, key.public, is_valid_signature):
        fail(
            receipt.version,
            f"The signature of the receipt for version {receipt.version} is not valid for key {key.id}.",
        )


def _check_head(receipt: Receipt, match_record: MatchRecord) -> None:
    version, last_version = receipt.version, match_record.chain.version
    if not 1 <= version <= last_version:
        # The receipt proves that more happened: the record has been cut off, or it was made before.
        fail(last_version + 1, f"The server signed version {version}, but the record ends before it.")
    if match_record.chain.lines[version - 1].hash != receipt.head:
        fail(version, "The server signed a different history up to this version.")
