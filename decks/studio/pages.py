"""How scenes are written down: a page is a list to which each scene adds itself."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from studio.press import printed

Drawing = Callable[[Random], tuple[str, ...]]


@dataclass(frozen=True, kw_only=True, slots=True)
class Scene:
    title: str
    words: tuple[str, ...]
    drawing: Drawing
    edge: str
    tremble: float

    def picture(self, card_id: str) -> str:
        """The SVG file; all luck in it comes from the card's id."""
        number = int(card_id[-3:])
        parts = self.drawing(Random(card_id))
        return printed(self.title, parts, seed=number, edge=self.edge, tremble=self.tremble)


class Page(list[Scene]):
    """Scenes in their order; the page itself is the decorator of its scenes."""

    def __call__(
        self, title: str, words: str, *, edge: str = "#241634", tremble: float = 3.6
    ) -> Callable[[Drawing], Drawing]:
        def add(drawing: Drawing) -> Drawing:
            self.append(Scene(title=title, words=tuple(words.split()), drawing=drawing, edge=edge, tremble=tremble))
            return drawing

        return add
