"""Squared distances between two sets of points."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from frenemy.problem.array_types import Floats


def squared_distances(a: npt.NDArray[Any], b: npt.NDArray[Any]) -> Floats:
    """Squared Euclidean distances between the rows of ``a`` and of ``b``, (n_a, n_b)."""
    center = b.mean(axis=0)
    a, b = (a - center).astype(np.float64), (b - center).astype(np.float64)
    squares = np.einsum("ij,ij->i", a, a)[:, None] + np.einsum("ij,ij->i", b, b) - 2.0 * (a @ b.T)
    np.maximum(squares, 0.0, out=squares)
    return np.asarray(squares)
