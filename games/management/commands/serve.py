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

from games.management import banner, listen_address, programs
from games.management.child_process import ChildProcess
from games.management.data_lock import DataFolderInUse, lock_data_folder
from games.management.supervisor import Supervisor, install_signal_handlers
from games.management.valkey import Valkey, ValkeyMissing, find_binary

WEB_START_TIMEOUT_SECONDS = 60.0


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
        if problem := listen_address.bind_error(host, port):
            raise CommandError(problem)
        try:
            if not settings.REDIS_URL:
                find_binary()
            if check:
                self.print_lines(banner.planned_lines(host, port))
            else:
                self.serve(host, port)
        except (ValkeyMissing, DataFolderInUse) as problem:
            raise CommandError(str(problem)) from None

    def serve(self, host: str, port: int) -> None:
        """Run the house until a signal asks for its end."""
        install_signal_handlers()
        try:
            with ExitStack() as stack:
                self.run_service(stack, host, port)
        except KeyboardInterrupt:
            self.print_lines(["Stopped."])

    def run_service(self, stack: ExitStack, host: str, port: int) -> None:
        """Start everything in order and watch over it; leaving `house` stops it in reverse."""
        stack.enter_context(lock_data_folder(settings.DATA))
        self.print_lines([f"Starting with data in {settings.DATA}"])
        supervisor = Supervisor(lambda line: self.print_lines([line]))
        environment = {"DIXIT_DATA": str(settings.DATA), "REDIS_URL": self.ensure_redis(stack, supervisor)}
        stack.callback(supervisor.stop)
        self.migrate()
        web = programs.web(host, port, self.create_log_file("web"), environment)
        schedule = settings.DATA / "run" / "beat-schedule"
        supervisor.supervise(programs.worker(self.create_log_file("worker"), environment))
        supervisor.supervise(programs.beat(schedule, self.create_log_file("beat"), environment))
        supervisor.supervise(web)
        self.wait_for_web(web, host, port)
        self.print_lines(banner.ready_lines(host, port))
        supervisor.run_forever()

    def ensure_redis(self, stack: ExitStack, supervisor: Supervisor) -> str:
        """The URL of the Redis-protocol server, which is started when none was given."""
        if settings.REDIS_URL:
            return str(settings.REDIS_URL)
        valkey = Valkey(settings.DATA / "valkey", self.create_log_file("valkey"))
        stack.callback(valkey.stop)
        valkey.start()
        supervisor.supervise(valkey.child)
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

    def wait_for_web(self, web: ChildProcess, host: str, port: int) -> None:
        """Come back when the web server listens; give up with its log when it dies instead."""
        deadline = time.monotonic() + WEB_START_TIMEOUT_SECONDS
        while not listen_address.is_listening(host, port):
            if not web.is_alive or time.monotonic() > deadline:
                raise CommandError(f"The web server did not start. Its log says:\n{web.log_text}")
            time.sleep(0.05)

    def create_log_file(self, name: str) -> Path:
        """A new, empty log file for one child of this run."""
        file: Path = settings.DATA / "logs" / f"{name}.log"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(b"")
        return file

    def print_lines(self, lines: Iterable[str]) -> None:
        """Print at once, also into a pipe."""
        for line in lines:
            self.stdout.write(line)
        self.stdout.flush()
