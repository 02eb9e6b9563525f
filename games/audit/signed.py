"""The level *receipts*: what the server has signed is what the record says."""

from collections.abc import Mapping, Sequence
from itertools import dropwhile

from games.audit.broken import Broken, broken
from games.audit.receipt import Key, Receipt, holds
from games.audit.record import Record
from games.audit.verdict import Finding


def check(found: Record, given: Sequence[Receipt], trusted: Sequence[Key]) -> Finding:
    """Whether the receipts that the record holds, and those that somebody has kept, fit."""
    receipts = (*found.receipts, *given)
    if not receipts:
        words = "There is none: an operator who holds all keys could have written another history."
        return Finding(level="receipts", status="not checked", words=words)
    try:
        keys = _known(found.header.keys, trusted)
        for receipt in sorted(receipts, key=lambda one: one.version):
            _check(receipt, found, keys)
    except Broken as fault:
        return Finding(level="receipts", status="failed", words=fault.words, first_bad=fault.version)
    kept = f"{len(given)} kept elsewhere" if given else "none of them kept elsewhere"
    words = f"{len(receipts)} fit, {kept}" + ("." if trusted else "; the keys are those that the record names.")
    return Finding(level="receipts", status="ok", words=words)


def _known(named: Mapping[str, Key], trusted: Sequence[Key]) -> Mapping[str, Key]:
    """The keys that count: all that the record names or, where some are trusted, those and what follows from them."""
    if not trusted:
        return named
    known = {key.id: key for key in trusted}
    following = list(dropwhile(lambda key: key not in known, named))
    if named and not following:
        broken(0, "The record's keys neither are nor follow from a key that is trusted.")
    return {**{key: named[key] for key in following}, **known}


def _check(receipt: Receipt, found: Record, keys: Mapping[str, Key]) -> None:
    version, last = receipt.version, found.chain.version
    key = keys.get(receipt.key)
    if receipt.match != found.header.match:
        broken(None, f"A receipt for version {version} is of another match.")
    if key is None:
        broken(version, f"A receipt for version {version} is signed with the key {receipt.key}, which nobody knows.")
    if not holds(receipt, key.public):
        broken(version, f"The signature of the receipt for version {version} is not that of the key {key.id}.")
    if not 1 <= version <= last:
        broken(last + 1, f"The server has signed version {version}, and the record ends before it.")
    if found.chain.lines[version - 1].hash != receipt.head:
        broken(version, "The server has signed another history up to this version.")
