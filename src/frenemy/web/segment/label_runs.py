"""A label map as runs: what the page gets of a result.

Label maps are flat but for the borders, so that runs of equal labels are small, quick to find and quick to paint, and
no picture decoder of a browser comes between the labels and the page.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from frenemy.apps.segmentation.label_runs import LabelRuns


def encode_runs(labels: npt.NDArray[np.int32]) -> bytes:
    """Runs in raster order, which may go on over the end of a row: all labels, then all lengths, as little uint32.

    Parameters
    ----------
    labels : (height, width) int32, at least 0
    """
    runs = LabelRuns.of(labels)
    lengths = np.diff(runs.starts, append=runs.n_pixels)
    return runs.labels.astype("<u4").tobytes() + lengths.astype("<u4").tobytes()
