"""Two shares or densities, drawn a little towards each other, so that nothing is impossible."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from frenemy.checked_arrays import number


def check_smoothing(smoothing: float) -> None:
    if not 0.0 <= number(smoothing) < math.inf:
        raise ValueError(f"smoothing must be at least 0 and finite, got {smoothing!r}")


def drawn_together(
    plus: npt.NDArray[np.float64], minus: npt.NDArray[np.float64], n_plus: int, n_minus: int, smoothing: float
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """As if ``smoothing`` more pairs of each kind had been drawn from both kinds alike.

    What is drawn towards is their own middle, not a flat density: where neither kind was seen, nothing is said, and
    however unlike in number the two are, the larger one does not tilt the odds there.
    """
    middle = (plus + minus) / 2.0
    return (
        (n_plus * plus + smoothing * middle) / (n_plus + smoothing),
        (n_minus * minus + smoothing * middle) / (n_minus + smoothing),
    )
