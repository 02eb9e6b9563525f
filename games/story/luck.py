"""What the players have added to the luck of their match, in a sentence."""

from collections.abc import Sequence

from games.story.cast import Cast
from games.story.seen import Happened


def luck(events: Sequence[Happened], people: Cast) -> str | None:
    """Who has added to the draw that counts, and who has made others void; None where luck is the house's alone."""
    added: list[int] = []
    voids: list[str] = []
    for event in events:
        match event.type, event.data:
            case "entropy_revealed", data:
                added.append(data["seat"])
            case "draw_voided", data:
                added.clear()
                voids.append(f"A draw was void: {people.names(data['missing'])} did not reveal.")
            case _:
                pass
    if not added and not voids:
        return None
    with_them = f" and {people.names(sorted(added))}" if added else " alone"
    return " ".join([*voids, f"Drawn by the house{with_them}."])
