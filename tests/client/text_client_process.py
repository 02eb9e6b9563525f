"""A process of the text client, driven through its terminal input and output."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from select import select
from typing import Any

from tests.timers.worker_deployment import WorkerDeployment

ROOT = Path(__file__).resolve().parents[2]
TEXT_CLIENT_TIMEOUT_SECONDS = 90
PROMPT_SUFFIXES = (": ", "> ")


class TextClientProcess:
    """A text client process: read its output up to the next prompt, then answer."""

    def __init__(self, deployment: WorkerDeployment, name: str = "Ann") -> None:
        command = [sys.executable, "-m", "examples.text_client", "--address", deployment.base_urls[0], "--name", name]
        pipes: Any = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
        self.process: subprocess.Popen[bytes] = subprocess.Popen(command, cwd=ROOT, **pipes)
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.stdin, self.stdout = self.process.stdin, self.process.stdout
        self.output = ""

    def read_until_prompt(self) -> str:
        """Return the output up to and including the next prompt, or up to the end."""
        before = len(self.output)
        while chunk := self.read_chunk():
            self.output += chunk.decode()
            if self.output.endswith(PROMPT_SUFFIXES):
                break
        return self.output[before:]

    def wait_for(self, text: str) -> None:
        """Enter empty lines until this text appears before a prompt."""
        self.send_line("")
        while text not in self.read_until_prompt():
            self.send_line("")

    def read_chunk(self) -> bytes:
        assert select([self.stdout], [], [], TEXT_CLIENT_TIMEOUT_SECONDS)[0], f"timed out waiting after:\n{self.output}"
        return os.read(self.stdout.fileno(), 4096)

    def send_line(self, line: str) -> None:
        self.stdin.write(f"{line}\n".encode())
        self.stdin.flush()

    def ask(self, line: str) -> str:
        """Enter a line and return the output that follows."""
        self.send_line(line)
        return self.read_until_prompt()

    def close_input_and_wait(self) -> str:
        """Close the input at any prompt, and return all output."""
        self.stdin.close()
        self.output += self.stdout.read().decode()
        assert self.process.wait(TEXT_CLIENT_TIMEOUT_SECONDS) == 0, self.output
        return self.output

    def close(self) -> None:
        self.process.kill()
        self.process.wait(TEXT_CLIENT_TIMEOUT_SECONDS)
        self.stdin.close()
        self.stdout.close()


@contextmanager
def running_text_client(deployment: WorkerDeployment) -> Iterator[TextClientProcess]:
    """Run the text client as Ann, at the prompt for where to play."""
    ann = TextClientProcess(deployment)
    try:
        ann.read_until_prompt()
        yield ann
    finally:
        ann.close()
