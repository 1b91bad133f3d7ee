"""Arrays in files: written whole or not at all, read without loading them."""

from __future__ import annotations

import os
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

#: A pair as it is stored: numbers of its nodes, and what it weighs.
PAIR = np.dtype([("u", "<i4"), ("v", "<i4"), ("w", "<f8")])

Array = npt.NDArray[Any]


@contextmanager
def written_whole(path: Path) -> Iterator[Path]:
    """A name to write to; the file gets its own name when all went well, and is gone otherwise.

    So a file that is there is complete, whenever the process that wrote it was killed, and two that write the same do
    not disturb each other.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_name(f"{path.name}.{uuid.uuid4().hex}.partial")
    try:
        yield partial
        os.replace(partial, path)
    except BaseException:
        partial.unlink(missing_ok=True)
        raise


def save_array(path: Path, array: Array) -> None:
    with written_whole(path) as partial, open(partial, "wb") as file:
        np.save(file, np.ascontiguousarray(array))


def open_array(path: Path) -> Array:
    """Its pages are read when they are looked at, and shared by all processes of a machine."""
    opened: Array = np.load(path, mmap_mode="r")
    return opened


@contextmanager
def new_array(path: Path, dtype: npt.DTypeLike, n: int) -> Iterator[Array]:
    """An array in a file, to be filled in."""
    with written_whole(path) as partial:
        if n == 0:
            filled: Array = np.empty(0, dtype)
            yield filled
            with open(partial, "wb") as file:
                np.save(file, filled)
        else:
            mapped = np.lib.format.open_memmap(partial, mode="w+", dtype=dtype, shape=(n,))
            yield mapped
            mapped.flush()
            del mapped


def pair_array(u: Array, v: Array, w: Array) -> Array:
    pairs = np.empty(len(u), PAIR)
    pairs["u"], pairs["v"], pairs["w"] = u, v, w
    return pairs


def ends(pairs: Array) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32], npt.NDArray[np.float64]]:
    """The fields as arrays of their own, which the core needs."""
    return tuple(np.ascontiguousarray(pairs[name]) for name in ("u", "v", "w"))  # type: ignore[return-value]
