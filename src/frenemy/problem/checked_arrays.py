"""Check numbers and arrays given as arguments; errors show the value and its position."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import numpy.typing as npt

MAX_NODES = 2**31 - 1
_NOT_NUMBERS = (str, bytes, bool, np.bool_)  # although float() accepts some of them


def number(value: Any) -> float:
    """The value as a float, or nan if it is not a number, so that the caller's range check fails."""
    try:
        return math.nan if isinstance(value, _NOT_NUMBERS) or np.ndim(value) else float(value)
    except (TypeError, ValueError, OverflowError):
        return math.nan


def whole_number(value: Any, name: str, *, least: int = 0, most: float = math.inf, way_out: str = "") -> int:
    """The value as an int; floats only if whole. ``way_out`` is a hint for values that are too large."""
    try:
        is_whole = not isinstance(value, _NOT_NUMBERS) and np.ndim(value) == 0 and bool(int(value) == value)
    except (TypeError, ValueError, OverflowError):
        is_whole = False
    if not is_whole or value < least:
        raise ValueError(f"{name} must be a whole number of at least {least}, got {value!r}")
    if value > most:
        raise ValueError(f"{name} must be at most {most}, got {value!r}{way_out and ': '}{way_out}")
    return int(value)


def numbers(values: npt.ArrayLike, name: str) -> npt.NDArray[np.float64]:
    """An array of any shape as float64."""
    try:
        return np.asarray(values, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise ValueError(f"{name} must be numbers: {error}") from None


def floats(values: npt.ArrayLike, name: str) -> npt.NDArray[np.float64]:
    array = np.ascontiguousarray(numbers(values, name))
    if array.ndim != 1:
        raise ValueError(f"{name} must be one-dimensional, got shape {array.shape}")
    return array


def whole_numbers(array: npt.NDArray[Any], name: str, unit: str) -> npt.NDArray[Any]:
    """The array itself if its dtype is an integer type; floats only if all are whole numbers."""
    if array.dtype.kind in "iu":
        return array
    if array.dtype.kind == "f":
        bad = np.flatnonzero(~(np.isfinite(array) & (array == np.floor(array)) & (np.abs(array) < 2**53)))
        if len(bad):
            raise ValueError(f"{name} must be whole numbers, got {array[bad[0]]} at {unit} {bad[0]}")
        return array.astype(np.int64)
    shown = f", for example {array[0]!r} at {unit} 0" if array.size else ""
    raise ValueError(f"{name} must be integers, got {array.dtype}{shown}")


def node_ids(values: npt.ArrayLike, name: str) -> npt.NDArray[np.int32]:
    array = np.asarray(values)
    if array.ndim != 1:
        raise ValueError(f"{name} must be one-dimensional, got shape {array.shape}")
    if array.size == 0:
        return np.empty(0, np.int32)
    whole = whole_numbers(array, name, "edge")
    if whole.dtype != np.int32:
        bad = np.flatnonzero((whole < 0) | (whole >= MAX_NODES))
        if len(bad):
            raise ValueError(f"node ids must be in 0..{MAX_NODES - 1}, got {whole[bad[0]]} at edge {bad[0]} of {name}")
    return np.ascontiguousarray(whole, dtype=np.int32)


def node_pairs(values: Any, n_nodes: int) -> npt.NDArray[np.int32]:
    """Pairs of nodes as (n_pairs, 2), from an array or an iterable of pairs."""
    array = np.asarray(values if hasattr(values, "__array__") else list(values))
    if array.size == 0:
        return np.empty((0, 2), np.int32)
    if array.ndim != 2 or array.shape[1] != 2:
        raise ValueError(f"pairs must have two columns, one row per pair, got shape {array.shape}")
    whole = np.stack([whole_numbers(array[:, column], "pairs", "pair") for column in (0, 1)], axis=1)
    outside = np.argwhere((whole < 0) | (whole >= n_nodes))
    if len(outside):
        row, column = outside[0]
        raise ValueError(f"node ids must be in 0..{n_nodes - 1}, got {whole[row, column]} at pair {row}")
    return whole.astype(np.int32)
