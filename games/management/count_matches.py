"""A number of matches in words."""

from django.utils.translation import ngettext


def count_matches(count: int) -> str:
    """Return `1 match`, `2 matches`…"""
    return f"{count} {ngettext('match', 'matches', count)}"
