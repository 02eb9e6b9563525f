"""Somebody at a terminal with the text client."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from select import select
from typing import Any

from tests.timers.clockwork import ClockHouse

ROOT = Path(__file__).resolve().parents[2]
LONGEST = 90
PROMPTS = (": ", "> ")


class Terminal:
    """What is said is read up to the next question, then something is answered."""

    def __init__(self, house: ClockHouse, name: str = "Ann") -> None:
        command = [sys.executable, "-m", "examples.text_client", "--address", house.addresses[0], "--name", name]
        pipes: Any = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
        self.program: subprocess.Popen[bytes] = subprocess.Popen(command, cwd=ROOT, **pipes)
        assert self.program.stdin is not None
        assert self.program.stdout is not None
        self.keyboard, self.screen = self.program.stdin, self.program.stdout
        self.said = ""

    def heard(self) -> str:
        """What is said, the next question being the last of it; or until the end."""
        before = len(self.said)
        while piece := self.read():
            self.said += piece.decode()
            if self.said.endswith(PROMPTS):
                break
        return self.said[before:]

    def waits_for(self, words: str) -> None:
        """Lets things happen until this is said: whatever has happened just before is asked about first."""
        self.types("")
        while words not in self.heard():
            self.types("")

    def read(self) -> bytes:
        assert select([self.screen], [], [], LONGEST)[0], f"waited in vain after:\n{self.said}"
        return os.read(self.screen.fileno(), 4096)

    def types(self, line: str) -> None:
        self.keyboard.write(f"{line}\n".encode())
        self.keyboard.flush()

    def says(self, line: str) -> str:
        """What is said to that."""
        self.types(line)
        return self.heard()

    def leaves(self) -> str:
        """Has had enough, at whatever question; all that was said."""
        self.keyboard.close()
        self.said += self.screen.read().decode()
        assert self.program.wait(LONGEST) == 0, self.said
        return self.said

    def close(self) -> None:
        self.program.kill()
        self.program.wait(LONGEST)
        self.keyboard.close()
        self.screen.close()


@contextmanager
def terminal(house: ClockHouse) -> Iterator[Terminal]:
    """Ann at a terminal, asked where she would play."""
    ann = Terminal(house)
    try:
        ann.heard()
        yield ann
    finally:
        ann.close()
