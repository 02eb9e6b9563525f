"""docs/errors.md has every code that there is."""

from games.wire.advice import BY_CODE, BY_STATUS
from games.wire.problems import CODES
from tests.docs.errors import PAGE, page


def test_the_page_has_every_code():
    assert PAGE.read_text() == page(), "tests/docs/errors.py says how it is written anew"


def test_there_is_no_advice_about_what_there_is_not():
    assert set(BY_CODE) <= set(CODES)
    assert set(BY_STATUS) == {status for status, _ in CODES.values()}
