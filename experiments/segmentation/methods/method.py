"""The call of a method from a picture and strokes to a label map."""

from __future__ import annotations

from collections.abc import Callable

from experiments.segmentation.data.edges import LabelMap, Picture, Strokes
from harness.method import Method

Segmenter = Callable[[Picture, Strokes], LabelMap]
PictureMethod = Method[Segmenter]
