"""Correct the automatic segmentation where strokes say something, and leave the rest as it is."""

from frenemy.apps.segmentation.cut.corrections.corrected import corrected
from frenemy.apps.segmentation.cut.corrections.join_under import join_under
from frenemy.apps.segmentation.cut.corrections.outlined import Outlining
from frenemy.apps.segmentation.cut.corrections.pieces import Pieces

__all__ = ["Outlining", "Pieces", "corrected", "join_under"]
