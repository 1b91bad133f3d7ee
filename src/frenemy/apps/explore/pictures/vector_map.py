"""Vectors as points of a plane."""

from __future__ import annotations

import warnings
from importlib.util import find_spec
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from frenemy.problem.array_types import Floats, Floats32

MapKind = Literal["pca", "umap"]

_ROWS = 65_536  # vectors per block, so that no second copy of all of them is held
_MAX_UMAP = 200_000  # vectors: it takes minutes beyond


def has_umap() -> bool:
    """Whether umap-learn is installed."""
    return find_spec("umap") is not None


def vector_map(vectors: npt.NDArray[Any], kind: MapKind = "pca") -> Floats32:
    """The place of each vector, (n_vectors, 2) float32; the same vectors give the same map.

    Parameters
    ----------
    vectors : (n_vectors, n_features) float
        Finite.
    kind : {"pca", "umap"}
        The two directions of the largest variance, which is quick; or UMAP, which keeps neighbors together and needs
        umap-learn.
    """
    if kind == "pca":
        return _principal_plane(vectors)
    if kind != "umap":
        raise ValueError(f"the map must be pca or umap, got {kind!r}")
    if not has_umap():
        raise ValueError("this map needs umap-learn: pip install umap-learn")
    if len(vectors) > _MAX_UMAP:
        raise ValueError(f"UMAP would take too long for {len(vectors):,} vectors; up to {_MAX_UMAP:,} it is offered")
    return _umap(vectors)


def _principal_plane(vectors: npt.NDArray[Any]) -> Floats32:
    n, n_features = vectors.shape
    places = np.zeros((n, 2), np.float32)
    if not n or not n_features:
        return places
    mean = sum(block.sum(axis=0, dtype=np.float64) for block in _blocks(vectors)) / n
    axes = _two_axes(vectors, mean)
    at = 0
    for block in _blocks(vectors):
        places[at : at + len(block), : axes.shape[1]] = (block - mean) @ axes
        at += len(block)
    return places


def _two_axes(vectors: npt.NDArray[Any], mean: Floats) -> Floats:
    """The directions of the largest variance, (n_features, at most 2); the largest part of each is positive."""
    n, n_features = vectors.shape
    if n < n_features:  # the vectors span less than all features: the matrix of vectors is the smaller one
        centered = vectors - mean
        left = np.linalg.eigh(centered @ centered.T)[1][:, ::-1][:, :2]
        axes = centered.T @ left
        lengths = np.linalg.norm(axes, axis=0)
        axes = np.divide(axes, lengths, out=np.zeros_like(axes), where=lengths > 1e-9 * max(lengths.max(), 1e-300))
    else:
        scatter = np.zeros((n_features, n_features))
        for block in _blocks(vectors):
            centered = block - mean
            scatter += centered.T @ centered
        axes = np.linalg.eigh(scatter)[1][:, ::-1][:, :2]
    largest = np.abs(axes).argmax(axis=0)
    signs = np.sign(axes[largest, np.arange(axes.shape[1])])
    return np.asarray(axes * np.where(signs == 0, 1.0, signs))


def _blocks(vectors: npt.NDArray[Any]) -> list[npt.NDArray[Any]]:
    return [vectors[begin : begin + _ROWS] for begin in range(0, len(vectors), _ROWS)]


def _umap(vectors: npt.NDArray[Any]) -> Floats32:
    plane = _principal_plane(vectors)
    n_neighbors = min(15, len(vectors) - 1)
    # Too few to be neighbors of each other; or all on one line, where UMAP would divide by 0.
    if n_neighbors < 3 or (np.ptp(plane, axis=0) <= 1e-6 * np.abs(plane).max()).any():
        return plane
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Tensorflow not installed", ImportWarning)
        import umap
    made = umap.UMAP(n_neighbors=n_neighbors, random_state=0, n_jobs=1, init="pca").fit_transform(vectors)
    return np.ascontiguousarray(made, np.float32)
