"""The scenes of the deck `dusk`, in the order of their cards."""

from studio.scenes.dusk import autumn, evening, inside, journeys, night, sea, wonders

SCENES = [*evening.page, *autumn.page, *sea.page, *night.page, *inside.page, *journeys.page, *wonders.page]
