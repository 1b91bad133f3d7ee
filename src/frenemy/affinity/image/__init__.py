"""From a picture and strokes to a Problem."""

from frenemy.affinity.image.stroke import Stroke, as_strokes

__all__ = ["Stroke", "as_strokes"]
