"""A way to get a label map from a picture and strokes, and how it is told and drawn."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib.util import find_spec

from experiments.segmentation.edges import LabelMap, Picture, Strokes

#: A picture and strokes on it to a label map.
Segmenter = Callable[[Picture, Strokes], LabelMap]


@dataclass(frozen=True)
class Method:
    """
    Attributes
    ----------
    segment : callable
    about : str
        In a few words, for the page.
    color, line : str
        In figures.
    needs : tuple of str
        Modules that must be installed.
    """

    segment: Segmenter
    about: str
    color: str
    line: str = "-"
    needs: tuple[str, ...] = ()

    @property
    def missing(self) -> str | None:
        """Why it cannot be measured here, or None."""
        absent = [module for module in self.needs if not _is_found(module)]
        return f"{' and '.join(absent)} not installed" if absent else None


def _is_found(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except ModuleNotFoundError:  # what it is in is not there either
        return False
