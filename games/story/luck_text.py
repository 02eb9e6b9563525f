"""A sentence on the entropy that players contributed to the shuffles of their match."""

from collections.abc import Sequence

from games.story.roster import Roster, join_with_and
from games.story.visible_event import VisibleEvent


def entropy_sentence(events: Sequence[VisibleEvent], roster: Roster) -> str | None:
    """Return who contributed to the valid draw, and who voided earlier draws; None if the server drew alone."""
    contributors: list[int] = []
    void_sentences: list[str] = []
    for event in events:
        match event.type, event.data:
            case "entropy_revealed", data:
                contributors.append(data["seat"])
            case "draw_voided", data:
                contributors.clear()
                void_sentences.append(
                    f"A draw was void: {roster.name_list(data['missing'])} did not reveal their entropy."
                )
            case _:
                pass
    if not contributors and not void_sentences:
        return None
    sources = (
        join_with_and(["the server", *map(roster.name, sorted(contributors))]) if contributors else "the server alone"
    )
    return " ".join([*void_sentences, f"The shuffles were drawn by {sources}."])
