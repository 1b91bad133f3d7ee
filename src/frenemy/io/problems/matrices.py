"""Matrices of weights, and edge arrays: NumPy, SciPy, Matrix Market and Matlab files."""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from frenemy.io.numpy_files import load_numpy
from frenemy.io.problems.lifted import LIFTED_ARRAYS, lifted_from_arrays
from frenemy.io.problems.mat_tags import check_mat_tags
from frenemy.io.problems.matrix_market import load_matrix_market
from frenemy.io.problems.pairs_file import PairsFile, from_rows
from frenemy.io.source import Source
from frenemy.io.text import cut
from frenemy.problem.checked_arrays import MAX_NODES, shown
from frenemy.problem.convert import as_problem
from frenemy.problem.sources.directions import Symmetrize
from frenemy.problem.sources.matrices import is_sparse


def read_npy(source: Source, *, missing: float, symmetrize: Symmetrize | None) -> PairsFile:
    """Read a dense square matrix."""
    matrix = _decoded(source, "NumPy .npy file", lambda file: load_numpy(file.getvalue()))
    return _from_matrix(source.name, "npy", matrix, missing, symmetrize)


def read_npz(source: Source, *, missing: float, symmetrize: Symmetrize | None) -> PairsFile:
    """Read a SciPy sparse matrix, edge arrays ``u, v, w`` (and ``n``) or ``uv, cost``, or those of a lifted problem."""
    members = _decoded(source, "NumPy .npz file", _load_npz)
    arrays = {key: value for key, value in members.items() if isinstance(value, np.ndarray)}
    keys = set(arrays)
    if {"format", "shape", "data"} <= keys:
        from scipy.sparse import load_npz

        matrix = _decoded(source, "SciPy sparse matrix", load_npz)
        return _from_matrix(source.name, "npz", matrix, missing, symmetrize)
    if set(LIFTED_ARRAYS) <= keys:
        return lifted_from_arrays(source.name, arrays)
    if {"u", "v", "w"} <= keys:
        return _from_arrays(source.name, arrays, arrays["u"], arrays["v"], arrays["w"], missing, symmetrize)
    if {"uv", "cost"} <= keys:
        uv = arrays["uv"]
        if uv.ndim != 2 or uv.shape[1] != 2:
            raise ValueError(f"{source.name}: uv must have shape (n_edges, 2), got {uv.shape}")
        return _from_arrays(source.name, arrays, uv[:, 0], uv[:, 1], arrays["cost"], missing, symmetrize)
    listed = [key if key in keys else f"{key} (not an array)" for key in sorted(members)]
    raise ValueError(
        f"{source.name}: expected a SciPy sparse matrix, or arrays u, v, w, or arrays uv, cost, or "
        f"arrays {', '.join(LIFTED_ARRAYS)}; "
        f"got {', '.join(listed) or 'no arrays'}"
    )


def read_mtx(source: Source, *, missing: float, symmetrize: Symmetrize | None) -> PairsFile:
    """Read a Matrix Market file; a pattern matrix has weights of 1."""
    return _from_matrix(source.name, "mtx", load_matrix_market(source), missing, symmetrize)


def read_mat(source: Source, *, missing: float, symmetrize: Symmetrize | None, variable: str | None) -> PairsFile:
    """Read the one square matrix of a Matlab file, or the one named ``variable``."""
    if b"MATLAB 7.3" in source.data[:128]:
        raise ValueError(f"{source.name}: is a Matlab 7.3 (HDF5) file; save it in Matlab with -v7")
    contents = _decoded(source, "Matlab file", _load_mat)
    variables = {key: value for key, value in contents.items() if not key.startswith("__")}
    return _from_matrix(source.name, "mat", _chosen(source.name, variables, variable), missing, symmetrize)


# ---------------------------------------------------------------------------------------------------------------------


def _decoded(source: Source, kind: str, decode: Callable[[Any], Any]) -> Any:
    try:
        return decode(io.BytesIO(source.data))
    except Exception as error:  # decoders of damaged files raise errors of any type
        raise ValueError(
            f"{source.name}: cannot be read as a {kind}: {cut(str(error)) or type(error).__name__}"
        ) from None


def _load_mat(file: Any) -> dict[str, Any]:
    from scipy.io import loadmat

    check_mat_tags(file.getvalue())
    contents: dict[str, Any] = loadmat(file)
    return contents


def _load_npz(file: io.BytesIO) -> dict[str, Any]:
    loaded = load_numpy(file.getvalue())
    if isinstance(loaded, np.ndarray):
        raise ValueError("it is a .npy file")
    with loaded:
        return {key: loaded[key] for key in loaded.files}


def _from_matrix(
    name: str,
    format: str,
    matrix: Any,
    missing: float,
    symmetrize: Symmetrize | None,
) -> PairsFile:
    if getattr(getattr(matrix, "dtype", None), "kind", "O") not in "biuf":
        raise ValueError(
            f"{name}: a matrix of weights must hold real numbers, got {getattr(matrix, 'dtype', type(matrix).__name__)}"
        )
    try:
        problem = as_problem(matrix, missing=missing, symmetrize=symmetrize)
    except ValueError as error:
        raise ValueError(f"{name}: {error}") from None
    n_rows = int(matrix.nnz) if is_sparse(matrix) else problem.n_nodes * (problem.n_nodes - 1) // 2
    return PairsFile(problem, np.arange(problem.n_nodes), name, format, n_rows)


def _from_arrays(
    name: str,
    arrays: Mapping[str, Any],
    u: Any,
    v: Any,
    w: Any,
    missing: float,
    symmetrize: Symmetrize | None,
) -> PairsFile:
    if symmetrize == "mean":
        raise ValueError(f"{name}: symmetrize='mean' is for matrices; pairs that are listed twice are summed")
    for key, array, kinds in (("u", u, "iu"), ("v", v, "iu"), ("w", w, "biuf")):
        if array.ndim != 1 or array.dtype.kind not in kinds:
            wanted = "whole numbers" if kinds == "iu" else "numbers"
            raise ValueError(
                f"{name}: {key} must be one-dimensional {wanted}, got {array.dtype} of shape {array.shape}"
            )
    if not len(u) == len(v) == len(w):
        raise ValueError(f"{name}: u, v and w must have the same length, got {len(u)}, {len(v)} and {len(w)}")
    n_nodes = _n_nodes(name, arrays, u, v)
    for key, array in (("u", u), ("v", v)):
        wrong = np.flatnonzero((array < 0) | (array >= n_nodes))
        if len(wrong):
            raise ValueError(f"{name}: nodes must be in 0..{n_nodes - 1}, got {array[wrong[0]]} at {key}[{wrong[0]}]")
    return from_rows(
        np.arange(n_nodes),
        u,
        v,
        np.asarray(w, np.float64),
        missing=missing,
        name=name,
        format="npz",
        place=lambda row: f"{name}, edge {row}",
    )


def _n_nodes(name: str, arrays: Mapping[str, Any], u: Any, v: Any) -> int:
    given = arrays.get("n", arrays.get("n_nodes"))
    if given is None:
        return 1 + max(int(u.max(initial=0)), int(v.max(initial=0))) if len(u) else 0
    if given.size != 1 or given.dtype.kind not in "iu" or not 0 <= given.item() <= MAX_NODES:
        raise ValueError(f"{name}: n must be one whole number in 0..{MAX_NODES}, got {shown(given)}")
    return int(given.item())


def _chosen(name: str, variables: Mapping[str, Any], variable: str | None) -> Any:
    shown = ", ".join(f"{key} {getattr(value, 'shape', '')}" for key, value in variables.items()) or "nothing"
    if variable is not None:
        if variable not in variables:
            raise ValueError(f"{name}: holds no variable {variable!r}; it holds {cut(shown)}")
        return variables[variable]
    square = [key for key, value in variables.items() if _is_square(value)]
    if len(square) != 1:
        count = "more than one" if square else "no"
        raise ValueError(f"{name}: holds {count} square matrix; name one with variable=; it holds {cut(shown)}")
    return variables[square[0]]


def _is_square(value: Any) -> bool:
    shape: tuple[int, ...] = getattr(value, "shape", ())
    is_real = getattr(getattr(value, "dtype", None), "kind", "O") in "biuf"
    return is_real and len(shape) == 2 and shape[0] == shape[1] and shape[0] > 1
