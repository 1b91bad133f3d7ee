"""Sparse matrices of others, checked before SciPy reads them: its compiled code trusts every index.

Index arrays are copied first, so that what was checked is what is read.
"""

from __future__ import annotations

import operator
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    import scipy.sparse as sp

_Indices = npt.NDArray[Any]
_AXES = ("row", "column")


def checked_csr(matrix: Any, name: str = "the matrix") -> sp.csr_array:
    """A float64 copy of any SciPy sparse matrix, with sorted rows and repeated entries summed.

    A ValueError names what does not fit: an index outside the shape, bounds of a row that are out of order, arrays of
    different lengths, or values that are not real.

    Examples
    --------
    >>> import scipy.sparse as sp
    >>> from frenemy.problem.sparse_matrices import checked_csr
    >>> matrix = sp.csc_array([[0.0, 2.0], [1.0, 0.0]])
    >>> matrix.indices[1] = 7
    >>> checked_csr(matrix)
    Traceback (most recent call last):
        ...
    ValueError: the matrix: entry 1 of a csc matrix of shape (2, 2) is in row 7, column 1; rows must be in 0..1
    """
    return checked_sparse(matrix, name).astype(np.float64, copy=False)


def checked_sparse(matrix: Any, name: str = "the matrix") -> sp.csr_array:
    """As :func:`checked_csr`, with values of the same type as before."""
    if matrix.ndim != 2:
        raise ValueError(f"{name} must have two dimensions, got shape {matrix.shape}")
    if matrix.dtype.kind not in "biuf":
        raise ValueError(f"{name} must hold real numbers, got {matrix.dtype}")
    try:
        rows: sp.csr_array = _FORMATS[matrix.format](matrix).tocsr()
    except KeyError:
        raise ValueError(f"{name}: cannot read the sparse format {matrix.format!r}; use csr, csc or coo") from None
    except ValueError as error:
        raise ValueError(f"{name}: {error}") from None
    rows.sum_duplicates()
    return rows


def _compressed(matrix: Any) -> Any:
    """A copy of a csr or csc matrix, checked."""
    import scipy.sparse as sp

    axis = 0 if matrix.format == "csr" else 1
    shape = _shape(matrix.shape)
    data, indices = np.array(matrix.data), _copied(matrix.indices, "indices")
    bounds = _checked_bounds(matrix.indptr, shape[axis], len(indices), matrix.format)
    if data.shape != indices.shape:
        raise ValueError(f"indices and data must have the same length, got {len(indices)} and shape {data.shape}")
    data, indices = data[: bounds[-1]], indices[: bounds[-1]]
    _check_inside(indices, 1 - axis, shape, matrix.format, lambda at: _owner(bounds, at))
    kind = sp.csr_array if axis == 0 else sp.csc_array
    return kind(_indexed(data, indices, bounds), shape=shape)


def _blocks(matrix: Any) -> Any:
    """A copy of a bsr matrix, checked."""
    import scipy.sparse as sp

    shape = _shape(matrix.shape)
    data, indices = np.array(matrix.data), _copied(matrix.indices, "indices")
    if data.ndim != 3 or 0 in data.shape[1:] or shape[0] % data.shape[1] or shape[1] % data.shape[2]:
        raise ValueError(f"blocks of a bsr matrix must divide its shape {shape}, got blocks of shape {data.shape[1:]}")
    in_blocks = (shape[0] // data.shape[1], shape[1] // data.shape[2])
    bounds = _checked_bounds(matrix.indptr, in_blocks[0], len(indices), "bsr")
    if len(data) != len(indices):
        raise ValueError(f"indices and data must have the same length, got {len(indices)} and {len(data)}")
    data, indices = data[: bounds[-1]], indices[: bounds[-1]]
    _check_inside(indices, 1, in_blocks, "bsr", lambda at: _owner(bounds, at))
    return sp.bsr_array(_indexed(data, indices, bounds), shape=shape)


def _triplets(matrix: Any) -> Any:
    """A copy of a coo matrix, or of one that becomes such without compiled code, checked."""
    entries = matrix.tocoo(copy=False)
    return _from_triplets(entries.data, entries.row, entries.col, matrix.shape, matrix.format)


def _from_triplets(data: Any, rows: Any, columns: Any, shape: Any, format: str) -> Any:
    import scipy.sparse as sp

    values, places = np.array(data), (_copied(rows, "rows"), _copied(columns, "columns"))
    if not values.shape == places[0].shape == places[1].shape:
        raise ValueError(
            f"rows, columns and data must have the same length, got {len(places[0])}, {len(places[1])} and shape "
            f"{values.shape}"
        )
    checked = _shape(shape)
    for axis in (0, 1):
        _check_inside(places[axis], axis, checked, format, partial(operator.getitem, places[1 - axis]))
    return sp.coo_array((values, places), shape=checked)


def _diagonals(matrix: Any) -> Any:
    """The entries of a dia matrix; ``data[k, j]`` is in column j, ``offsets[k]`` left of the diagonal."""
    data, offsets = np.array(matrix.data), _copied(matrix.offsets, "offsets")
    if data.ndim != 2 or len(data) != len(offsets):
        raise ValueError(f"a dia matrix must have one offset per diagonal, got {len(offsets)} for shape {data.shape}")
    if len(np.unique(offsets)) != len(offsets):
        raise ValueError("a dia matrix must not have the same offset twice")
    n_rows, n_columns = map(int, matrix.shape)
    columns = np.arange(min(data.shape[1], n_columns))
    inside = [k for k in range(len(offsets)) if -n_rows < int(offsets[k]) < n_columns]
    kept = [columns[max(0, int(offsets[k])) : max(0, n_rows + int(offsets[k]))] for k in inside]
    j = np.concatenate([np.empty(0, np.int64), *kept])
    i = np.concatenate([np.empty(0, np.int64), *(own - int(offsets[k]) for k, own in zip(inside, kept, strict=True))])
    values = [data[k, own] for k, own in zip(inside, kept, strict=True)]
    stored = np.concatenate([data[:0].reshape(-1), *values])
    return _from_triplets(stored[stored != 0], i[stored != 0], j[stored != 0], matrix.shape, "dia")


def _lists(matrix: Any) -> Any:
    """The entries of a lil matrix, which holds a list of columns and one of values per row."""
    rows, data = list(matrix.rows), list(matrix.data)
    lengths = [len(row) for row in rows]
    wrong = next((i for i, (n, values) in enumerate(zip(lengths, data, strict=True)) if n != len(values)), None)
    if wrong is not None:
        raise ValueError(f"row {wrong} of a lil matrix has {lengths[wrong]} columns and {len(data[wrong])} values")
    columns = np.array(list(chain.from_iterable(rows)) or np.empty(0, np.int64))
    values = np.array(list(chain.from_iterable(data)), matrix.dtype)
    return _from_triplets(values, np.repeat(np.arange(len(rows)), lengths), columns, matrix.shape, "lil")


_FORMATS = {
    "csr": _compressed,
    "csc": _compressed,
    "bsr": _blocks,
    "coo": _triplets,
    "dok": _triplets,
    "dia": _diagonals,
    "lil": _lists,
}


# ---------------------------------------------------------------------------------------------------------------------


def _shape(given: Any) -> tuple[int, int]:
    n_rows, n_columns = given
    return int(n_rows), int(n_columns)


def _copied(values: Any, name: str) -> _Indices:
    array = np.array(values)
    if array.ndim != 1 or array.dtype.kind not in "iu":
        raise ValueError(f"{name} must be one-dimensional integers, got {array.dtype} of shape {array.shape}")
    return array


def _checked_bounds(given: Any, n: int, n_entries: int, format: str) -> npt.NDArray[np.int64]:
    """Where each row (or column) begins and ends among the entries."""
    bounds = _copied(given, "indptr")
    if len(bounds) != n + 1:
        raise ValueError(f"indptr of a {format} matrix must have {n + 1} entries for its shape, got {len(bounds)}")
    if bounds[0] != 0:
        raise ValueError(f"indptr must begin with 0, got {bounds[0]}")
    down = np.flatnonzero(bounds[1:] < bounds[:-1])
    if len(down):
        at = down[0]
        raise ValueError(f"indptr must not decrease, got {bounds[at + 1]} after {bounds[at]} at position {at + 1}")
    if bounds[-1] > n_entries:
        raise ValueError(f"indptr ends with {bounds[-1]}, but there are {n_entries} entries")
    return bounds.astype(np.int64)


def _check_inside(indices: _Indices, axis: int, shape: tuple[int, int], format: str, other: Any) -> None:
    n = shape[axis]
    if not len(indices) or (int(indices.min()) >= 0 and int(indices.max()) < n):
        return
    at = int(np.flatnonzero((indices < 0) | (indices >= n))[0])
    found = (indices[at], other(at)) if axis == 0 else (other(at), indices[at])
    unit = " of blocks" if format == "bsr" else ""
    raise ValueError(
        f"entry {at} of a {format} matrix of shape {shape}{unit} is in row {found[0]}, column {found[1]}; "
        f"{_AXES[axis]}s must be in 0..{n - 1}"
    )


def _owner(bounds: npt.NDArray[np.int64], at: int) -> int:
    """The row (or column) that an entry belongs to."""
    return int(np.searchsorted(bounds, at, side="right")) - 1


def _indexed(data: Any, indices: _Indices, bounds: npt.NDArray[np.int64]) -> tuple[Any, _Indices, _Indices]:
    """With indices of one type, which SciPy's compiled code needs."""
    is_small = len(data) < 2**31 and (not len(indices) or int(indices.max()) < 2**31)
    kind = np.int32 if is_small else np.int64
    return data, indices.astype(kind, copy=False), bounds.astype(kind)
