"""Check numbers and arrays given as arguments; errors show the value and its position."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import numpy.typing as npt

MAX_NODES = 2**31 - 1
_MAX_THREADS = 4096  # more than machines have processors; far beyond, they would use up what the system has
_NOT_NUMBERS = (str, bytes, bool, np.bool_)  # although float() accepts some of them
_NOT_REAL = {"c": "complex numbers", "m": "times", "M": "dates", "V": "records"}
_NOT_REAL_TYPES = (complex, np.complexfloating, np.timedelta64, np.datetime64)  # although NumPy makes floats of them
_MAX_SHOWN = 60


def shown(value: Any) -> str:
    """The value for an error message, cut if it is long."""
    try:
        text = repr(value)
    except ValueError:  # Python does not print integers of more than 4300 digits
        return f"an integer of {value.bit_length()} bits" if isinstance(value, int) else type(value).__name__
    return text if len(text) <= _MAX_SHOWN else f"{text[: _MAX_SHOWN - 3]}..."


def number(value: Any) -> float:
    """The value as a float, or nan if it is not a number, so that the caller's range check fails."""
    try:
        is_number = not isinstance(value, (*_NOT_NUMBERS, *_NOT_REAL_TYPES)) and np.ndim(value) == 0
        return float(value) if is_number and value is not np.ma.masked else math.nan
    except (TypeError, ValueError, OverflowError):
        return math.nan


def finite_number(value: Any, name: str) -> float:
    """The value as a float."""
    found = number(value)
    if not math.isfinite(found):
        raise ValueError(f"{name} must be a finite number, got {shown(value)}")
    return found


def whole_number(value: Any, name: str, *, minimum: int = 0, maximum: float = math.inf, reason: str = "") -> int:
    """The value as an int; floats only if whole. ``reason`` says why there is a maximum."""
    try:
        is_number = not isinstance(value, (*_NOT_NUMBERS, *_NOT_REAL_TYPES)) and value is not np.ma.masked
        is_whole = is_number and np.ndim(value) == 0 and bool(int(value) == value)
    except (TypeError, ValueError, OverflowError):
        is_whole = False
    if not is_whole or value < minimum:
        raise ValueError(f"{name} must be a whole number of at least {minimum}, got {shown(value)}")
    if value > maximum:
        raise ValueError(f"{name} must be at most {maximum}, got {shown(value)}{reason and ': '}{reason}")
    return int(value)


def thread_count(value: Any, name: str = "threads") -> int:
    """The number of threads as an int."""
    return whole_number(value, name, minimum=1, maximum=_MAX_THREADS)


def check_unmasked(values: Any, name: str) -> None:
    """Refuse a masked array that hides a value, which NumPy would bring back."""
    if isinstance(values, np.ma.MaskedArray) and np.ma.getmaskarray(values).any():
        at = np.argwhere(np.ma.getmaskarray(values))[0].tolist()
        place = ", ".join(map(str, at))
        raise ValueError(f"{name}: the value at {place} is masked; remove masked values, or fill them")


def unmasked(values: Any, name: str) -> npt.NDArray[Any]:
    """An array of any type, without hidden values."""
    check_unmasked(values, name)
    return np.asarray(values)


def numbers(values: npt.ArrayLike, name: str) -> npt.NDArray[np.float64]:
    """An array of any shape as float64; complex numbers, dates and times are errors."""
    check_unmasked(values, name)
    try:
        array = np.asarray(values)
        odd = _not_real(array)
        if odd is None:
            return array.astype(np.float64, copy=False)
    except (TypeError, ValueError) as error:
        raise ValueError(f"{name} must be numbers: {error}") from None
    raise ValueError(
        f"{name} must be real numbers, got {_NOT_REAL[np.asarray(odd).dtype.kind]}, for example {shown(odd)}"
    )


def _not_real(array: npt.NDArray[Any]) -> Any:
    """A value that NumPy would turn into a float although it is no real number; None if there is none."""
    if array.dtype.kind in _NOT_REAL and array.size:
        return array.flat[0]
    if array.dtype.kind == "O":
        return next((value for value in array.flat if isinstance(value, _NOT_REAL_TYPES)), None)
    return None


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
    example = f", for example {shown(array[0])} at {unit} 0" if array.size else ""
    raise ValueError(f"{name} must be integers, got {array.dtype}{example}")


def node_ids(values: npt.ArrayLike, name: str) -> npt.NDArray[np.int32]:
    array = unmasked(values, name)
    if array.ndim != 1:
        raise ValueError(f"{name} must be one-dimensional, got shape {array.shape}")
    if array.size == 0:
        return np.empty(0, np.int32)
    whole = whole_numbers(array, name, "edge")
    if int(whole.min()) < 0 or int(whole.max()) >= MAX_NODES:
        bad = np.flatnonzero((whole < 0) | (whole >= MAX_NODES))
        at = f"{whole[bad[0]]} at edge {bad[0]} of {name}" if len(bad) else f"ids in {name} that change while read"
        raise ValueError(f"node ids must be in 0..{MAX_NODES - 1}, got {at}")
    return np.ascontiguousarray(whole, dtype=np.int32)


def node_pairs(values: Any, n_nodes: int) -> npt.NDArray[np.int32]:
    """Pairs of nodes as (n_pairs, 2), from an array or an iterable of pairs."""
    array = unmasked(values if hasattr(values, "__array__") else list(values), "pairs")
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
