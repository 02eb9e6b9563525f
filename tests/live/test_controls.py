"""Servers that are ill on purpose: the tests of revocation and of close codes see it."""

import os

import pytest

from tests.live.illhouse import IllHouse
from tests.live.test_closing import (
    test_a_private_match_is_not_there_for_strangers as strangers,
)
from tests.live.test_closing import (
    test_too_many_frames_close_the_socket as too_many,
)
from tests.live.test_closing import (
    test_what_is_no_frame_closes_its_socket_and_no_other as no_frame,
)
from tests.live.test_tokens import (
    test_a_token_that_is_good_no_more_closes_its_sockets_within_two_seconds as revoked,
)

pytestmark = pytest.mark.nightly


def test_a_house_that_never_looks_at_tokens_is_seen() -> None:
    with IllHouse(None, os.environ["REDIS_URL"], "trusting") as ill, pytest.raises((TimeoutError, AssertionError)):
        revoked(ill)


def test_a_house_that_doesnt_say_why_it_closes_is_seen() -> None:
    with IllHouse(None, os.environ["REDIS_URL"], "vague") as ill:
        for check in (no_frame, strangers, too_many):
            with pytest.raises(AssertionError):
                check(ill)
