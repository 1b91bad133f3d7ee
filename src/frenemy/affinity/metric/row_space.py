"""Normalized coordinates of rows: centered, scaled, reduced to the span of the rows, and whitened."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from frenemy.affinity.metric.checked_features import Reals

MAX_EXACT = 2_000  # rows or features up to which all axes are computed; beyond, only those that a start needs
POWER_ITERATIONS = 3
MIN_WIDTH = 1e-2  # of the largest width: narrower axes are treated as this wide


@dataclass(frozen=True, eq=False)
class RowSpace:
    """Rows with mean 0, scaled to a mean squared distance of 1, then whitened to equally wide axes.

    Whitening only preconditions the optimization, which is slow along narrow axes; penalties refer to the rows before
    whitening. With fewer rows than features, only differences of rows matter: the best penalized metric lies in their
    span, so searching there loses nothing.
    """

    center: Reals  # (d,)
    scale: float
    basis: Reals | None  # (q, d), orthonormal; None: the features themselves
    widths: Reals  # (q,), divisors of the rows
    rows: Reals  # (n, q)
    axes: Reals  # (m, q), orthonormal: leading principal axes of the rows before whitening, in order
    variances: Reals  # (m,), of the rows along these axes
    n_effective: float  # effective number of dimensions (participation ratio)

    def factor_of_features(self, factor: Reals) -> Reals:
        """Convert a factor for rows of this space to one for features."""
        factor = factor / self.widths
        return (factor if self.basis is None else factor @ self.basis) / self.scale

    def factor_of_rows(self, factor: Reals) -> Reals:
        """Convert a factor for features to one for rows of this space."""
        return (factor if self.basis is None else factor @ self.basis.T) * self.scale * self.widths


def row_space(features: Reals, *, n_axes: int, strength: float, rng: np.random.Generator) -> RowSpace:
    """The space of these rows, with at least ``n_axes`` principal axes, if there are as many.

    Narrow axes are widened only as far as it helps: the penalty, of this strength per effective dimension, is not
    whitened and would make the optimization slow otherwise.
    """
    center = features.mean(axis=0, dtype=np.float64)
    rows = features - center.astype(features.dtype)
    largest = float(np.abs(rows).max())
    total = float(np.square(rows / largest, dtype=features.dtype).sum(dtype=np.float64))
    scale = largest * float(np.sqrt(2.0 * total / len(rows)))
    rows /= scale
    n, d = rows.shape
    if min(n, d) > MAX_EXACT:
        axes, variances = _leading_axes(rows, min(n_axes, n - 1, d), rng)
        widths = _widths(np.einsum("ij,ij->j", rows, rows) / n, strength / _effective(variances))
        return RowSpace(center, scale, None, widths, rows / widths, axes, variances, _effective(variances))
    if n <= d:
        values, vectors = _eigen(rows @ rows.T)
        keep = values > values[0] * max(n, d) * np.finfo(rows.dtype).eps
        values, vectors = values[keep], vectors[:, keep]
        basis = (vectors / np.sqrt(values)).T @ rows
        rows = vectors * np.sqrt(values)
    else:
        values, vectors = _eigen(rows.T @ rows)
        keep = values > values[0] * max(n, d) * np.finfo(rows.dtype).eps
        values, basis = values[keep], np.ascontiguousarray(vectors[:, keep].T)
        rows = rows @ basis.T
    variances = values / n
    widths = _widths(variances, strength / _effective(variances))
    axes = np.eye(len(values), dtype=rows.dtype)
    return RowSpace(center, scale, basis, widths, rows / widths, axes, variances, _effective(variances))


def _widths(variances: Reals, penalty: float) -> Reals:
    # The curvature of a pair's loss is at most a quarter of its variance along the axis; the penalty adds its own.
    widths = np.sqrt(variances + 4.0 * penalty)
    limited: Reals = np.maximum(widths, MIN_WIDTH * widths.max()).astype(variances.dtype)
    return limited


def _eigen(gram: Reals) -> tuple[Reals, Reals]:
    """Eigenvalues, largest first, and eigenvectors; the largest entry of each vector is positive."""
    values, vectors = np.linalg.eigh(gram.astype(np.float64))
    values, vectors = values[::-1], vectors[:, ::-1]
    signs = np.sign(vectors[np.abs(vectors).argmax(axis=0), np.arange(vectors.shape[1])])
    return values.astype(gram.dtype), (vectors * np.where(signs == 0, 1.0, signs)).astype(gram.dtype)


def _leading_axes(rows: Reals, n_axes: int, rng: np.random.Generator) -> tuple[Reals, Reals]:
    """Leading principal axes and variances by randomized SVD (Halko, Martinsson & Tropp 2011); enough for a start."""
    probe = rng.standard_normal((rows.shape[1], min(n_axes + 10, *rows.shape)), dtype=np.float64).astype(rows.dtype)
    for _ in range(POWER_ITERATIONS):
        probe, _ = np.linalg.qr(rows.T @ (rows @ probe))
    values, vectors = _eigen((rows @ probe).T @ (rows @ probe))
    return np.ascontiguousarray((probe @ vectors).T[:n_axes]), values[:n_axes] / len(rows)


def _effective(variances: Reals) -> float:
    """The effective number of dimensions. Variances sum to 1/2, as the mean squared distance is 1."""
    return float(0.25 / np.square(variances, dtype=np.float64).sum())
