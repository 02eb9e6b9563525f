"""Controls: the tests of revocation and of close codes detect servers that are faulty on purpose."""

import os

import pytest

from tests.live.faulty_live_deployment import FaultyLiveDeployment
from tests.live.test_close_codes import test_a_private_match_is_not_found_by_outsiders as check_private_match
from tests.live.test_close_codes import test_an_invalid_frame_closes_only_its_own_socket as check_invalid_frame
from tests.live.test_close_codes import test_too_many_frames_close_the_socket as check_frame_limit
from tests.live.test_token_revalidation import (
    test_an_invalidated_token_closes_its_sockets_within_two_seconds as check_revocation,
)

pytestmark = pytest.mark.nightly


def test_control_a_deployment_that_never_revalidates_tokens_is_detected() -> None:
    with (
        FaultyLiveDeployment(None, os.environ["REDIS_URL"], "no_revalidation") as deployment,
        pytest.raises((TimeoutError, AssertionError)),
    ):
        check_revocation(deployment)


def test_control_a_deployment_that_closes_without_a_reason_is_detected() -> None:
    with FaultyLiveDeployment(None, os.environ["REDIS_URL"], "generic_close_code") as deployment:
        for check in (check_invalid_frame, check_private_match, check_frame_limit):
            with pytest.raises(AssertionError):
                check(deployment)
