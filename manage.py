#!/usr/bin/env python
"""The command line: `uv run manage.py serve`, `simulate`, `rebuild_projections`, …"""

import os
import sys


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


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "dixit.settings")
    from django.core.management import execute_from_command_line

    execute_from_command_line(take_data_folder(sys.argv))
