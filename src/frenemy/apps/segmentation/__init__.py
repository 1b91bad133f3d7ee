"""Interactive segmentation of pictures: draw where objects meet, get all of them."""

from frenemy.apps.segmentation.objects import ObjectSummary
from frenemy.apps.segmentation.segment import segment
from frenemy.apps.segmentation.segmentation import Segmentation

__all__ = ["ObjectSummary", "Segmentation", "segment"]
