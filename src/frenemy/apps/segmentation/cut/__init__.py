"""From a picture and strokes to labels."""

from frenemy.apps.segmentation.cut.cut import Cut, cut, prepare

__all__ = ["Cut", "cut", "prepare"]
