"""Generate the client's methods and types from an OpenAPI document.

    uv run python clients/python/generate.py [FILE]

FILE is an `openapi.json`. Without it, the document of the service in this repository is used.
"""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

from generating.calls_source import calls_source  # noqa: E402  (beside this script)
from generating.shapes_source import shapes_source  # noqa: E402

PACKAGE = HERE / "src/dixit_client"
ROOT = HERE.parents[1]
LABELS = ROOT / "accounts/player_labels.py"


def files(document: Any) -> Iterator[tuple[Path, str]]:
    """Yield each file to generate, with its text."""
    for name, text in (("shapes.py", shapes_source(document)), ("calls.py", calls_source(document))):
        yield PACKAGE / name, format_source(PACKAGE / name, text)
    # The service and the client must agree on labels, and neither can import the other.
    yield PACKAGE / LABELS.name, LABELS.read_text()


def format_source(file: Path, text: str) -> str:
    """Remove unused imports from the text and format it as the project's code."""
    for command in (["check", "--fix-only", "--quiet", "--select", "I,F401"], ["format"]):
        ruff = ["ruff", *command, "--stdin-filename", str(file), "-"]
        text = subprocess.run(ruff, input=text, capture_output=True, text=True, check=True).stdout  # noqa: S603
    return text


def own_document() -> Any:
    """Return the OpenAPI document of the service in this repository."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "dixit.settings")
    sys.path.insert(0, str(ROOT))
    import django  # noqa: PLC0415

    django.setup()
    from games.api.openapi import openapi_document  # noqa: PLC0415

    return json.loads(openapi_document())


def main() -> None:
    document = json.loads(Path(sys.argv[1]).read_text()) if sys.argv[1:] else own_document()
    for file, text in files(document):
        file.write_text(text)
        print(f"{file.relative_to(HERE)}: {len(text.splitlines())} lines")


if __name__ == "__main__":
    main()
