"""The result of a verification: a finding for each level, with the first bad version and a sentence."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf
from typing import Any, Literal, TypeAlias

from games.audit.supplied_receipts import SuppliedReceipts

Level: TypeAlias = Literal["chain", "luck", "rules", "receipts", "server", "database", "projections"]
FindingStatus: TypeAlias = Literal["ok", "partly", "failed", "not checked"]


@dataclass(frozen=True, kw_only=True, slots=True)
class Finding:
    """The result for one level. `first_bad` is the first bad version, 0 for the header, None if there is none."""

    level: Level
    status: FindingStatus
    words: str
    first_bad: int | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Verdict:
    """The result for a record.

    Args:
        complete: Whether the match is over and all parts are open.
        erased: The version and name of each part that was erased.
        supplied: What receipts that were supplied separately are worth; None if there were none.
    """

    match: str | None
    version: int
    head: str | None
    complete: bool
    findings: tuple[Finding, ...]
    erased: tuple[tuple[int, str], ...] = ()
    supplied: SuppliedReceipts | None = None

    @property
    def ok(self) -> bool:
        """Whether nothing that could be checked is wrong."""
        return all(finding.status != "failed" for finding in self.findings)

    @property
    def is_behind(self) -> bool:
        """Whether the log is valid, and only the read models beside it don't agree with it."""
        return {finding.level for finding in self.findings if finding.status == "failed"} == {"projections"}

    @property
    def first_failure(self) -> Finding | None:
        """The failed finding that comes first in the record, if any."""
        failures = [finding for finding in self.findings if finding.status == "failed"]
        return min(failures, key=lambda finding: inf if finding.first_bad is None else finding.first_bad, default=None)

    def to_dict(self) -> dict[str, Any]:
        """Return the verdict as a JSON object."""
        return {
            "ok": self.ok,
            "match": self.match,
            "version": self.version,
            "head": self.head,
            "complete": self.complete,
            "first_bad": self.first_failure.first_bad if self.first_failure else None,
            "levels": {
                finding.level: {"status": finding.status, "first_bad": finding.first_bad, "words": finding.words}
                for finding in self.findings
            },
            "erased": [{"version": version, "part": part} for version, part in self.erased],
            **({"supplied_receipts": self.supplied.to_dict()} if self.supplied else {}),
        }

    def text_lines(self) -> Sequence[str]:
        """Return the verdict as lines of text for people."""
        title = f"Match {self.match}, {self.version} events" if self.match else "No match"
        levels = [
            f"  {finding.level:<11} {finding.status:<12} {_describe_finding(finding)}" for finding in self.findings
        ]
        names = ", ".join(f"{part} of version {version}" for version, part in self.erased)
        erased = [f"  erased: {names} (the chain is still intact)"] if names else []
        supplied = self.supplied.text_lines() if self.supplied else ()
        return [title, *levels, *erased, *supplied, self._summary]

    @property
    def _summary(self) -> str:
        if self.is_behind:
            return "The match is valid; its read models are behind: rebuild_projections repairs them."
        if not self.ok:
            return "This record is NOT valid."
        forged = self.supplied is not None and self.supplied.forged
        return "Nothing wrong was found" + (" in the record, but a receipt is forged." if forged else ".")


def _describe_finding(finding: Finding) -> str:
    if finding.first_bad is None:
        return finding.words
    location = f"version {finding.first_bad}" if finding.first_bad else "the header"
    return f"{location}: {finding.words}"
