"""The matting Laplacian."""

from __future__ import annotations

from typing import Any

import numpy as np

from frenemy import _core
from frenemy.affinity.image.picture import checked_picture
from frenemy.problem.array_types import Floats
from frenemy.problem.checked_arrays import number, whole_number

EPSILON = 1e-7
RADIUS = 1


def laplacian(picture: Any, *, epsilon: float = EPSILON, radius: int = RADIUS) -> Any:
    """The closed-form matting Laplacian of a picture.

    For a vector x of opacities, one per pixel, ``x @ L @ x`` is the smallest total squared error of fitting x by one
    affine function of color in each window, plus ``epsilon`` times the squared norm of its linear part.

    Parameters
    ----------
    picture : (height, width, 3)
        Anything that :func:`checked_picture` takes.
    epsilon : float
        Regularization, above 0; a larger value ties opacities less closely to colors.
    radius : int
        Windows have ``(2 * radius + 1)**2`` pixels.

    Returns
    -------
    scipy.sparse.csr_array
        (n_pixels, n_pixels), symmetric and positive semidefinite; rows sum to 0.

    References
    ----------
    Levin, Lischinski & Weiss, "A closed-form solution to natural image matting" (PAMI 2008), equation 12.

    Examples
    --------
    >>> import numpy as np
    >>> from frenemy.affinity.image import laplacian
    >>> picture = np.random.default_rng(0).random((4, 5, 3))
    >>> L = laplacian(picture)
    >>> L.shape, bool(abs(L.sum(axis=1)).max() < 1e-9)
    ((20, 20), True)
    """
    from scipy.sparse import csr_array

    colors = _colors(picture)
    check_options(epsilon, radius)
    values, columns, offsets = _core.matting_laplacian(colors, float(epsilon), radius)
    n = colors.shape[0] * colors.shape[1]
    return csr_array((values, columns, offsets), shape=(n, n))


def _colors(picture: Any) -> Floats:
    """(height, width, 3) in 0..1; float64 pictures keep their precision."""
    checked = checked_picture(picture)
    if isinstance(picture, np.ndarray) and picture.dtype == np.float64 and picture.shape[2:] == (3,):
        return np.ascontiguousarray(np.clip(picture, 0.0, 1.0))
    return checked.rgb.astype(np.float64)


def check_options(epsilon: float, radius: int) -> None:
    if not 0.0 < number(epsilon) < np.inf:
        raise ValueError(f"epsilon must be above 0 and finite, got {epsilon!r}")
    whole_number(radius, "radius", minimum=1, maximum=20)
