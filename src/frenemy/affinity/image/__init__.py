"""From a picture and strokes to a Problem."""

from frenemy.affinity.image.across import across
from frenemy.affinity.image.matting import laplacian
from frenemy.affinity.image.paper_affinities import paper_affinities
from frenemy.affinity.image.picture import Picture, checked_picture, to_lab
from frenemy.affinity.image.sides import Sides, sides
from frenemy.affinity.image.soft_segmentation import SoftSegmentation, soft_segmentation, soft_segmentations
from frenemy.affinity.image.stroke import Stroke, as_strokes

__all__ = [
    "Picture",
    "Sides",
    "SoftSegmentation",
    "Stroke",
    "across",
    "as_strokes",
    "checked_picture",
    "laplacian",
    "paper_affinities",
    "sides",
    "soft_segmentation",
    "soft_segmentations",
    "to_lab",
]
