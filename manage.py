#!/usr/bin/env python
"""The command line: `uv run --no-dev manage.py serve`, `simulate`, `rebuild_projections`, …"""

import os
import sys

from django.core.management import execute_from_command_line

from dixit.version import PROJECT_NAME, VERSION
from games.private_folder import create_private_files_only


def take_data_folder(arguments: list[str]) -> list[str]:
    """Move `--data DIR` from the arguments to DIXIT_DATA, and return the other arguments."""
    # Django reads the settings before it parses a command's options, so the option would come too late there.
    remaining: list[str] = []
    argument_iterator = iter(arguments)
    for argument in argument_iterator:
        name, equals, value = argument.partition("=")
        if name != "--data":
            remaining.append(argument)
            continue
        folder = value if equals else next(argument_iterator, "")
        if not folder:
            sys.exit("--data needs a folder: --data DIR")
        os.environ["DIXIT_DATA"] = os.path.abspath(folder)
    return remaining


def main(arguments: list[str]) -> None:
    """Run a management command, or print the version of the service instead of Django's."""
    if arguments[1:] in (["--version"], ["version"]):
        sys.stdout.write(f"{PROJECT_NAME} {VERSION}\n")
        return
    create_private_files_only()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "dixit.settings")
    execute_from_command_line(take_data_folder(arguments))


if __name__ == "__main__":
    main(sys.argv)
