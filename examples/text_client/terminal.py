"""The person at the keyboard."""

from collections.abc import Iterable, Sequence


class Quit(Exception):
    """They have had enough."""


def read_line(question: str) -> str:
    """A line that the person types."""
    print(f"{question} ", end="", flush=True)
    try:
        line = " ".join(input().split())
    except EOFError:
        raise Quit from None
    if line == "quit":
        raise Quit
    return line


def parse_number(word: str) -> int:
    """The number that a word is; 0 is none."""
    return int(word) if word.isdecimal() else 0


def parse_choice(line: str, choice: Sequence[int], least: int, most: int) -> list[int] | None:
    """The numbers that were typed, if they are so many different ones of the choice."""
    found = list(dict.fromkeys(map(parse_number, line.replace(",", " ").split())))
    return found if least <= len(found) <= most and set(found) <= set(choice) else None


def choice_hint(choice: Sequence[int], least: int, most: int) -> str:
    return f"Please {least if least == most else f'{least} to {most}'} of {', '.join(map(str, choice))}."


def numbered_list(lines: Iterable[tuple[int, str]]) -> str:
    return "\n".join(f"  {number:>2}  {line}" for number, line in lines) or "  none"
