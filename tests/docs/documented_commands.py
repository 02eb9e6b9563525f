"""Find the programs and options in documented shell commands, and check that the programs know them."""

import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from functools import cache

from django.core.management import get_commands, load_command_class

from tests.docs.code_blocks import ROOT

UV_RUN_PREFIX_PATTERN = re.compile(r"^(?:[A-Z_]+=\S+ )*(?:uv run (?:--no-dev )?)?")

DOCUMENTED_PROGRAMS = (
    "bash .ci/run", "celery -A dixit beat", "celery -A dixit worker", "pre-commit install", "pytest", "python -m bench",
    "python -m examples.text_client", "python examples/bot.py", "python examples/play_match.py", "uv pip install",
    "uv sync", "uvicorn", "zensical build",
)  # fmt: skip
"""Programs that the documentation starts, beside `manage.py`."""


def parse_commands(code: str) -> Iterator[list[str]]:
    """Return the commands of a block, split into words, without a leading `uv run` or settings."""
    for line in code.replace("\\\n", " ").splitlines():
        if words := shlex.split(UV_RUN_PREFIX_PATTERN.sub("", line.strip()), comments=True):
            yield words


def unknown_arguments(words: list[str]) -> list[str]:
    """Return the options that the program doesn't know, or the program itself if it doesn't exist."""
    options = {word.partition("=")[0].strip("[]") for word in words if word.lstrip("[").startswith("-")}
    if words[0] == "manage.py":
        if words[1] not in get_commands():
            return [words[1]]
        command = load_command_class(get_commands()[words[1]], words[1])
        return sorted(options - set(command.create_parser("manage.py", words[1])._option_string_actions))
    command_line = " ".join(words)
    program = next((name for name in DOCUMENTED_PROGRAMS if f"{command_line} ".startswith(f"{name} ")), None)
    return (
        [command_line] if program is None else sorted(option for option in options if option not in help_text(program))
    )


@cache
def help_text(program_name: str) -> str:
    """Return the help text of the program, and its name."""
    command = [sys.executable if word == "python" else word for word in program_name.split()]
    result = subprocess.run([*command, "--help"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result
    return program_name + result.stdout
