"""The code blocks in the documentation for newcomers, and the test that runs each of them."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FENCED_BLOCK_PATTERN = re.compile(r"^( *)```(\w+)\n(.*?)^\1```$", re.DOTALL | re.MULTILINE)


@dataclass(frozen=True, kw_only=True)
class Block:
    """A fenced block with a language."""

    page: str
    heading: str
    language: str
    code: str

    @property
    def location(self) -> str:
        """The location of the block: its page, the heading above it and its language."""
        return f"{self.page}#{self.heading} {self.language}"


def documentation_pages() -> list[str]:
    """Return the pages that newcomers read."""
    paths = [
        *ROOT.glob("*.md"),
        *ROOT.glob("clients/*/README.md"),
        *ROOT.glob("docs/**/*.md"),
        *ROOT.glob("bench/*.md"),
    ]
    return sorted(str(page.relative_to(ROOT)) for page in paths)


def parse_blocks(page: str, text: str | None = None) -> Iterator[Block]:
    """Return the blocks of the page, in order."""
    text = (ROOT / page).read_text() if text is None else text
    for match in FENCED_BLOCK_PATTERN.finditer(text):
        headings = re.findall(r"^#+ (.+)$", FENCED_BLOCK_PATTERN.sub("", text[: match.start()]), re.MULTILINE)
        yield Block(page=page, heading=headings[-1] if headings else "", language=match[2], code=match[3])


CODE_BLOCK_TESTS_PREFIX = "tests/docs/test_code_blocks.py::"
README_VOTE_TEST = "tests/docs/test_readme.py::test_the_readme_vote_example_works"
NEW_EDITION_TEST = "tests/docs/test_contributing.py::test_the_api_lists_opens_and_finds_the_added_edition"
INDEPENDENT_VERIFICATION_TEST = (
    "tests/audit/test_downloaded_verifier.py::test_anyone_can_verify_a_match_with_downloads_alone"
)
SHELL_COMMANDS_TEST = f"{CODE_BLOCK_TESTS_PREFIX}test_shell_commands_exist"

TEST_BY_BLOCK = {
    "README.md#Two commands sh": SHELL_COMMANDS_TEST,
    "README.md#One vote, followed through the layers sh": README_VOTE_TEST,
    "README.md#Play sh": SHELL_COMMANDS_TEST,
    "README.md#Documentation sh": SHELL_COMMANDS_TEST,
    "CONTRIBUTING.md sh": SHELL_COMMANDS_TEST,
    "CONTRIBUTING.md python": NEW_EDITION_TEST,
    "CONTRIBUTING.md json": "tests/docs/test_contributing.py::test_the_worked_example_round_is_scored_as_documented",
    "clients/python/README.md sh": SHELL_COMMANDS_TEST,
    "clients/python/README.md python": "tests/client/test_client_readme.py::test_the_readme_examples_work",
    "docs/tutorials/bot.md sh": SHELL_COMMANDS_TEST,
    "docs/tutorials/bot.md python": f"{CODE_BLOCK_TESTS_PREFIX}test_the_tutorial_bot_is_the_example_bot",
    "docs/reference/errors.md json": f"{CODE_BLOCK_TESTS_PREFIX}test_the_example_problem_matches_its_schema",
    "bench/README.md sh": SHELL_COMMANDS_TEST,
    "docs/how-to/backup.md sh": SHELL_COMMANDS_TEST,
    "docs/how-to/install.md sh": SHELL_COMMANDS_TEST,
    "docs/how-to/install.md json": f"{CODE_BLOCK_TESTS_PREFIX}test_the_example_deck_manifest_is_valid",
    "docs/how-to/many-matches.md python": "tests/client/test_feed.py::test_the_program_of_the_guide_plays_many_matches",
    "docs/how-to/rotate-secrets.md sh": SHELL_COMMANDS_TEST,
    "docs/how-to/secure.md sh": SHELL_COMMANDS_TEST,
    "docs/how-to/staff.md sh": SHELL_COMMANDS_TEST,
    "docs/how-to/verify.md sh": SHELL_COMMANDS_TEST,
    "docs/reference/events.md json": f"{CODE_BLOCK_TESTS_PREFIX}test_the_example_event_matches_its_schema",
    "docs/reference/live.md python": "tests/docs/test_playing_pages.py::test_the_websocket_example_prints_every_event",
    "docs/tutorials/quickstart.md sh": f"{CODE_BLOCK_TESTS_PREFIX}test_the_quick_start_reaches_a_vote_in_five_requests",
    "docs/reference/record.md sh": INDEPENDENT_VERIFICATION_TEST,
    "docs/reference/record.md json": "tests/audit/test_records.py::test_records_match_the_documented_schema",
    "docs/reference/rules.md json": "tests/docs/test_rules_page.py::test_the_house_rules_example_opens_a_match",
}
"""The test that runs a block, by its place or by its page and language."""


def covering_test(block: Block) -> str | None:
    """Return the test that runs this block, or None."""
    return TEST_BY_BLOCK.get(block.location) or TEST_BY_BLOCK.get(f"{block.page} {block.language}")
