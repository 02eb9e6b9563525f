"""Names to log in with: in whatever case and width somebody writes one, it is the same."""

from unicodedata import normalize

import regex

UNSEEN = regex.compile(r"\p{Default_Ignorable_Code_Point}")
MOST = 320
"""The most code points of a login: a few names grow when they are brought into this form."""


def login_of(name: str) -> str:
    """What a name is compared by: Unicode's compatibility caseless form, without what can't be seen."""
    bare = UNSEEN.sub("", name)
    # Twice, for what casefolding makes may be composed to something that has a case again (Unicode's D146).
    once = normalize("NFKC", normalize("NFD", bare).casefold())
    return " ".join(normalize("NFKC", once.casefold()).split())
