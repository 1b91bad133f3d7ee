"""A label map as runs of equal labels, the format in which the page gets it.

Label maps are constant inside objects, so runs are few, and quick to find and paint. No image decoder of a browser can
change the labels.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from frenemy.io.images.objects.label_runs import LabelRuns


def encode_runs(labels: npt.NDArray[np.int32]) -> bytes:
    """Runs in raster order, across ends of rows: all labels, then all lengths, as little-endian uint32.

    Parameters
    ----------
    labels : (height, width) int32, at least 0
    """
    runs = LabelRuns.of(labels)
    return runs.labels.astype("<u4").tobytes() + runs.lengths.astype("<u4").tobytes()
