"""Login names: spellings that differ only in case, width or invisible characters are the same name."""

from unicodedata import normalize

import regex

INVISIBLE_CHARACTERS = regex.compile(r"\p{Default_Ignorable_Code_Point}")
MAX_LOGIN_CODE_POINTS = 320
"""The most code points of a normalized login; some names grow when they are normalized."""


def normalize_login(name: str) -> str:
    """Return the form in which names are compared: compatibility caseless, without invisible characters."""
    visible = INVISIBLE_CHARACTERS.sub("", name)
    # Twice, because composing the casefolded text can yield characters that have a case again (Unicode's definition
    # of compatibility caseless matching, D146).
    casefolded = normalize("NFKC", normalize("NFD", visible).casefold())
    return " ".join(normalize("NFKC", casefolded.casefold()).split())
