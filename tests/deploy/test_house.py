"""A house put up from the files of `deploy/`: nginx, the three services, PostgreSQL with the application's own role."""

import json
import os
import shutil
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
from games.management.programs import ROOT
from tests.deploy.files import SERVICES, command, nginx, settings, unit
from tests.services.postgres import PostgreSQL
from tests.services.valkey import PrivateValkey

pytestmark = pytest.mark.nightly
PROGRAMS = Path(sys.executable).parent


@dataclass
class Deployed:
    folder: Path
    environment: dict[str, str]
    owner: str
    address: str
    plain: str
    services: dict[str, ChildProcess]
    lines: ExitStack = field(default_factory=ExitStack)

    def client(self, token: str | None = None) -> httpx.Client:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        verify = ssl.create_default_context(cafile=self.folder / "fullchain.pem")
        client = httpx.Client(base_url=self.address, headers=headers, verify=verify, timeout=40)
        return self.lines.enter_context(client)

    def guest(self, name: str = "Ann") -> httpx.Client:
        answer = self.client().post("/api/v1/guests", json={"name": name})
        assert answer.status_code == 201, answer.text
        return self.client(answer.json()["token"])

    def manage(self, *words: str, **environment: str) -> str:
        program = [sys.executable, "manage.py", *words]
        own = {**self.environment, **environment}
        done = subprocess.run(program, cwd=ROOT, env=own, check=False, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return done.stdout


@pytest.fixture(scope="module")
def house(postgres: PostgreSQL, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Deployed]:
    folder = tmp_path_factory.mktemp("deployed")
    web, plain, secure = (listen_address.free_port() for _ in range(3))
    owner = postgres.create_database("deployed")
    with PrivateValkey() as valkey:
        secrets = {name: f"{name} of this test, long enough" for name, value in settings().items() if not value}
        own = {
            "DIXIT_DATA": str(folder / "data"),
            "DATABASE_URL": owner.replace("postgres@", "dixit_app@"),
            "REDIS_URL": valkey.url,
            "ALLOWED_HOSTS": "localhost",
        }
        kept = {name: os.environ[name] for name in ("PATH", "HOME", "ALLOW_UNSAFE_DATABASE")}
        environment = {**kept, **settings(), **secrets, **own}
        (folder / "data").mkdir()
        certificate(folder)
        (folder / "nginx.conf").write_text(nginx(folder, web=web, plain=plain, secure=secure))
        services = {service: started(service, folder, environment, web) for service in SERVICES}
        proxy = ChildProcess(
            name="nginx",
            command=[found("nginx"), "-c", str(folder / "nginx.conf"), "-e", str(folder / "error.log")],
            log=folder / "nginx.said",
        )
        deployed = Deployed(
            folder=folder,
            environment=environment,
            owner=owner,
            address=f"https://localhost:{secure}",
            plain=f"http://localhost:{plain}",
            services=services,
        )
        deployed.manage("migrate", "-v0", DATABASE_URL=owner)
        deployed.manage("grant_app_role", "dixit_app", "--password-from", "APP", DATABASE_URL=owner, APP="secret")
        try:
            for child in (*services.values(), proxy):
                child.start()
            assert until(lambda: answers(deployed)), "\n".join(child.log_text for child in services.values())
            yield deployed
        finally:
            deployed.lines.close()
            for child in (proxy, *services.values()):
                child.stop()


def found(program: str) -> str:
    path = shutil.which(program) or shutil.which(program, path="/usr/sbin")
    assert path, f"{program} is not installed: apt-get install nginx-light openssl"
    return path


def certificate(folder: Path) -> None:
    subprocess.run(
        [
            *(found("openssl"), "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"),
            *("-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"),
            *("-keyout", str(folder / "key.pem"), "-out", str(folder / "fullchain.pem")),
        ],
        check=True,
        capture_output=True,
    )


def started(service: str, folder: Path, environment: dict[str, str], port: int) -> ChildProcess:
    """The service as its unit describes it, but for where things lie."""
    ours = {"8000": str(port), "/var/lib/dixit/beat-schedule": str(folder / "data" / "beat-schedule")}
    program, *arguments = command(service)
    assert program.startswith("/opt/dixit/.venv/bin/")
    return ChildProcess(
        name=service,
        command=[str(PROGRAMS / Path(program).name), *(ours.get(each, each) for each in arguments)],
        log=folder / f"{service}.log",
        environment=environment,
        working_directory=ROOT,
        stop_timeout=float(unit(f"dixit-{service}.service")["TimeoutStopSec"]),
    )


def until(true: Callable[[], bool]) -> bool:
    deadline = time.monotonic() + 60
    while not true() and time.monotonic() < deadline:
        time.sleep(0.2)
    return true()


def answers(house: Deployed) -> bool:
    try:
        return house.client().get("/readyz").status_code == 200
    except httpx.TransportError:
        return False


def test_clients_play_through_nginx_over_rest(house: Deployed):
    program = [sys.executable, "examples/play_match.py", "--address", house.address, "--ruleset", "classic"]
    done = subprocess.run(
        [*program, "--players", "3"],
        check=False,
        cwd=ROOT,
        env={**os.environ, "SSL_CERT_FILE": str(house.folder / "fullchain.pem")},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    assert "over after" in done.stdout


def test_bots_play_through_nginx_over_sockets(house: Deployed):
    trusted = {**os.environ, "SSL_CERT_FILE": str(house.folder / "fullchain.pem")}
    ann = house.guest()
    match = ann.post("/api/v1/matches", json={"ruleset": "classic", "seats": 3, "bots": ["random"]}).json()["id"]
    program = [sys.executable, "examples/bot.py", "--address", house.address, "--match", match]
    with subprocess.Popen(program, cwd=ROOT, env=trusted, stdout=subprocess.PIPE, text=True) as bot:
        try:
            until(lambda: ann.post(f"/api/v1/matches/{match}/start", json={}).status_code == 200)
            ann.delete("/api/v1/me")
            told, _ = bot.communicate(timeout=240)
        finally:
            bot.kill()
    assert bot.returncode == 0
    assert "Bot" in told.splitlines()[-1]


def test_a_line_outlives_those_that_nginx_keeps(house: Deployed):
    port = house.services["web"].command[house.services["web"].command.index("--port") + 1]
    with closing(HTTPConnection("127.0.0.1", int(port))) as line:
        line.connect()
        line.auto_open = 0
        for silent in (0, 61):
            time.sleep(silent)
            line.request("GET", "/livez")
            assert line.getresponse().read()


def test_a_stream_tells_events_when_they_happen(house: Deployed):
    ann = house.guest()
    match = ann.post("/api/v1/matches", json={"ruleset": "classic", "seats": 4}).json()["id"]
    began = time.monotonic()
    stream = ann.stream("GET", f"/api/v1/matches/{match}/events", headers={"Accept": "application/x-ndjson"})
    with stream as answer:
        assert answer.status_code == 200
        told = answer.iter_lines()
        while "match_opened" not in next(told):
            pass
        assert house.guest("Ben").post(f"/api/v1/matches/{match}/seats", json={}).status_code == 201
        while "Ben" not in next(told):
            pass
    # It is silent for longer than this after that.
    assert time.monotonic() - began < 5


def test_phases_end_by_themselves(house: Deployed):
    ann = house.guest()
    terms = {"ruleset": "classic", "seats": 3, "bots": ["random", "random"], "start": "full"}
    clock = {"clue": 5, "submit": 5, "vote": 5, "reveal": 5}
    match = ann.post("/api/v1/matches", json={**terms, "clock": clock}).json()["id"]

    def ended() -> bool:
        events = ann.get(f"/api/v1/matches/{match}/events").json()["results"]
        return any(event["type"] == "time_up" and event["actor"] == "clock" for event in events)

    assert until(ended)


def test_nobody_makes_up_an_address(house: Deployed):
    """The lid of an address is the client's own, whatever it says of itself: nginx adds whom it has heard."""
    told = [
        house.client().get("/api/v1/rulesets", headers={"X-Forwarded-For": f"203.0.113.{number}"}).headers["RateLimit"]
        for number in range(3)
    ]
    left = [int(each.partition("r=")[2].partition(";")[0]) for each in told]
    assert left[0] > left[1] > left[2], told


def test_what_nginx_adds_and_what_it_does_not_tell(house: Deployed):
    moved = httpx.get(f"{house.plain}/play/?a=1", headers={"Host": "localhost"})
    assert (moved.status_code, moved.headers["Location"]) == (308, "https://localhost/play/?a=1")
    client = house.client()
    for path in ("/livez", "/api/v1/nothing"):
        assert client.get(path).headers["Strict-Transport-Security"] == "max-age=31536000"
    assert client.get("/api/v1/invites/inv_secretsecret").status_code == 404
    assert client.get("/metrics").status_code == 404
    shown = {"Authorization": f"Bearer {house.environment['METRICS_TOKEN']}"}
    assert "dixit_sweep_age_seconds" in client.get("/metrics", headers=shown).text
    assert "Content-Encoding" not in client.get("/api/v1/rulesets", headers={"Accept-Encoding": "gzip"}).headers
    log = (house.folder / "dixit.log").read_text()
    assert "GET /api/v1/invites/*** HTTP" in log
    assert "secretsecret" not in log


def test_the_staff_gets_in_over_tls(house: Deployed):
    house.manage("createsuperuser", "--noinput", "--login", "root", DJANGO_SUPERUSER_PASSWORD="a long one")
    client = house.client()
    client.get("/admin/login/")
    form = {"username": "root", "password": "a long one", "csrfmiddlewaretoken": client.cookies["staff_csrf"]}
    asked = client.post("/admin/login/?next=/admin/", data=form, headers={"Origin": house.address})
    assert asked.status_code == 302, asked.text
    assert client.get("/admin/").status_code == 200


def test_a_record_of_four_mebibytes_gets_through(house: Deployed):
    ann = house.guest()
    answer = ann.post("/api/v1/imports", content=b"x" * (4 << 20), headers={"Content-Type": "application/x-ndjson"})
    assert answer.headers["Content-Type"] == "application/problem+json", answer.text


def test_a_backup_is_made_restored_and_right(house: Deployed, postgres: PostgreSQL):
    backups = house.folder / "backups"
    backups.mkdir()
    house.manage("backup", str(backups), PATH=f"{postgres.programs}:{os.environ['PATH']}")
    (dump,) = backups.iterdir()
    again = postgres.create_database("restored")
    restore = ["pg_restore", "--no-owner", "--no-privileges", "--dbname", again, str(dump)]
    subprocess.run([str(postgres.programs / restore[0]), *restore[1:]], check=True)
    told = house.manage("verify_match", "--all", DATABASE_URL=again)
    assert "0 are not right" in told
    assert json.loads(house.client().get("/readyz").text)["database"]


def test_services_end_in_time(house: Deployed):
    """The last test: each lets go within the time that its unit gives it."""
    for child in house.services.values():
        began = time.monotonic()
        child.stop()
        assert time.monotonic() - began < 10, child.log_text
        assert child.process is not None
        assert child.process.returncode in (0, -15), (child.name, child.log_text)
    assert house.client().get("/api/v1/invites/inv_secretsecret").status_code == 502
    assert "secretsecret" not in (house.folder / "error.log").read_text()
