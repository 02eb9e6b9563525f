"""`dixit_verify.py`, the verifier as a single file: the source of the server's modules, and a loader that imports them.

The modules are the very ones with which the server verifies. They import nothing outside the standard library, which
the import contracts enforce.
"""

from functools import cache
from pathlib import Path

FILE_NAME = "dixit_verify.py"
GAMES_DIRECTORY = Path(__file__).resolve().parents[1]
MODULE_PATTERNS = ("__init__.py", "eventlog/__init__.py", "eventlog/digests.py", "rulebook/**/*.py", "audit/**/*.py")

BUNDLE_PREAMBLE = '''#!/usr/bin/env python3
"""Verify the record of a Dixit match offline: python -I dixit_verify.py RECORD [--receipts FILE] [--keys FILE]

A single file for Python 3.11 or newer, standard library only, MIT licence. It contains the source of the modules with
which the server verifies, and imports them from here. What a record is and what is verified: docs/reference/record.md.
"""

import sys

if sys.version_info < (3, 11):
    sys.exit("dixit_verify.py needs Python 3.11 or newer.")

from importlib.abc import InspectLoader, MetaPathFinder
from importlib.machinery import ModuleSpec

SOURCES = {}
'''
BUNDLE_LOADER = '''

class Embedded(MetaPathFinder, InspectLoader):
    """Imports the modules whose source is in this file."""

    def find_spec(self, fullname, path=None, target=None):
        return ModuleSpec(fullname, self, is_package=self.is_package(fullname)) if fullname in SOURCES else None

    def is_package(self, fullname):
        return any(name.startswith(f"{fullname}.") for name in SOURCES)

    def get_source(self, fullname):
        return SOURCES[fullname]


sys.meta_path.insert(0, Embedded())

if __name__ == "__main__":
    from games.audit.main import main

    sys.exit(main())
'''


@cache
def verifier_source() -> str:
    """Return the program's source, which is the same for every server of the same version."""
    # The patterns overlap, and the text has to be the same on every server.
    files = sorted({file for pattern in MODULE_PATTERNS for file in GAMES_DIRECTORY.glob(pattern)})
    return (
        BUNDLE_PREAMBLE
        + "".join(f"\nSOURCES[{_module_name(file)!r}] = {_source_literal(file)}\n" for file in files)
        + BUNDLE_LOADER
    )


def _module_name(file: Path) -> str:
    parts = file.relative_to(GAMES_DIRECTORY.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _source_literal(file: Path) -> str:
    """Return a Python literal of a file's text: a raw one, for readability, unless the text could end it."""
    text = file.read_text(encoding="utf-8")
    raw = f"r'''{text}'''"
    return raw if "'''" not in text and not text.endswith(("\\", "'")) else repr(text)
