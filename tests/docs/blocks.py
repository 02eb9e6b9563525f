"""The blocks of code in what newcomers read, and which test runs each."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FENCE = re.compile(r"^( *)```(\w+)\n(.*?)^\1```$", re.DOTALL | re.MULTILINE)


@dataclass(frozen=True, kw_only=True)
class Block:
    """A fenced block that says its language."""

    page: str
    heading: str
    language: str
    code: str

    @property
    def place(self) -> str:
        """Where it stands: the page, the heading above it, its language."""
        return f"{self.page}#{self.heading} {self.language}"


def pages() -> list[str]:
    """What newcomers read."""
    found = [
        *ROOT.glob("*.md"),
        *ROOT.glob("clients/*/README.md"),
        *ROOT.glob("docs/**/*.md"),
        *ROOT.glob("bench/*.md"),
    ]
    return sorted(str(page.relative_to(ROOT)) for page in found)


def blocks(page: str, text: str | None = None) -> Iterator[Block]:
    """The page's blocks, in order."""
    text = (ROOT / page).read_text() if text is None else text
    for found in FENCE.finditer(text):
        headings = re.findall(r"^#+ (.+)$", FENCE.sub("", text[: found.start()]), re.MULTILINE)
        yield Block(page=page, heading=headings[-1] if headings else "", language=found[2], code=found[3])


HERE = "tests/docs/test_blocks.py::"
ONE_VOTE = "tests/docs/test_readme.py::test_one_vote_can_be_followed_through_the_house"
FURTHER = "tests/docs/test_contributing.py::test_the_api_lists_it_opens_it_and_finds_it"
TRUSTS_NOBODY = "tests/audit/test_over_the_wire.py::test_whoever_trusts_nobody_can_check_a_match"
COMMANDS = f"{HERE}test_commands_are_such_as_there_are"

RUN_BY = {
    "README.md#Two commands sh": COMMANDS,
    "README.md#One vote, followed through the house sh": ONE_VOTE,
    "README.md#Documentation sh": COMMANDS,
    "CONTRIBUTING.md sh": COMMANDS,
    "bench/README.md sh": COMMANDS,
    "CONTRIBUTING.md python": FURTHER,
    "CONTRIBUTING.md json": "tests/docs/test_contributing.py::test_its_round_comes_out_as_worked_out",
    "clients/python/README.md sh": COMMANDS,
    "clients/python/README.md python": "tests/client/test_readme_of_the_client.py::test_what_the_readme_shows_works",
    "docs/bot.md sh": COMMANDS,
    "docs/bot.md python": f"{HERE}test_the_bot_of_the_tutorial_is_the_one_that_plays",
    "docs/errors.md json": f"{HERE}test_the_problem_is_one",
    "docs/how-to/backup.md sh": COMMANDS,
    "docs/how-to/install.md sh": COMMANDS,
    "docs/how-to/install.md json": f"{HERE}test_the_deck_is_one",
    "docs/how-to/secure.md sh": COMMANDS,
    "docs/how-to/staff.md sh": COMMANDS,
    "docs/how-to/verify.md sh": COMMANDS,
    "docs/events.md json": f"{HERE}test_the_event_is_one",
    "docs/live.md python": "tests/docs/test_playing.py::test_the_example_tells_what_happens",
    "docs/quickstart.md sh": f"{HERE}test_the_quick_start_leads_to_a_vote_in_five_calls",
    "docs/record.md sh": TRUSTS_NOBODY,
    "docs/record.md json": "tests/audit/test_records.py::test_records_have_the_shape_that_the_documentation_gives",
    "docs/rules.md json": "tests/docs/test_rules.py::test_the_example_of_house_rules_opens_a_match",
}
"""The test that runs a block, by its place or by its page and language."""


def run_by(block: Block) -> str | None:
    """The test that runs this block; None if there is none."""
    return RUN_BY.get(block.place) or RUN_BY.get(f"{block.page} {block.language}")
