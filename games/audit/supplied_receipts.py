"""What receipts that were supplied separately are worth, and the proof that a server signed two histories."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from games.audit.canonical_json import encode_canonical
from games.audit.receipt import Receipt
from games.audit.record_parser import MatchRecord


@dataclass(frozen=True, kw_only=True, slots=True)
class SignedHeads:
    """A valid receipt, and a record that has another head at the receipt's version, or ends before it."""

    receipt: Receipt
    match_record: MatchRecord

    @property
    def record_head(self) -> str | None:
        """The record's head at the receipt's version, or None if the record ends before it."""
        lines = self.match_record.chain.lines
        return lines[self.receipt.version - 1].hash if 1 <= self.receipt.version <= len(lines) else None

    @property
    def record_receipt(self) -> Receipt | None:
        """The record's own receipt for this or the next later version; for the last one if the record ends before."""
        receipts = sorted(self.match_record.receipts, key=lambda each: each.version)
        later = (each for each in receipts if each.version >= self.receipt.version)
        return next(later, receipts[-1] if receipts else None)

    def to_dict(self) -> dict[str, Any]:
        """Return the proof as a JSON object.

        `bodies` are the event bodies, as canonical JSON, that lead hash by hash from the record's head at the
        receipt's version to the head that the record's own receipt signs.
        """
        version, own = self.receipt.version, self.record_receipt
        between = self.match_record.chain.lines[version : own.version] if own and self.record_head else ()
        return {
            "match": self.receipt.match,
            "version": version,
            "receipt": asdict(self.receipt),
            "record": {
                "head": self.record_head,
                "bodies": [encode_canonical(line.body) for line in between],
                "receipt": asdict(own) if own else None,
            },
            "keys": [asdict(key) for key in self.match_record.header.keys.values()],
        }

    def text_lines(self) -> Sequence[str]:
        """Return the two signed heads as lines of text for people."""
        own = self.record_receipt
        return [
            "The server signed two histories of this match:",
            f"  your receipt:  {_describe(self.receipt)}",
            f"  this record:   version {self.receipt.version}, head {self.record_head}"
            if self.record_head
            else f"  this record:   ends at version {self.match_record.chain.version}",
            f"  signed in it:  {_describe(own)}" if own else "  signed in it:  nothing",
        ]


@dataclass(frozen=True, kw_only=True, slots=True)
class SuppliedReceipts:
    """What the receipts that were supplied separately are worth.

    Args:
        skipped: How many belong to a different match.
        forged: Those whose signature is not valid for the key that they name. They say nothing about the record.
        contradiction: The first valid receipt, of these or the record's own, that names another history.
    """

    skipped: int = 0
    forged: tuple[Receipt, ...] = ()
    contradiction: SignedHeads | None = None

    def text_lines(self) -> Sequence[str]:
        """Return what there is to say as lines of text for people."""
        skipped = [f"  {self.skipped} of the supplied receipts skipped: they belong to a different match"]
        forged = [
            f"  a supplied receipt for version {each.version} is forged: its signature is not valid for key {each.key}"
            for each in self.forged
        ]
        return [
            *(skipped if self.skipped else ()),
            *forged,
            *(self.contradiction.text_lines() if self.contradiction else ()),
        ]

    def to_dict(self) -> dict[str, Any]:
        """Return the result as a JSON object."""
        return {
            "skipped": self.skipped,
            "forged": [asdict(each) for each in self.forged],
            "contradiction": self.contradiction.to_dict() if self.contradiction else None,
        }


def _describe(receipt: Receipt) -> str:
    return f"version {receipt.version}, head {receipt.head}, key {receipt.key}, signature {receipt.signature}"
