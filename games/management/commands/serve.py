"""`manage.py serve`: run the whole service as one process tree, without any set-up."""

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
from games.receipts.checks import check_receipt_key_is_latest
from games.receipts.key_file import settle_key_file

WEB_START_TIMEOUT_SECONDS = 60.0


class Command(BaseCommand):
    """Migrates the database, then runs a Redis-protocol server, the worker, beat and the web server."""

    help = "Start the whole service: web server, worker, beat and, unless REDIS_URL is set, a Redis-protocol server."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the options. `--data` is here for `--help` only: `manage.py` handles it for every command."""
        parser.add_argument("--host", default="127.0.0.1", help="the address to listen on (default: 127.0.0.1)")
        parser.add_argument("--port", type=int, default=8000, help="the port to listen on (default: 8000)")
        parser.add_argument("--data", metavar="DIR", help="the data folder (default: DIXIT_DATA, or ./data)")
        parser.add_argument("--check", action="store_true", help="print what would be started, and start nothing")

    def handle(self, *_arguments: Any, host: str, port: int, check: bool, **_options: Any) -> None:
        """Fail early if something can't work, then serve, or with `--check` only print what would be started."""
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
        """Run the service until a signal stops it."""
        install_signal_handlers()
        try:
            with ExitStack() as stack:
                self.run_service(stack, host, port)
        except KeyboardInterrupt:
            self.print_lines(["Stopped."])

    def run_service(self, stack: ExitStack, host: str, port: int) -> None:
        """Start everything in order and supervise it; closing `stack` stops it in reverse order."""
        stack.enter_context(lock_data_folder(settings.DATA))
        self.print_lines([f"Starting with data in {settings.DATA}"])
        supervisor = Supervisor(lambda message: self.print_lines([message]))
        environment = {"DIXIT_DATA": str(settings.DATA), "REDIS_URL": self.ensure_redis(stack, supervisor)}
        stack.callback(supervisor.stop)
        self.migrate()
        self.check_receipt_key()
        web = programs.web_process(host, port, self.create_log_file("web"), environment)
        schedule = settings.DATA / "run" / "beat-schedule"
        # After the migration, which all of them need.
        supervisor.supervise(programs.worker_process(self.create_log_file("worker"), environment))
        supervisor.supervise(programs.beat_process(schedule, self.create_log_file("beat"), environment))
        supervisor.supervise(web)
        self.wait_for_web(web, host, port)
        self.print_lines(banner.ready_lines(host, port))
        supervisor.run_forever()

    def ensure_redis(self, stack: ExitStack, supervisor: Supervisor) -> str:
        """Return REDIS_URL, or start the bundled Valkey and return its URL."""
        if settings.REDIS_URL:
            return str(settings.REDIS_URL)
        valkey = Valkey(settings.DATA / "valkey", self.create_log_file("valkey"))
        # Registered before `supervisor.stop`, so it runs after it: the children need Redis to shut down cleanly.
        stack.callback(valkey.stop)
        valkey.start()
        supervisor.supervise(valkey.child)
        return valkey.url

    def migrate(self) -> None:
        """Migrate the database.

        Raises:
            CommandError: the database is unavailable.
        """
        try:
            call_command("migrate", verbosity=0, interactive=False)
        except OperationalError as error:
            raise CommandError(f"The database is unavailable: {error}") from None

    def check_receipt_key(self) -> None:
        """Finish an interrupted rotation of the key, and check that it is the one that was announced last.

        Then close all connections to the database, as this process only supervises from here on.

        Raises:
            CommandError: it is another key.
        """
        settle_key_file()
        errors = check_receipt_key_is_latest(["default"])
        for connection in connections.all(initialized_only=True):
            connection.close()
            if hasattr(connection, "close_pool"):
                connection.close_pool()
        for error in errors:
            raise CommandError(f"{error.msg} {error.hint}")

    def wait_for_web(self, web: ChildProcess, host: str, port: int) -> None:
        """Wait until the web server listens.

        Raises:
            CommandError: it died or timed out; the message has its log.
        """
        deadline = time.monotonic() + WEB_START_TIMEOUT_SECONDS
        while not listen_address.is_listening(host, port):
            if not web.is_alive or time.monotonic() > deadline:
                raise CommandError(f"The web server did not start. Its log says:\n{web.log_text}")
            time.sleep(0.05)

    def create_log_file(self, name: str) -> Path:
        """Create an empty log file for a child, replacing that of an earlier run."""
        file: Path = settings.DATA / "logs" / f"{name}.log"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(b"")
        return file

    def print_lines(self, lines: Iterable[str]) -> None:
        """Print lines and flush, so that a pipe gets them at once."""
        for line in lines:
            self.stdout.write(line)
        self.stdout.flush()
