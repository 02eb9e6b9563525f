"""No cache without a bound has keys that a client chooses."""

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
KEYS_OF_UNBOUNDED_CACHES = {
    "decoder_for": "the types of this program",
    "_fernet": "the secrets of the settings",
    "private_key": "the secrets of the settings",
    "public_key": "the secrets of the settings",
    "_public_key_id": "the secrets of the settings",
    "hub_of": "the event loop of the process",
    "_client": "the URL of Redis and two time-outs",
    "_registered_script": "the clients and the scripts of this program",
}
"""Every function whose results are all kept, with what its arguments are. None of them comes from a request."""


def unbounded_caches(source: str) -> Iterator[str]:
    """Yield the functions with arguments whose results are kept without a limit."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef) and (node.args.args or node.args.kwonlyargs):
            decorators = {ast.unparse(decorator) for decorator in node.decorator_list}
            if decorators & {"cache", "functools.cache", "lru_cache(maxsize=None)", "lru_cache(None)"}:
                yield node.name


def test_unbounded_caches_have_keys_that_no_client_chooses():
    files = [file for package in ("accounts", "dixit", "games") for file in (ROOT / package).rglob("*.py")]
    found = {name for file in files for name in unbounded_caches(file.read_text())}
    assert found == set(KEYS_OF_UNBOUNDED_CACHES)


def test_an_unbounded_cache_is_found():
    assert list(unbounded_caches("@cache\ndef paths(name: str) -> None: ...")) == ["paths"]
    assert not list(unbounded_caches("@lru_cache(maxsize=8)\ndef paths(name: str) -> None: ..."))
    assert not list(unbounded_caches("@cache\ndef paths() -> None: ..."))
