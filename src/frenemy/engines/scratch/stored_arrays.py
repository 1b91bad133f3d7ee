"""Arrays in files: written whole or not at all, and mapped into memory to read."""

from __future__ import annotations

import io
import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from frenemy.engines.scratch.partial_files import damaged, written_whole
from frenemy.io.disk_space import reserve
from frenemy.problem.array_types import Floats, Ints32

#: A stored pair: its two nodes, and its weight or score.
PAIR = np.dtype([("u", "<i4"), ("v", "<i4"), ("w", "<f8")])

Array = npt.NDArray[Any]


def save_array(path: Path, array: Array) -> None:
    flat = np.ascontiguousarray(array)
    with written_whole(path, flat.nbytes) as partial, open(partial, "wb") as file:
        np.lib.format.write_array_header_1_0(file, np.lib.format.header_data_from_array_1_0(flat))
        file.write(flat.reshape(-1).view(np.uint8).data)  # numpy's own writer does not report a full disk


def open_array(path: Path) -> Array:
    """A read-only map of the file; all processes of a machine share its pages."""
    try:
        opened: Array = np.load(path, mmap_mode="r")
    except (ValueError, EOFError) as error:  # truncated when the machine crashed
        raise damaged(path, str(error)) from error
    return opened


def read_slice(path: Path, begin: int, end: int) -> Array:
    """A copy of a part of the file, read without a map: pages that are mapped count as memory of the process."""
    with open(path, "rb") as file:
        try:
            np.lib.format.read_magic(file)
            length = file.read(2)
            n, dtype = _parsed(length + file.read(int.from_bytes(length, "little")))
        except ValueError as error:
            raise damaged(path, str(error)) from error
        file.seek(begin * dtype.itemsize, os.SEEK_CUR)
        read = np.fromfile(file, dtype, end - begin)
    if end > n or len(read) < end - begin:
        raise damaged(path, f"it ends before item {end}")
    return read


@lru_cache(maxsize=1024)
def _parsed(header: bytes) -> tuple[int, np.dtype[Any]]:
    """The length and type that a header states; many slices are read, and parsing takes longer than reading some."""
    (n,), _, dtype = np.lib.format.read_array_header_1_0(io.BytesIO(header))
    return n, dtype


@contextmanager
def new_array(path: Path, dtype: npt.DTypeLike, n: int) -> Iterator[Array]:
    """An array in a file, for the caller to fill."""
    n_bytes = n * np.dtype(dtype).itemsize
    with written_whole(path, n_bytes) as partial:
        if n == 0:
            filled: Array = np.empty(0, dtype)
            yield filled
            with open(partial, "wb") as file:
                np.save(file, filled)
        else:
            mapped = np.lib.format.open_memmap(partial, mode="w+", dtype=dtype, shape=(n,))
            with open(partial, "rb+") as file:
                reserve(file.fileno(), os.path.getsize(partial))
            yield mapped
            mapped.flush()
            del mapped


def pair_array(u: Array, v: Array, w: Array) -> Array:
    pairs = np.empty(len(u), PAIR)
    pairs["u"], pairs["v"], pairs["w"] = u, v, w
    return pairs


def pair_fields(pairs: Array) -> tuple[Ints32, Ints32, Floats]:
    """``u``, ``v`` and ``w`` as contiguous arrays, which the core requires."""
    return tuple(np.ascontiguousarray(pairs[name]) for name in ("u", "v", "w"))  # type: ignore[return-value]


def link_ends(links: Array) -> tuple[Ints32, Ints32]:
    """The two columns of (n, 2) links as contiguous arrays, which the core requires."""
    return np.ascontiguousarray(links[:, 0]), np.ascontiguousarray(links[:, 1])
