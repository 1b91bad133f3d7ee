"""Label maps as runs of equal labels."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from frenemy.problem.array_types import Ints

LabelMap = npt.NDArray[np.int32]


@dataclass(frozen=True, eq=False)
class LabelRuns:
    """A label map in raster order, as labels and the pixels where their runs start; small if objects are large.

    Attributes
    ----------
    shape : (height, width)
    starts : (n_runs,) int64
        The first pixel of each run.
    labels : (n_runs,) int32
    """

    shape: tuple[int, int]
    starts: Ints
    labels: LabelMap

    @classmethod
    def of(cls, labels: LabelMap) -> LabelRuns:
        flat = labels.ravel()
        starts = np.flatnonzero(np.concatenate(([True], flat[1:] != flat[:-1])))
        return cls((labels.shape[0], labels.shape[1]), starts, flat[starts])

    @property
    def n_pixels(self) -> int:
        return self.shape[0] * self.shape[1]

    @property
    def lengths(self) -> Ints:
        """(n_runs,): how many pixels each run has."""
        return np.diff(self.starts, append=self.n_pixels)

    def labels_at(self, pixels: Ints) -> LabelMap:
        """The labels of pixels given by their flat indices."""
        return self.labels[np.searchsorted(self.starts, pixels, side="right") - 1]

    def areas(self, n_labels: int) -> Ints:
        """(n_labels,): how many pixels each label has."""
        areas = np.zeros(n_labels, np.int64)
        np.add.at(areas, self.labels, self.lengths)
        return areas

    def renamed(self, names: npt.NDArray[np.int32]) -> LabelRuns:
        """With label ``names[i]`` instead of ``i``; equal neighboring runs are not joined."""
        return LabelRuns(self.shape, self.starts, names[self.labels])

    def label_map(self) -> LabelMap:
        """(height, width) int32, read-only."""
        labels = np.repeat(self.labels, self.lengths).reshape(self.shape)
        labels.flags.writeable = False
        return labels
