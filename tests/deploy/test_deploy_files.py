"""The files in `deploy/` match the service; `test_nginx_deployment.py` runs them, in the nightly tests."""

import re

import pytest

from games.management import programs
from games.metrics.registry import REGISTRY
from tests.deploy.deploy_files import DEPLOY_DIR, SERVICE_NAMES, read_example_settings, read_unit, service_command


@pytest.mark.parametrize(
    ("service", "flags"),
    [("web", programs.WEB_ARGUMENTS), ("worker", programs.WORKER_ARGUMENTS), ("beat", programs.BEAT_ARGUMENTS)],
)
def test_units_use_the_same_flags_as_serve(service: str, flags: list[str]):
    program, *arguments = service_command(service)
    assert program.rpartition("/")[2] == flags[1]
    # The option that takes a value precedes it.
    assert set(flags[2:]) <= set(arguments)
    extra_arguments = {
        "web": ["--port", "8000", "--workers", "2"],
        "worker": [],
        "beat": ["-s", "/var/lib/dixit/beat-schedule"],
    }
    assert sorted(arguments) == sorted([*flags[2:], *extra_arguments[service]])


def test_the_web_server_reloads_by_the_signal_that_replaces_its_workers():
    # uvicorn's main process replaces its workers one by one on SIGHUP; without it `reload` would be refused.
    assert read_unit("dixit-web.service")["ExecReload"] == "/bin/kill -HUP $MAINPID"


def test_the_target_wants_every_service():
    assert read_unit("dixit.target")["Wants"].split() == [f"dixit-{service}.service" for service in SERVICE_NAMES]


def test_every_example_setting_is_documented():
    page = (programs.PROJECT_ROOT / "docs/reference/settings.md").read_text().split("## Removed settings")[0]
    assert read_example_settings().keys() <= set(re.findall(r"^\| `([A-Z_]+)` \|", page, re.MULTILINE))


def test_alerts_use_existing_metrics():
    exported_series = {name for metric in REGISTRY.collect() for name in _series_names(metric.name, metric.type)}
    alerted_series = set(re.findall(r"dixit_\w+", (DEPLOY_DIR / "prometheus-alerts.yml").read_text()))
    assert alerted_series
    assert alerted_series <= exported_series | {"dixit_sweep_age_seconds"}


def _series_names(name: str, kind: str) -> list[str]:
    return [f"{name}{suffix}" for suffix in {"counter": ["_total"], "histogram": ["_bucket"]}.get(kind, [""])]
