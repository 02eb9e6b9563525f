"""A deployment from the files of `deploy/`: nginx, the three services, and PostgreSQL with the application's role."""

import json
import os
import ssl
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from http.client import HTTPConnection
from pathlib import Path

import httpx
import pytest

from games.management import listen_address
from games.management.child_process import ChildProcess
from games.management.programs import PROJECT_ROOT
from tests.deploy.deploy_files import SERVICE_NAMES, nginx_config, read_example_settings, read_unit, service_command
from tests.deploy.nginx_process import find_program, running_nginx
from tests.services.postgres import PostgreSQL
from tests.services.private_valkey import PrivateValkey

pytestmark = pytest.mark.nightly
PROGRAMS_DIR = Path(sys.executable).parent


@dataclass
class NginxDeployment:
    folder: Path
    environment: dict[str, str]
    owner_database_url: str
    https_url: str
    http_url: str
    services: dict[str, ChildProcess]
    open_clients: ExitStack = field(default_factory=ExitStack)

    def client(self, token: str | None = None) -> httpx.Client:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        verify = ssl.create_default_context(cafile=self.folder / "fullchain.pem")
        client = httpx.Client(base_url=self.https_url, headers=headers, verify=verify, timeout=40)
        return self.open_clients.enter_context(client)

    def guest(self, name: str = "Ann") -> httpx.Client:
        answer = self.client().post("/api/v1/guests", json={"name": name})
        assert answer.status_code == 201, answer.text
        return self.client(answer.json()["token"])

    def manage(self, *arguments: str, **environment: str) -> str:
        program = [sys.executable, "manage.py", *arguments]
        process_environment = {**self.environment, **environment}
        result = subprocess.run(
            program, cwd=PROJECT_ROOT, env=process_environment, check=False, capture_output=True, text=True
        )
        assert result.returncode == 0, result.stderr
        return result.stdout


@pytest.fixture(scope="module")
def deployment(postgres: PostgreSQL, tmp_path_factory: pytest.TempPathFactory) -> Iterator[NginxDeployment]:
    folder = tmp_path_factory.mktemp("deployed")
    web_port, http_port, https_port = (listen_address.free_port() for _ in range(3))
    owner = postgres.create_database("deployed")
    with PrivateValkey() as valkey:
        secrets = {
            name: f"{name} of this test, long enough" for name, value in read_example_settings().items() if not value
        }
        overrides = {
            "DIXIT_DATA": str(folder / "data"),
            "DATABASE_URL": owner.replace("postgres@", "dixit_app@"),
            "REDIS_URL": valkey.url,
            "ALLOWED_HOSTS": "localhost",
        }
        inherited = {name: os.environ[name] for name in ("PATH", "HOME", "DJANGO_SETTINGS_MODULE")}
        environment = {**inherited, **read_example_settings(), **secrets, **overrides}
        (folder / "data").mkdir()
        create_certificate(folder)
        services = {service: service_process(service, folder, environment, web_port) for service in SERVICE_NAMES}
        config = nginx_config(folder, web_port=web_port, http_port=http_port, https_port=https_port)
        running = NginxDeployment(
            folder=folder,
            environment=environment,
            owner_database_url=owner,
            https_url=f"https://localhost:{https_port}",
            http_url=f"http://localhost:{http_port}",
            services=services,
        )
        running.manage("migrate", "-v0", DATABASE_URL=owner)
        running.manage("grant_app_role", "dixit_app", "--password-from", "APP", DATABASE_URL=owner, APP="secret")
        try:
            for child in services.values():
                child.start()
            with running_nginx(folder, config, https_port):
                assert wait_until(lambda: is_ready(running)), "\n".join(child.log_text for child in services.values())
                yield running
        finally:
            running.open_clients.close()
            for child in services.values():
                child.stop()


def create_certificate(folder: Path) -> None:
    subprocess.run(
        [
            *(find_program("openssl"), "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"),
            *("-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"),
            *("-keyout", str(folder / "key.pem"), "-out", str(folder / "fullchain.pem")),
        ],
        check=True,
        capture_output=True,
    )


def service_process(service: str, folder: Path, environment: dict[str, str], port: int) -> ChildProcess:
    """Start the service as its unit describes it, except for the paths."""
    replacements = {"8000": str(port), "/var/lib/dixit/beat-schedule": str(folder / "data" / "beat-schedule")}
    program, *arguments = service_command(service)
    assert program.startswith("/opt/dixit/.venv/bin/")
    return ChildProcess(
        name=service,
        command=[str(PROGRAMS_DIR / Path(program).name), *(replacements.get(each, each) for each in arguments)],
        log=folder / f"{service}.log",
        environment=environment,
        working_directory=PROJECT_ROOT,
        stop_timeout=float(read_unit(f"dixit-{service}.service")["TimeoutStopSec"]),
    )


def wait_until(condition: Callable[[], bool]) -> bool:
    deadline = time.monotonic() + 60
    while not condition() and time.monotonic() < deadline:
        time.sleep(0.2)
    return condition()


def is_ready(deployment: NginxDeployment) -> bool:
    try:
        return deployment.client().get("/readyz").status_code == 200
    except httpx.TransportError:
        return False


def test_clients_play_through_nginx_over_rest(deployment: NginxDeployment):
    program = [sys.executable, "examples/play_match.py", "--address", deployment.https_url, "--ruleset", "classic"]
    result = subprocess.run(
        [*program, "--players", "3"],
        check=False,
        cwd=PROJECT_ROOT,
        env={**os.environ, "SSL_CERT_FILE": str(deployment.folder / "fullchain.pem")},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert result.returncode == 0, result.stderr
    assert "over after" in result.stdout


def test_bots_play_through_nginx_over_websockets(deployment: NginxDeployment):
    environment = {**os.environ, "SSL_CERT_FILE": str(deployment.folder / "fullchain.pem")}
    ann = deployment.guest()
    match = ann.post("/api/v1/matches", json={"ruleset": "classic", "seats": 3, "bots": ["random"]}).json()["id"]
    program = [sys.executable, "examples/bot.py", "--address", deployment.https_url, "--match", match]
    with subprocess.Popen(program, cwd=PROJECT_ROOT, env=environment, stdout=subprocess.PIPE, text=True) as bot:
        try:
            wait_until(lambda: ann.post(f"/api/v1/matches/{match}/start", json={}).status_code == 200)
            ann.delete("/api/v1/me")
            output, _ = bot.communicate(timeout=240)
        finally:
            bot.kill()
    assert bot.returncode == 0
    assert "Bot" in output.splitlines()[-1]


def test_web_servers_keep_idle_connections_longer_than_nginx(deployment: NginxDeployment):
    port = deployment.services["web"].command[deployment.services["web"].command.index("--port") + 1]
    with closing(HTTPConnection("127.0.0.1", int(port))) as connection:
        connection.connect()
        connection.auto_open = 0
        for idle_seconds in (0, 61):
            time.sleep(idle_seconds)
            connection.request("GET", "/livez")
            assert connection.getresponse().read()


def test_nginx_streams_events_without_buffering(deployment: NginxDeployment):
    ann = deployment.guest()
    match = ann.post("/api/v1/matches", json={"ruleset": "classic", "seats": 4}).json()["id"]
    started_at = time.monotonic()
    stream = ann.stream("GET", f"/api/v1/matches/{match}/events", headers={"Accept": "application/x-ndjson"})
    with stream as answer:
        assert answer.status_code == 200
        lines = answer.iter_lines()
        while "match_opened" not in next(lines):
            pass
        assert deployment.guest("Ben").post(f"/api/v1/matches/{match}/seats", json={}).status_code == 201
        while "Ben" not in next(lines):
            pass
    # After that it is silent for longer than this.
    assert time.monotonic() - started_at < 5


def test_phases_time_out_automatically(deployment: NginxDeployment):
    ann = deployment.guest()
    options = {"ruleset": "classic", "seats": 3, "bots": ["random", "random"], "start": "full"}
    clock = {"clue": 5, "submit": 5, "vote": 5, "reveal": 5}
    match = ann.post("/api/v1/matches", json={**options, "clock": clock}).json()["id"]

    def has_timed_out() -> bool:
        events = ann.get(f"/api/v1/matches/{match}/events").json()["results"]
        return any(event["type"] == "time_up" and event["actor"] == "clock" for event in events)

    assert wait_until(has_timed_out)


def test_rate_limits_ignore_a_forged_x_forwarded_for(deployment: NginxDeployment):
    """The limit applies to the client's real address, whatever header it sends: nginx appends its peer."""
    headers = [
        deployment.client()
        .get("/api/v1/rulesets", headers={"X-Forwarded-For": f"203.0.113.{number}"})
        .headers["RateLimit"]
        for number in range(3)
    ]
    remaining = [int(each.partition("r=")[2].partition(";")[0]) for each in headers]
    assert remaining[0] > remaining[1] > remaining[2], headers


def test_nginx_redirects_to_https_adds_hsts_and_redacts_its_log(deployment: NginxDeployment):
    redirect = httpx.get(f"{deployment.http_url}/play/?a=1", headers={"Host": "localhost"})
    assert (redirect.status_code, redirect.headers["Location"]) == (308, "https://localhost/play/?a=1")
    client = deployment.client()
    for path in ("/livez", "/api/v1/nothing"):
        assert client.get(path).headers["Strict-Transport-Security"] == "max-age=31536000"
    assert client.get("/api/v1/invites/inv_secretsecret").status_code == 404
    assert client.get("/metrics").status_code == 404
    metrics_headers = {"Authorization": f"Bearer {deployment.environment['METRICS_TOKEN']}"}
    assert "dixit_sweep_age_seconds" in client.get("/metrics", headers=metrics_headers).text
    assert "Content-Encoding" not in client.get("/api/v1/rulesets", headers={"Accept-Encoding": "gzip"}).headers
    log = (deployment.folder / "dixit.log").read_text()
    assert "GET /api/v1/invites/*** HTTP" in log
    assert "secretsecret" not in log


def test_staff_can_log_in_over_tls(deployment: NginxDeployment):
    deployment.manage("createsuperuser", "--noinput", "--login", "root", DJANGO_SUPERUSER_PASSWORD="a long one")
    client = deployment.client()
    client.get("/admin/login/")
    form = {"username": "root", "password": "a long one", "csrfmiddlewaretoken": client.cookies["staff_csrf"]}
    answer = client.post("/admin/login/?next=/admin/", data=form, headers={"Origin": deployment.https_url})
    assert answer.status_code == 302, answer.text
    assert client.get("/admin/").status_code == 200


def test_nginx_accepts_a_record_of_four_mebibytes(deployment: NginxDeployment):
    ann = deployment.guest()
    answer = ann.post("/api/v1/imports", content=b"x" * (4 << 20), headers={"Content-Type": "application/x-ndjson"})
    assert answer.headers["Content-Type"] == "application/problem+json", answer.text


def test_a_backup_of_the_deployment_can_be_restored_and_verified(deployment: NginxDeployment, postgres: PostgreSQL):
    backups = deployment.folder / "backups"
    backups.mkdir()
    deployment.manage("backup", str(backups), PATH=f"{postgres.bin_folder}:{os.environ['PATH']}")
    (dump,) = backups.iterdir()
    restored_url = postgres.create_database("restored")
    restore = ["pg_restore", "--no-owner", "--no-privileges", "--dbname", restored_url, str(dump)]
    subprocess.run([str(postgres.bin_folder / restore[0]), *restore[1:]], check=True)
    output = deployment.manage("verify_match", "--all", DATABASE_URL=restored_url)
    assert "0 failed" in output
    assert json.loads(deployment.client().get("/readyz").text)["database"]


def test_services_stop_within_their_timeout(deployment: NginxDeployment):
    """This test comes last: each service stops within the timeout that its unit allows."""
    for child in deployment.services.values():
        started_at = time.monotonic()
        child.stop()
        assert time.monotonic() - started_at < 10, child.log_text
        assert child.process is not None
        assert child.process.returncode in (0, -15), (child.name, child.log_text)
    assert deployment.client().get("/api/v1/invites/inv_secretsecret").status_code == 503
    assert "secretsecret" not in (deployment.folder / "error.log").read_text()
