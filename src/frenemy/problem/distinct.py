"""Sorted unique values."""

from __future__ import annotations

from typing import TypeVar

import numpy as np
import numpy.typing as npt

_Kind = TypeVar("_Kind", bound=np.generic)


def distinct(values: npt.NDArray[_Kind]) -> npt.NDArray[_Kind]:
    """As ``np.unique``, for arrays without nan.

    Faster for integers: since numpy 2.3, ``np.unique`` hashes them, which takes 4 to 60 times as long as sorting for a
    million.

    Examples
    --------
    >>> import numpy as np
    >>> from frenemy.problem.distinct import distinct
    >>> distinct(np.array([3, 1, 3]))
    array([1, 3])
    """
    ordered = np.sort(values, axis=None)
    is_new = np.ones(len(ordered), np.bool_)
    is_new[1:] = ordered[1:] != ordered[:-1]
    return ordered[is_new]
