"""docs/reference/errors.md lists every error code."""

from games.protocol.hints import HINT_BY_CODE, HINT_BY_STATUS
from games.protocol.problems import PROBLEM_CODES
from tests.docs.errors import PAGE, page


def test_the_page_has_every_code():
    assert PAGE.read_text() == page(), "Outdated: tests/docs/errors.py says how to regenerate it"


def test_there_is_no_advice_about_what_there_is_not():
    assert set(HINT_BY_CODE) <= set(PROBLEM_CODES)
    assert set(HINT_BY_STATUS) == {status for status, _ in PROBLEM_CODES.values()}
