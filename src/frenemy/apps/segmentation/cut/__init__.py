"""From a picture and strokes to labels."""

from frenemy.apps.segmentation.cut.cut import Cut, Solving, automatic_cut, cut, prepare

__all__ = ["Cut", "Solving", "automatic_cut", "cut", "prepare"]
