#!/usr/bin/env python
"""The project's shell: `uv run --no-dev manage.py serve`, `simulate`, `rebuild_projections`, …"""

import os
import sys


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


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "dixit.settings")
    from django.core.management import execute_from_command_line

    execute_from_command_line(take_data_folder(sys.argv))
