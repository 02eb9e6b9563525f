"""The faults that a rule set can have: a closed list of stable codes."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

RuleFaultCode: TypeAlias = Literal[
    "not_a_slug",
    "name_taken",
    "out_of_range",
    "not_ascending",
    "no_number",
    "odd_teams",
    "crowd_or_teams",
    "only_one",
    "no_second_vote",
    "wrong_end",
    "wrong_refill",
    "endless",
    "hand_too_small",
    "too_many_votes",
    "not_enough_cards",
]


@dataclass(frozen=True, kw_only=True, slots=True)
class RuleFault:
    """One fault of a rule set."""

    path: str
    """The place of the fault, as a JSON pointer within the rule set."""
    code: RuleFaultCode
    message: str


def rule_fault(path: str, code: RuleFaultCode, message: str) -> RuleFault:
    """Return a fault; `path` has no leading slash here."""
    return RuleFault(path=f"/{path}", code=code, message=message)
