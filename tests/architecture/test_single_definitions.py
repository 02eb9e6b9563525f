"""Mechanisms that the product implements once: a second copy would have to be updated by hand."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
HTML_TAG_PATTERN = r"</?(html|head|body|main|p|div|h[1-6]|ul|li|table|tr|td)\b"

SINGLE_DEFINITIONS = {
    # Defined twice on purpose: the verifier must run without installed packages, and the server needs a faster encoder.
    "canonical JSON": (
        r'order="sorted"|sort_keys',
        ["games/audit/canonical_json.py", "games/eventlog/canonical_encoding.py"],
    ),
    "database clock": (r"clock_timestamp|CURRENT_TIMESTAMP", ["games/eventlog/database_time.py"]),
    "token bucket": (r"_full_at|_refilled_at|class \w*(Bucket|RateLimiter)\b", ["games/limits/local_limit.py"]),
    "what opens a sealed part": (r"scoring/\{|PartRule\(", ["games/rulebook/sealed.py"]),
    "who sees a sealed part": (r"\breader (== \w|= %s)|seat == \w*\.?reader\b", ["games/rulebook/audience.py"]),
    "event sentences": (r" wants to end the match| reveals their entropy", ["games/narrative/event_sentences.py"]),
    "who may vote": (r"not in \(seat, partner\)", ["games/rulebook/voters.py"]),
    "seat bookkeeping": (r"in event\.seats|in enumerate\(\w+\[\"seats\"\]\)", ["games/rulebook/seating.py"]),
    "Redis client": (r"Redis(\.from_url)?\(", ["games/redis_client.py"]),
}
"""By mechanism: a pattern that every implementation of it matches, and the files that may."""


def product_files() -> Iterator[Path]:
    for folder in ("accounts", "dixit", "games"):
        yield from (path for path in (ROOT / folder).rglob("*.py") if "migrations" not in path.parts)


def files_matching(pattern: str) -> list[str]:
    return sorted(str(path.relative_to(ROOT)) for path in product_files() if re.search(pattern, path.read_text()))


@pytest.mark.parametrize("mechanism", SINGLE_DEFINITIONS)
def test_a_mechanism_is_implemented_once(mechanism: str):
    pattern, files = SINGLE_DEFINITIONS[mechanism]
    assert files_matching(pattern) == files


def test_html_is_written_in_templates_only():
    assert files_matching(HTML_TAG_PATTERN) == []
