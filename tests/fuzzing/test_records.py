"""Mutated records never make the verifier fail unexpectedly, take long, or cost the server an error."""

import time
from collections import Counter
from random import Random

import psutil
import pytest

from games.audit.record_verifier import verify_record
from tests.api.api_client import Player, http_transport
from tests.audit.golden_records import read_golden_record
from tests.fuzzing.record_mutation import mutate
from tests.services.deployment import Deployment

pytestmark = pytest.mark.slow
BASE_NAMES = ("odyssey-5-void", "team-6-skip", "classic-3", "odyssey-5-void", "party-6-auto")
MAX_SECONDS_PER_RECORD = 10.0
BYTES_PER_MIB = 1024 * 1024
MAX_GROWTH_MIB = 32


def mutated_record(number: int) -> bytes:
    return mutate(read_golden_record(BASE_NAMES[number % len(BASE_NAMES)]), Random(number))


@pytest.mark.parametrize("count", [1_500, pytest.param(15_000, marks=pytest.mark.nightly)])
def test_the_verifier_judges_every_mutated_record(count: int) -> None:
    outcomes = Counter[str]()
    for number in range(count):
        record = mutated_record(number)
        started_at = time.process_time()
        try:
            verdict = verify_record(record)
        except Exception as error:
            raise AssertionError(f"mutation {number} made the verifier fail") from error
        assert time.process_time() - started_at < MAX_SECONDS_PER_RECORD, number
        failure = verdict.first_failure
        outcomes[failure.level if failure else "none"] += 1
    print(dict(outcomes))
    assert {"chain", "rules", "luck", "none"} <= outcomes.keys()


@pytest.mark.parametrize("deployment", ["postgresql"], indirect=True)
@pytest.mark.parametrize("count", [40, pytest.param(1_500, marks=pytest.mark.nightly)])
def test_the_server_answers_every_mutated_record(deployment: Deployment, count: int) -> None:
    ada = Player("Ada", http_transport(deployment.base_urls[0]))
    server, before = psutil.Process(deployment.servers[0].pid), 0
    statuses = Counter[int]()
    for number in range(count):
        if number == 5:
            before = server.memory_info().rss
        if number % 50 == 49:
            ada = Player("Ada", http_transport(deployment.base_urls[0]))
        answer = ada.send("POST", "/imports", mutated_record(number), content_type="application/x-ndjson")
        statuses[answer.status] += 1
    grown_mib = (server.memory_info().rss - before) / BYTES_PER_MIB
    print(f"{count} records, {dict(statuses)}, grown by {grown_mib:.1f} MiB")
    assert statuses.keys() <= {200, 422}
    assert grown_mib < MAX_GROWTH_MIB
    assert "Traceback" not in deployment.log_text()
