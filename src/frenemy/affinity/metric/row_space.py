"""Rows in coordinates that are as few as the rows need, and of a size that makes one setting fit all features."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from frenemy.affinity.metric.checked_features import Floats

EXACT = 2_000  # rows or features up to which all axes are found; beyond it, those that a start needs
POWERS = 3
FLOOR = 1e-2  # of the largest width: axes narrower than that are not widened further


@dataclass(frozen=True, eq=False)
class RowSpace:
    """Rows with their mean at the origin, a mean squared distance of 1, and then all axes equally wide.

    Penalties are about rows before that: it is there for the descent alone, which is slow along narrow axes. With
    fewer rows than features, only differences of rows matter: the best metric with a penalty on its size lies in the
    space that they span, and looking for it there loses nothing.
    """

    center: Floats  # (d,)
    scale: float
    basis: Floats | None  # (q, d), orthonormal; None: the features themselves
    widths: Floats  # (q,), that the rows were divided by
    rows: Floats  # (n, q)
    axes: Floats  # (m, q), orthonormal: the largest principal axes of rows before they were divided, in order
    variances: Floats  # (m,), of the rows along them
    n_effective: float  # dimensions of a ball as round as the rows are

    def factor_of_features(self, factor: Floats) -> Floats:
        """A factor for differences of rows here, as one for differences of features."""
        factor = factor / self.widths
        return (factor if self.basis is None else factor @ self.basis) / self.scale

    def factor_of_rows(self, factor: Floats) -> Floats:
        """The way back, as far as the rows can tell."""
        return (factor if self.basis is None else factor @ self.basis.T) * self.scale * self.widths


def row_space(features: Floats, *, n_axes: int, strength: float, rng: np.random.Generator) -> RowSpace:
    """The space of these rows; ``n_axes`` are needed at least, as far as there are so many.

    Axes are widened as far as a penalty of this strength per effective dimension, which has no such axes, is not
    what then makes the descent slow.
    """
    center = features.mean(axis=0, dtype=np.float64)
    rows = features - center.astype(features.dtype)
    largest = float(np.abs(rows).max())
    total = float(np.square(rows / largest, dtype=features.dtype).sum(dtype=np.float64))
    scale = largest * float(np.sqrt(2.0 * total / len(rows)))
    rows /= scale
    n, d = rows.shape
    if min(n, d) > EXACT:
        axes, variances = _leading_axes(rows, min(n_axes, n - 1, d), rng)
        widths = _held(np.einsum("ij,ij->j", rows, rows) / n, strength / _effective(variances))
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
    widths = _held(variances, strength / _effective(variances))
    axes = np.eye(len(values), dtype=rows.dtype)
    return RowSpace(center, scale, basis, widths, rows / widths, axes, variances, _effective(variances))


def _held(variances: Floats, penalty: float) -> Floats:
    # The loss of a pair bends by a quarter at most, and by its variance along the axis; the penalty bends by itself.
    widths = np.sqrt(variances + 4.0 * penalty)
    held: Floats = np.maximum(widths, FLOOR * widths.max()).astype(variances.dtype)
    return held


def _eigen(gram: Floats) -> tuple[Floats, Floats]:
    """Largest first; the sign of each vector is that of its largest entry, so that it is the same everywhere."""
    values, vectors = np.linalg.eigh(gram.astype(np.float64))
    values, vectors = values[::-1], vectors[:, ::-1]
    signs = np.sign(vectors[np.abs(vectors).argmax(axis=0), np.arange(vectors.shape[1])])
    return values.astype(gram.dtype), (vectors * np.where(signs == 0, 1.0, signs)).astype(gram.dtype)


def _leading_axes(rows: Floats, n_axes: int, rng: np.random.Generator) -> tuple[Floats, Floats]:
    """By powers of a random projection (Halko, Martinsson & Tropp 2011); exact enough to start from."""
    probe = rng.standard_normal((rows.shape[1], min(n_axes + 10, *rows.shape)), dtype=np.float64).astype(rows.dtype)
    for _ in range(POWERS):
        probe, _ = np.linalg.qr(rows.T @ (rows @ probe))
    values, vectors = _eigen((rows @ probe).T @ (rows @ probe))
    return np.ascontiguousarray((probe @ vectors).T[:n_axes]), values[:n_axes] / len(rows)


def _effective(variances: Floats) -> float:
    """All variances sum to one half, as the mean squared distance is 1; those left out are too small to matter."""
    return float(0.25 / np.square(variances, dtype=np.float64).sum())
