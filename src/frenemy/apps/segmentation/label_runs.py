"""Label maps as runs of equal labels: what a history can keep of large pictures."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

LabelMap = npt.NDArray[np.int32]


@dataclass(frozen=True, eq=False)
class LabelRuns:
    """A label map, row after row, as labels and where they begin; a thousandth of its size where objects are large.

    Attributes
    ----------
    shape : (height, width)
    starts : (n_runs,) int64
        The first pixel of each run.
    labels : (n_runs,) int32
    """

    shape: tuple[int, int]
    starts: npt.NDArray[np.int64]
    labels: LabelMap

    @classmethod
    def of(cls, labels: LabelMap) -> LabelRuns:
        flat = labels.ravel()
        starts = np.concatenate(([0], np.flatnonzero(flat[1:] != flat[:-1]) + 1)).astype(np.int64)
        return cls((labels.shape[0], labels.shape[1]), starts, flat[starts])

    @property
    def n_pixels(self) -> int:
        return self.shape[0] * self.shape[1]

    def labels_at(self, pixels: npt.NDArray[np.int64]) -> LabelMap:
        """The labels of pixels given by their flat indices."""
        return self.labels[np.searchsorted(self.starts, pixels, side="right") - 1]

    def areas(self, n_labels: int) -> npt.NDArray[np.int64]:
        """(n_labels,): how many pixels each label has."""
        areas = np.zeros(n_labels, np.int64)
        np.add.at(areas, self.labels, np.diff(self.starts, append=self.n_pixels))
        return areas

    def renamed(self, names: npt.NDArray[np.int32]) -> LabelRuns:
        """Each label as ``names`` says; runs that become alike are not joined."""
        return LabelRuns(self.shape, self.starts, names[self.labels])

    def label_map(self) -> LabelMap:
        """(height, width) int32, read-only."""
        lengths = np.diff(self.starts, append=self.n_pixels)
        labels = np.repeat(self.labels, lengths).reshape(self.shape)
        labels.flags.writeable = False
        return labels
