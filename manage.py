#!/usr/bin/env python
"""The project's shell: `uv run manage.py serve`, `simulate`, `rebuild_projections`, …"""

import os
import sys

from django.core.management import execute_from_command_line

from dixit.version import NAME, VERSION


def take_data_folder(arguments: list[str]) -> list[str]:
    """Turn `--data DIR` of any command into DIXIT_DATA, which settings read before a command is chosen."""
    kept: list[str] = []
    rest = iter(arguments)
    for argument in rest:
        name, equals, value = argument.partition("=")
        if name != "--data":
            kept.append(argument)
            continue
        folder = value if equals else next(rest, "")
        if not folder:
            sys.exit("--data needs a folder: --data DIR")
        os.environ["DIXIT_DATA"] = os.path.abspath(folder)
    return kept


def main(arguments: list[str]) -> None:
    """Run a management command, or print the version of the service instead of Django's."""
    if arguments[1:] in (["--version"], ["version"]):
        sys.stdout.write(f"{NAME} {VERSION}\n")
        return
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "dixit.settings")
    execute_from_command_line(take_data_folder(arguments))


if __name__ == "__main__":
    main(sys.argv)
