"""The largest eigenvalues of a symmetric matrix and their vectors, beside some that are known."""

from __future__ import annotations

from collections.abc import Callable
from inspect import signature
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    import scipy.sparse as sp

_Floats = npt.NDArray[np.float64]

_FEW_NODES = 100  # that many at most as a full matrix: a call that nothing can stop, but a short one
_NEXT_TO_NOTHING = 1e-10
_BELOW_ALL = 4.0  # more than the width of the spectra of normalized matrices


class Stopped(Exception):
    """The run wants to end."""


def leading_vectors(
    matrix: sp.csr_array, n_vectors: int, known: _Floats, *, rng: np.random.Generator, is_stopped: Callable[[], bool]
) -> tuple[_Floats, _Floats]:
    """Eigenvalues, largest first, and eigenvectors as columns, of the matrix on what is orthogonal to ``known``.

    ``matrix`` is symmetric with a spectrum in -2..2, ``known`` has orthonormal columns, and there are at least as many
    nodes as vectors of both kinds. Beyond a few nodes by Lanczos iterations with restarts, which ask ``is_stopped`` at
    every product and raise :class:`Stopped`.
    """
    n = matrix.shape[0]
    if n_vectors <= 0:
        return np.empty(0), np.empty((n, 0))
    if n <= _FEW_NODES or n_vectors >= n - 1:  # Lanczos finds fewer than all
        return _dense(matrix, n_vectors, known)

    from scipy.sparse.linalg import ArpackError, LinearOperator, eigsh

    jitter = np.zeros(n)

    def product(x: _Floats) -> _Floats:
        if is_stopped():
            raise Stopped
        x = x.ravel()
        shares = known.T @ x
        x = x - known @ shares
        y = matrix @ x + jitter * x
        return np.asarray(y - known @ (known.T @ y + _BELOW_ALL * shares))

    operator = LinearOperator(matrix.shape, matvec=product, dtype=np.float64)
    # Where Lanczos has to begin anew, newer versions of scipy draw from a generator of their own unless given one.
    settings: dict[str, Any] = {"rng": rng} if "rng" in signature(eigsh).parameters else {}
    settings |= {"k": n_vectors, "which": "LA", "v0": rng.standard_normal(n)}
    try:
        values, vectors = eigsh(operator, **settings)
    except ArpackError:  # it stumbles if most eigenvalues are the same, so they are made to differ by next to nothing
        jitter = _NEXT_TO_NOTHING * rng.random(n)
        values, vectors = eigsh(operator, **settings, tol=_NEXT_TO_NOTHING)
    order = np.argsort(-values, kind="stable")
    return values[order], vectors[:, order]


def _dense(matrix: sp.csr_array, n_vectors: int, known: _Floats) -> tuple[_Floats, _Floats]:
    full = matrix.toarray()
    full -= known @ (known.T @ full)
    full -= (full @ known) @ known.T
    full -= _BELOW_ALL * (known @ known.T)
    values, vectors = np.linalg.eigh(0.5 * (full + full.T))
    return values[::-1][:n_vectors], vectors[:, ::-1][:, :n_vectors]
