"""The terms of a match and the event that fixes them: they differ in where the name of house rules is."""

from dataclasses import replace
from typing import Any

from games.rulebook.events import MatchOpened
from games.rulebook.rulesets import EDITIONS
from games.rulebook.terms import HOUSE_RULES_NAME, RulesetName, Terms


def terms_of_event(event: MatchOpened) -> Terms:
    """Return the terms that the event fixes, with the name of house rules, unless it is erased."""
    terms = Terms(**{name: getattr(event, name) for name in Terms.__dataclass_fields__})
    name = event.ruleset_name
    return terms if name is None else replace(terms, ruleset=replace(terms.ruleset, name=name.name))


def event_fields(terms: Terms) -> dict[str, Any]:
    """Return the fields of the event that fixes these terms: the name of house rules is beside them only."""
    fields = {name: getattr(terms, name) for name in Terms.__dataclass_fields__}
    return {**fields, "ruleset": replace(terms.ruleset, name=logged_ruleset_name(terms))}


def logged_ruleset_name(terms: Terms) -> str:
    """Return the name that the rule set has in the hashed event."""
    return terms.ruleset.name if terms.ruleset_name is None else HOUSE_RULES_NAME


def with_erasable_name(terms: Terms, by: str | None) -> Terms:
    """Return the terms of a new match with the name of house rules as one that can be erased.

    Args:
        terms: the terms, perhaps those of the match before.
        by: the id of the person who chose the name; None if that isn't known: then the name is left out.
    """
    rules = terms.ruleset
    if not terms.handles_absence or terms.ruleset_name or rules.name in (HOUSE_RULES_NAME, *EDITIONS):
        return terms
    if by is None:
        return replace(terms, ruleset=replace(rules, name=HOUSE_RULES_NAME), ruleset_name=None)
    return replace(terms, ruleset_name=RulesetName(name=rules.name, by=by))
