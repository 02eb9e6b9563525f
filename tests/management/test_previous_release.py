"""Two releases side by side: servers of the previous one play on the tables of this one, with servers of this one."""

import os
import re
import secrets
import subprocess
import sys
import tarfile
from collections.abc import Iterator, Mapping
from io import BytesIO
from pathlib import Path

import psycopg
import pytest

from games.management import programs
from games.management.child_process import ChildProcess
from tests.api.api_client import ApiResponse, Player, Transport, close_connections, http_transport
from tests.api.game_table import GameTable
from tests.services.deployment import Deployment
from tests.services.postgres import PostgreSQL

PREVIOUS_RELEASE = "0.2.0"
"""A release can run beside the one before it. 0.1.0 can't any more: its tables were retired with 0.2.0."""

ONE_LAP = {"base": "classic", "name": "one-lap", "end": {"laps": 1}}
LOOKS = (
    *(
        "/matches",
        "/matches?mine=true",
        "/matches/{match}",
        "/luck",
        "/matches/{match}/record",
        "/me/matches",
        "/me/history",
    ),
    *("/me/statistics", "/decks/base/statistics", "/rulesets", "/tokens", "/me/export"),
)

pytestmark = pytest.mark.slow


class MixedDeployment(Deployment):
    """Two web servers on the tables of this release; the first one runs the code of the previous release."""

    def __init__(self, database_url: str, redis_url: str, old_code: Path) -> None:
        self.old_code = old_code
        super().__init__(database_url, redis_url, servers=2)
        self.servers[0] = self.old_server(self.ports[0])

    def old_server(self, port: int) -> ChildProcess:
        """Return a web server with the old code, and with the packages that are installed now."""
        arguments = ["--lifespan", "off", "--log-level", "warning", "--host", "127.0.0.1", "--port", str(port)]
        return ChildProcess(
            name="old",
            command=[sys.executable, "-P", "-m", "uvicorn", "dixit.asgi:application", *arguments],
            log=self.folder / "old.log",
            environment={**programs.merge_into_environ(self.environment), "PYTHONPATH": str(self.old_code)},
        )


@pytest.fixture(scope="module")
def old_code(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The code of the previous release, as the changelog names its commit."""
    changelog = (programs.PROJECT_ROOT / "CHANGELOG.md").read_text()
    (commit,) = re.findall(rf"^\| {re.escape(PREVIOUS_RELEASE)} \| `([0-9a-f]{{40}})` \|$", changelog, re.MULTILINE)
    archive = subprocess.run(["git", "archive", commit], cwd=programs.PROJECT_ROOT, check=False, capture_output=True)
    if archive.returncode:
        pytest.skip(f"this clone is shallow: it lacks commit {commit} of release {PREVIOUS_RELEASE}")
    folder = tmp_path_factory.mktemp("previous-release")
    with tarfile.open(fileobj=BytesIO(archive.stdout)) as files:
        files.extractall(folder, filter="data")
    return folder


@pytest.fixture(scope="module")
def deployment(old_code: Path, postgres: PostgreSQL) -> Iterator[MixedDeployment]:
    url = postgres.create_database(f"releases_{secrets.token_hex(4)}")
    with MixedDeployment(url, os.environ["REDIS_URL"], old_code) as running:
        yield running


def counting_transport(address: str, statuses: list[int]) -> Transport:
    """Return a transport that adds the status of each answer to the list."""
    transport = http_transport(address)

    def send(method: str, path: str, content: bytes = b"", headers: Mapping[str, str] | None = None) -> ApiResponse:
        answer = transport(method, path, content, headers or {})
        statuses.append(answer.status)
        return answer

    return send


@pytest.mark.parametrize("opened_by", [0, 1], ids=["opened by the old one", "opened by the new one"])
def test_old_and_new_servers_play_a_match_together(deployment: MixedDeployment, opened_by: int) -> None:
    statuses: list[int] = []
    transports = [counting_transport(address, statuses) for address in deployment.base_urls]
    table = GameTable(3, transports=[transports[opened_by], transports[1 - opened_by]], seats=3, ruleset=ONE_LAP)
    table.start().play_until("voting")
    # Each player goes on at the other server.
    table.players = [
        player.with_transport(transports[(seat + 1 + opened_by) % 2]) for seat, player in enumerate(table.players)
    ]
    table.host = table.players[0]
    table.play_until("over")
    logs = [table.host.with_transport(transport).events(table.id) for transport in transports]
    assert logs[0] == logs[1]
    for transport in transports:
        for path in LOOKS:
            table.host.with_transport(transport).get(path.format(match=table.id))
    assert [status for status in statuses if status >= 500] == []
    assert [status for status in statuses[-len(LOOKS) * 2 :] if status != 200] == []
    close_connections()


def test_what_the_old_server_has_written_verifies(deployment: MixedDeployment) -> None:
    statuses: list[int] = []
    table = GameTable(3, transports=[counting_transport(deployment.base_urls[0], statuses)], seats=3, ruleset=ONE_LAP)
    table.start().play_until("over")
    table.host.command(table.id, "rematch", {}, key="again").ok(201)
    assert [status for status in statuses if status >= 500] == []
    deployment.run_management_command("verify_match", "--all")
    close_connections()


def test_control_a_required_column_without_a_default_breaks_the_old_server(deployment: MixedDeployment) -> None:
    player = Player("Ada", http_transport(deployment.base_urls[0]))
    with psycopg.connect(deployment.environment["DATABASE_URL"], autocommit=True) as database:
        database.execute("ALTER TABLE projections_matchrow ADD COLUMN extra integer NOT NULL DEFAULT 0")
        database.execute("ALTER TABLE projections_matchrow ALTER COLUMN extra DROP DEFAULT")
        assert player.send("POST", "/matches", {"ruleset": "classic"}).status == 500
        database.execute("ALTER TABLE projections_matchrow DROP COLUMN extra")
    assert player.send("POST", "/matches", {"ruleset": "classic"}).status == 201
    close_connections()
