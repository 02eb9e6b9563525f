"""What the players have added to the luck of their match, in a sentence."""

from collections.abc import Sequence

from games.story.roster import Roster
from games.story.visible_event import VisibleEvent


def entropy_sentence(events: Sequence[VisibleEvent], roster: Roster) -> str | None:
    """Who has added to the draw that counts, and who has made others void; None where luck is the house's alone."""
    contributors: list[int] = []
    void_sentences: list[str] = []
    for event in events:
        match event.type, event.data:
            case "entropy_revealed", data:
                contributors.append(data["seat"])
            case "draw_voided", data:
                contributors.clear()
                void_sentences.append(f"A draw was void: {roster.name_list(data['missing'])} did not reveal.")
            case _:
                pass
    if not contributors and not void_sentences:
        return None
    contributors_note = f" and {roster.name_list(sorted(contributors))}" if contributors else " alone"
    return " ".join([*void_sentences, f"Drawn by the house{contributors_note}."])
