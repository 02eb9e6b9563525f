"""The terms under which new matches are opened."""

from dataclasses import replace

from django.conf import settings

from games.rulebook.terms import Terms, with_calling_times


def under_current_rulebook(terms: Terms, call_after: int | None = None, call_grace: int | None = None) -> Terms:
    """Return the terms under the rulebook of new matches, which a later release raises (`NEW_MATCH_RULEBOOK`).

    Args:
        terms: terms under any rulebook.
        call_after: after how many seconds time may be called; None is the default. Rulebook 1 has no such terms.
        call_grace: how many seconds the phase then goes on; None is the default.
    """
    terms = replace(terms, rulebook=settings.NEW_MATCH_RULEBOOK, call_after=None, call_grace=None)
    return with_calling_times(terms, call_after, call_grace) if terms.handles_absence else terms
