"""Names to log in with: in whatever case and width somebody writes one, it is the same."""

from unicodedata import normalize

import regex

INVISIBLE_CHARACTERS = regex.compile(r"\p{Default_Ignorable_Code_Point}")
MAX_LOGIN_CODE_POINTS = 320
"""The most code points of a login: a few names grow when they are brought into this form."""


def normalize_login(name: str) -> str:
    """What a name is compared by: Unicode's compatibility caseless form, without what can't be seen."""
    visible = INVISIBLE_CHARACTERS.sub("", name)
    # Twice, for what casefolding makes may be composed to something that has a case again (Unicode's D146).
    casefolded = normalize("NFKC", normalize("NFD", visible).casefold())
    return " ".join(normalize("NFKC", casefolded.casefold()).split())
