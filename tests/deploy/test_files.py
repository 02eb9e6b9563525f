"""What lies in `deploy/` fits what the service is; `test_house.py` runs it, by night."""

import re

import pytest

from games.management import programs
from games.metrics.counted import REGISTRY
from tests.deploy.files import DEPLOY, SERVICES, command, settings, unit


@pytest.mark.parametrize(
    ("service", "flags"), [("web", programs.WEB), ("worker", programs.WORKER), ("beat", programs.BEAT)]
)
def test_services_run_with_the_flags_of_serve(service: str, flags: list[str]):
    program, *given = command(service)
    assert program.rpartition("/")[2] == flags[1]
    # Whatever takes a value stands before it.
    assert set(flags[2:]) <= set(given)
    own = {"web": ["--port", "8000", "--workers", "2"], "worker": [], "beat": ["-s", "/var/lib/dixit/beat-schedule"]}
    assert sorted(given) == sorted([*flags[2:], *own[service]])


def test_the_target_wants_every_service():
    assert unit("dixit.target")["Wants"].split() == [f"dixit-{service}.service" for service in SERVICES]


def test_settings_of_the_example_are_settings():
    page = (programs.ROOT / "docs/reference/settings.md").read_text()
    assert settings().keys() <= set(re.findall(r"^\| `([A-Z_]+)` \|", page, re.MULTILINE))


def test_alarms_ring_for_what_is_measured():
    measured = {name for metric in REGISTRY.collect() for name in _series(metric.name, metric.type)}
    rung = set(re.findall(r"dixit_\w+", (DEPLOY / "prometheus-alerts.yml").read_text()))
    assert rung
    assert rung <= measured | {"dixit_sweep_age_seconds"}


def _series(name: str, kind: str) -> list[str]:
    return [f"{name}{ending}" for ending in {"counter": ["_total"], "histogram": ["_bucket"]}.get(kind, [""])]
