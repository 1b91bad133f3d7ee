"""Vectors in files: one row of features per thing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from frenemy.io.numpy_files import load_numpy
from frenemy.io.source import load, suffix_of
from frenemy.io.text import cut

_PROBLEMS = ({"format", "shape", "data"}, {"u", "v", "w"}, {"uv", "cost"})  # arrays of problems in .npz files


def holds_vectors(path: Path, *, variable: str | None) -> bool:
    """Whether a NumPy file holds rows of features: an array that is not square, and no problem by its names."""
    try:
        if suffix_of(path.name) == ".npy":
            shape = np.load(path, mmap_mode="r", allow_pickle=False).shape
            return len(shape) == 2 and shape[0] != shape[1]
        if suffix_of(path.name) == ".npz":
            with open(path, "rb") as file, np.load(file, allow_pickle=False) as arrays:
                return variable in arrays.files or not any(known <= set(arrays.files) for known in _PROBLEMS)
    except Exception:  # the reader reports what is wrong
        return False
    return False


def read_vectors(path: Path, *, variable: str | None) -> npt.NDArray[Any]:
    """The rows of features of a file; ``variable`` names the array of an .npz file if there are several."""
    if suffix_of(path.name) not in (".npy", ".npz"):
        raise ValueError(f"{path}: vectors are read from .npy and .npz files")
    data = load(path).data
    try:
        loaded = load_numpy(data)
        arrays = {"": loaded} if isinstance(loaded, np.ndarray) else {name: loaded[name] for name in loaded.files}
    except Exception as error:  # decoders of damaged files raise errors of any type
        raise ValueError(f"{path}: cannot be read as a NumPy file: {cut(str(error)) or type(error).__name__}") from None
    return _chosen(path, arrays, variable)


def _chosen(path: Path, arrays: dict[str, Any], variable: str | None) -> npt.NDArray[Any]:
    shapes = {name: getattr(array, "shape", ()) for name, array in arrays.items()}
    listed = cut(", ".join(f"{name} {shape}".strip() for name, shape in shapes.items())) or "nothing"
    if variable is not None and "" not in arrays:
        if variable not in arrays:
            raise ValueError(f"{path}: holds no array {variable!r}; it holds {listed}")
        names = [variable]
    else:
        names = [name for name, shape in shapes.items() if len(shape) == 2]
    if len(names) != 1 or len(shapes[names[0]]) != 2:
        hint = "; name one with variable=" if len(names) > 1 else ""
        raise ValueError(f"{path}: expected one array of rows of features, got {listed}{hint}")
    rows = arrays[names[0]]
    if rows.dtype.kind not in "biuf":
        raise ValueError(f"{path}: vectors must be real numbers, got {rows.dtype}")
    return np.asarray(rows)
