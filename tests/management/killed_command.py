"""A program that runs a command again and again, each time killed (`kill -9`) at another of its lines.

Usage: `python -m tests.management.killed_command rotation|backup STEP`, for every line or each STEPth one. After each
kill a process that is started anew checks that nothing is lost. The output is the number of kills.
"""

import io
import json
import os
import signal
import sqlite3
import sys
import traceback
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any

import django
from django.conf import settings
from django.core.management import call_command

from games.audit.receipt import parse_key, parse_receipt, verify_key_chain
from games.audit.record_verifier import verify_record

KILLED = -signal.SIGKILL
TRACED_FILES = ("receipts/key_file.py", "receipts/receipt_keys.py", "games/durable_files.py", "commands/backup.py")


def run_in_fork(work: Callable[[], None]) -> int:
    """Run the function in a forked process, and return 0, 1 if it failed, or `KILLED`."""
    pid = os.fork()
    if pid == 0:
        try:
            work()
        except BaseException:  # noqa: BLE001  (a fork must end here, whatever happens)
            traceback.print_exc()
            os._exit(1)
        os._exit(0)
    status = os.waitpid(pid, 0)[1]
    return os.waitstatus_to_exitcode(status)


def kill_at(point: int) -> None:
    """Kill this process before it executes the line of this number, counted over the traced files."""
    lines_left = point

    def trace(frame: FrameType, event: str, _argument: Any) -> Any:
        nonlocal lines_left
        if not frame.f_code.co_filename.endswith(TRACED_FILES):
            return None
        lines_left -= event == "line"
        if lines_left < 0:
            os.kill(os.getpid(), signal.SIGKILL)
        return trace

    sys.settrace(trace)


def run_until_killed(command: Callable[[], None], point: int) -> None:
    kill_at(point)
    command()


def rotate() -> None:
    call_command("rotate_receipt_key", stdout=io.StringIO())


def check_keys() -> None:
    """Start as the web server does: then the key is announced, and the first receipt and all records verify."""
    from games.receipts import checks, receipt_keys, receipt_signing

    checks.require_announced_key()
    assert checks.check_receipt_key_is_latest(["default"]) == []
    keys = list(verify_key_chain(map(parse_key, receipt_keys.published_keys())).values())
    assert keys[-1].public == receipt_signing.public_key(settings.RECEIPT_KEY), "the last announced secret is lost"
    assert sorted(file.name for file in settings.DATA.glob("*receipt_key*")) == ["receipt_key"], "there are remains"


def check_records() -> None:
    """The record that is exported now verifies, with the receipt that the first key has signed."""
    from games.eventlog.models import Head
    from games.receipts.receipt_signing import sign_receipt
    from games.records.export import public_record_pages

    head = Head.objects.get()
    first_receipt = settings.DATA / "receipt.json"
    if not first_receipt.exists():
        first_receipt.write_text(sign_receipt(head.match_id, head.version, head.hash))
    receipt = parse_receipt(json.loads(first_receipt.read_text()))
    verdict = verify_record("".join(public_record_pages(head.match_id)).encode(), [receipt], [])
    assert verdict.ok, verdict.text_lines()


def back_up() -> None:
    call_command("backup", str(backup_folder()), keep=1, stdout=io.StringIO())


def check_backups() -> None:
    """There is a complete backup, and every file with the name of one is complete."""
    backups = list(backup_folder().glob("dixit-*"))
    assert backups, "there is no backup any more"
    for backup in backups:
        with closing(sqlite3.connect(backup)) as database:
            assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            assert database.execute("SELECT count(*) FROM eventlog_head").fetchall() == [(1,)]


def backup_folder() -> Path:
    folder: Path = settings.DATA / "backups"
    folder.mkdir(exist_ok=True)
    return folder


COMMANDS = {"rotation": (rotate, check_keys, check_records), "backup": (back_up, check_backups, check_backups)}
"""By name: the command, what is checked after each kill, and what takes longer and is checked before and at the end."""


def main(name: str, step: int) -> None:
    """Kill the command at every line, or each `step`th one, until it ends before it is killed."""
    django.setup()
    command, check, check_thoroughly = COMMANDS[name]
    if name == "backup":
        assert run_in_fork(command) == 0
    assert run_in_fork(check_thoroughly) == 0
    for point in range(10_000):
        outcome = run_in_fork(partial(run_until_killed, command, point * step))
        assert run_in_fork(check) == 0, f"line {point * step} of the {name}"
        if outcome != KILLED:
            assert outcome == run_in_fork(check_thoroughly) == 0
            print(point)
            return


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
