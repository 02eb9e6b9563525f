"""The scenes of the deck `dusk`, in the order of their cards."""

from studio.scenes.dusk import autumn, evening

SCENES = [*evening.page, *autumn.page]
