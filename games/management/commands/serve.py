"""`manage.py serve`: the whole product as one process tree, with nothing to set up first."""

import time
from argparse import ArgumentParser
from collections.abc import Iterable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import OperationalError, connections

from games.management import address, announcement, programs
from games.management.child import Child
from games.management.onlyone import AlreadyServed, only_one
from games.management.supervisor import Supervisor, obey_signals
from games.management.valkey import Valkey, ValkeyMissing, binary

WEB_START = 60.0


class Command(BaseCommand):
    """Runs the database's migrations, a Redis-protocol server, the worker, its beat, and the web server."""

    help = "Start the whole service: web server, worker, beat and, unless REDIS_URL is set, a Redis-protocol server."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the options; `manage.py` takes --data away before, for every command alike."""
        parser.add_argument("--host", default="127.0.0.1", help="where to listen (default: 127.0.0.1)")
        parser.add_argument("--port", type=int, default=8000, help="the port to listen on (default: 8000)")
        parser.add_argument("--data", metavar="DIR", help="the data folder (default: DIXIT_DATA, or ./data)")
        parser.add_argument("--check", action="store_true", help="say what would be started, and start nothing")

    def handle(self, *_arguments: Any, host: str, port: int, check: bool, **_options: Any) -> None:
        """Refuse what can't work before anything is started; then serve, or only say what would be served."""
        if problem := address.refusal(host, port):
            raise CommandError(problem)
        try:
            if not settings.REDIS_URL:
                binary()
            if check:
                self.say(announcement.plan(host, port))
            else:
                self.serve(host, port)
        except (ValkeyMissing, AlreadyServed) as problem:
            raise CommandError(str(problem)) from None

    def serve(self, host: str, port: int) -> None:
        """Run the house until a signal asks for its end."""
        obey_signals()
        try:
            with ExitStack() as house:
                self.run_house(house, host, port)
        except KeyboardInterrupt:
            self.say(["Stopped."])

    def run_house(self, house: ExitStack, host: str, port: int) -> None:
        """Start everything in order and watch over it; leaving `house` stops it in reverse."""
        house.enter_context(only_one(settings.DATA))
        self.say([f"Starting with data in {settings.DATA}"])
        supervisor = Supervisor(lambda line: self.say([line]))
        environment = {"DIXIT_DATA": str(settings.DATA), "REDIS_URL": self.redis(house, supervisor)}
        house.callback(supervisor.stop)
        self.migrate()
        web = programs.web(host, port, self.log("web"), environment)
        schedule = settings.DATA / "run" / "beat-schedule"
        supervisor.watch_over(programs.worker(self.log("worker"), environment))
        supervisor.watch_over(programs.beat(schedule, self.log("beat"), environment))
        supervisor.watch_over(web)
        self.await_web(web, host, port)
        self.say(announcement.ready(host, port))
        supervisor.keep_watching()

    def redis(self, house: ExitStack, supervisor: Supervisor) -> str:
        """The URL of the Redis-protocol server, which is started when none was given."""
        if settings.REDIS_URL:
            return str(settings.REDIS_URL)
        valkey = Valkey(settings.DATA / "valkey", self.log("valkey"))
        house.callback(valkey.stop)
        valkey.start()
        supervisor.watch_over(valkey.child)
        return valkey.url

    def migrate(self) -> None:
        """Bring the database up to date, and leave no connection to it: this process only watches."""
        try:
            call_command("migrate", verbosity=0, interactive=False)
        except OperationalError as error:
            raise CommandError(f"The database can't be used: {error}") from None
        for connection in connections.all(initialized_only=True):
            connection.close()
            if hasattr(connection, "close_pool"):
                connection.close_pool()

    def await_web(self, web: Child, host: str, port: int) -> None:
        """Come back when the web server listens; give up with its log when it dies instead."""
        deadline = time.monotonic() + WEB_START
        while not address.answers(host, port):
            if not web.alive or time.monotonic() > deadline:
                raise CommandError(f"The web server did not start. Its log says:\n{web.said}")
            time.sleep(0.05)

    def log(self, name: str) -> Path:
        """A new, empty log file for one child of this run."""
        file: Path = settings.DATA / "logs" / f"{name}.log"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(b"")
        return file

    def say(self, lines: Iterable[str]) -> None:
        """Print at once, also into a pipe."""
        for line in lines:
            self.stdout.write(line)
        self.stdout.flush()
