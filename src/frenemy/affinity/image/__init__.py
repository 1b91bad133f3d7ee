"""From a picture and strokes to a Problem."""

from frenemy.affinity.image.picture import Picture, checked_picture, to_lab
from frenemy.affinity.image.stroke import Stroke, as_strokes

__all__ = ["Picture", "Stroke", "as_strokes", "checked_picture", "to_lab"]
