"""The terms under which new matches are opened."""

from dataclasses import replace

from django.conf import settings

from games.rulebook.opened_terms import with_erasable_name
from games.rulebook.terms import Terms, with_calling_times


def under_current_rulebook(
    terms: Terms, call_after: int | None = None, call_grace: int | None = None, *, named_by: str | None = None
) -> Terms:
    """Return the terms under the rulebook of new matches, which a later release raises (`NEW_MATCH_RULEBOOK`).

    Args:
        terms: terms under any rulebook.
        named_by: the id of the person who chose the name of the house rules; None if that isn't known.
        call_after: after how many seconds time may be called; None is the default. Rulebook 1 has no such terms.
        call_grace: how many seconds the phase then goes on; None is the default.
    """
    terms = replace(terms, rulebook=settings.NEW_MATCH_RULEBOOK, call_after=None, call_grace=None)
    terms = with_erasable_name(terms, named_by)
    return with_calling_times(terms, call_after, call_grace) if terms.handles_absence else terms
