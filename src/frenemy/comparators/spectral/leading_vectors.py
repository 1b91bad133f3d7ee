"""Leading eigenpairs of a symmetric matrix, orthogonal to known eigenvectors."""

from __future__ import annotations

from collections.abc import Callable
from inspect import signature
from typing import TYPE_CHECKING, Any

import numpy as np

from frenemy.problem.array_types import Floats

if TYPE_CHECKING:
    import scipy.sparse as sp


_MAX_DENSE_NODES = 100  # up to which the matrix is dense: the call cannot be interrupted, but is short
_JITTER = 1e-10
_DEFLATION = 4.0  # more than the width of the spectra of normalized matrices


class Stopped(Exception):
    """The run was stopped."""


def leading_vectors(
    matrix: sp.csr_array, n_vectors: int, known: Floats, *, rng: np.random.Generator, is_stopped: Callable[[], bool]
) -> tuple[Floats, Floats]:
    """Eigenvalues, largest first, and eigenvectors as columns, of the matrix on the complement of ``known``.

    ``matrix`` is symmetric with a spectrum in -2..2, ``known`` has orthonormal columns, and there are at least as many
    nodes as known and leading vectors together. Beyond a hundred nodes it uses restarted Lanczos iterations, which
    check ``is_stopped`` at every product and raise :class:`Stopped`.
    """
    n = matrix.shape[0]
    if n_vectors <= 0:
        return np.empty(0), np.empty((n, 0))
    if n <= _MAX_DENSE_NODES or n_vectors >= n - 1:  # Lanczos cannot compute all
        return _dense(matrix, n_vectors, known)

    from scipy.sparse.linalg import ArpackError, LinearOperator, eigsh

    jitter = np.zeros(n)

    def product(x: Floats) -> Floats:
        if is_stopped():
            raise Stopped
        x = x.ravel()
        shares = known.T @ x
        x = x - known @ shares
        y = matrix @ x + jitter * x
        return np.asarray(y - known @ (known.T @ y + _DEFLATION * shares))

    operator = LinearOperator(matrix.shape, matvec=product, dtype=np.float64)
    # For restarts of Lanczos, newer versions of scipy use their own random generator unless given one.
    settings: dict[str, Any] = {"rng": rng} if "rng" in signature(eigsh).parameters else {}
    settings |= {"k": n_vectors, "which": "LA", "v0": rng.standard_normal(n)}
    try:
        values, vectors = eigsh(operator, **settings)
    except ArpackError:  # it can fail if most eigenvalues are equal, so perturb them slightly
        jitter = _JITTER * rng.random(n)
        values, vectors = eigsh(operator, **settings, tol=_JITTER)
    order = np.argsort(-values, kind="stable")
    return values[order], vectors[:, order]


def _dense(matrix: sp.csr_array, n_vectors: int, known: Floats) -> tuple[Floats, Floats]:
    full = matrix.toarray()
    full -= known @ (known.T @ full)
    full -= (full @ known) @ known.T
    full -= _DEFLATION * (known @ known.T)
    values, vectors = np.linalg.eigh(0.5 * (full + full.T))
    return values[::-1][:n_vectors], vectors[:, ::-1][:, :n_vectors]
