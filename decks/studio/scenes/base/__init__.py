"""The scenes of the deck `base`, in the order of their cards."""

from studio.scenes.base import aloft, marvels, roads, rooms, stage, water, woods

SCENES = [*aloft.page, *woods.page, *water.page, *rooms.page, *stage.page, *roads.page, *marvels.page]
