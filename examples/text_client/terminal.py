"""Reading and parsing what the person types."""

from collections.abc import Iterable, Sequence


class Quit(Exception):
    """The person wants to quit."""


def read_line(question: str) -> str:
    """Ask and return the line that is typed, with its spaces normalized.

    Raises:
        Quit: The person typed "quit" or closed the input.
    """
    print(f"{question} ", end="", flush=True)
    try:
        line = " ".join(input().split())
    except EOFError:
        raise Quit from None
    if line == "quit":
        raise Quit
    return line


def parse_number(word: str) -> int:
    """Return the positive number that a word is, or 0."""
    return int(word) if word.isdecimal() else 0


def parse_choice(line: str, choice: Sequence[int], least: int, most: int) -> list[int] | None:
    """Return the different numbers in a line, or None unless there are `least` to `most`, all of the choice."""
    found = list(dict.fromkeys(map(parse_number, line.replace(",", " ").split())))
    return found if least <= len(found) <= most and set(found) <= set(choice) else None


def choice_hint(choice: Sequence[int], least: int, most: int) -> str:
    return f"Please choose {least if least == most else f'{least} to {most}'} of: {', '.join(map(str, choice))}."


def numbered_list(lines: Iterable[tuple[int, str]]) -> str:
    return "\n".join(f"  {number:>2}  {line}" for number, line in lines) or "  none"
