"""docs/reference/errors.md lists every error code."""

from games.protocol.hints import HINT_BY_CODE, HINT_BY_STATUS
from games.protocol.problems import PROBLEM_CODES
from tests.docs.errors_page import ERRORS_PAGE_PATH, render_page


def test_the_page_lists_every_error_code():
    assert ERRORS_PAGE_PATH.read_text() == render_page(), (
        "Outdated: tests/docs/errors_page.py says how to regenerate it"
    )


def test_hints_exist_only_for_existing_codes_and_statuses():
    assert set(HINT_BY_CODE) <= set(PROBLEM_CODES)
    assert set(HINT_BY_STATUS) == {status for status, _ in PROBLEM_CODES.values()}
