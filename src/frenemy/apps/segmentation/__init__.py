"""Interactive segmentation: draw strokes where objects meet, and get all objects of a picture."""

from frenemy.apps.segmentation.objects import ObjectSummary
from frenemy.apps.segmentation.segment import segment
from frenemy.apps.segmentation.segmentation import Segmentation

__all__ = ["ObjectSummary", "Segmentation", "segment"]
