"""Rows that a method leaves out of all clusters."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt


def noise_alone(labels: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Rows with a label below 0 become clusters of one row."""
    is_noise = labels < 0
    found = labels.copy()
    found[is_noise] = labels.max(initial=-1) + 1 + np.arange(is_noise.sum())
    return found
