"""`dixit_verify.py`, the verifier as one file: our own modules as texts, and a few lines that import them from there.

The modules are those that the server itself verifies with, word for word; nothing outside of the standard library is
among them, which the import contracts see to.
"""

from functools import cache
from pathlib import Path

FILE_NAME = "dixit_verify.py"
GAMES_DIRECTORY = Path(__file__).resolve().parents[1]
MODULE_PATTERNS = ("__init__.py", "eventlog/__init__.py", "eventlog/digests.py", "rulebook/**/*.py", "audit/**/*.py")

BUNDLE_PREAMBLE = '''#!/usr/bin/env python3
"""Check the record of a Dixit match, offline: python -I dixit_verify.py RECORD [--receipts FILE] [--keys FILE]

One file, Python 3.11 or newer, standard library only. It holds the modules with which the server verifies, each as a
text below, and imports them from here (MIT licence). What is checked, and what a record is: docs/reference/record.md.
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
    """Imports the modules whose sources stand in this file."""

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
    """The program, always the same for the same version of the house."""
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
    """The source as a literal that can be read, if it has nothing in it that would end one."""
    text = file.read_text(encoding="utf-8")
    raw = f"r'''{text}'''"
    return raw if "'''" not in text and not text.endswith(("\\", "'")) else repr(text)
