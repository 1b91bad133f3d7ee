"""A sample picture: seven objects, some of them touching, and strokes along parts of their boundaries."""

from frenemy.apps.segmentation.sample.sample import NAMES, SHARE, labels, picture, strokes

__all__ = ["NAMES", "SHARE", "labels", "picture", "strokes"]
