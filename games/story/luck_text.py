"""A sentence on the entropy that players contributed to the shuffles of their match."""

from games.narrative.narrative import Narrative
from games.narrative.roster import join_with_and


def entropy_sentence(narrative: Narrative) -> str | None:
    """Return who contributed to the valid draw, and who voided earlier draws; None if the server drew alone."""
    roster, contributors = narrative.roster, list[int]()
    void_sentences: list[str] = []
    for event in narrative.events:
        match event.type, event.data:
            case "entropy_revealed", data:
                contributors.append(data["seat"])
            case "draw_voided", data:
                # The next draw is made with fresh entropy. What was revealed for this one no longer counts.
                contributors.clear()
                void_sentences.append(event.words)
            case _:
                pass
    if not contributors and not void_sentences:
        return None
    sources = (
        join_with_and(["the server", *map(roster.label, sorted(contributors))]) if contributors else "the server alone"
    )
    return " ".join([*void_sentences, f"The shuffles were drawn by {sources}."])
