"""Arrays in files: written whole or not at all, read without loading them."""

from __future__ import annotations

import os
import socket
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from frenemy.distributed.disk_space import is_full, no_space, take_space

#: A pair as it is stored: numbers of its nodes, and what it weighs.
PAIR = np.dtype([("u", "<i4"), ("v", "<i4"), ("w", "<f8")])

Array = npt.NDArray[Any]


@contextmanager
def written_whole(path: Path, n_bytes: int | None = None) -> Iterator[Path]:
    """A name to write to; the file gets its own name when all went well, and is gone otherwise.

    So a file that is there is complete, whenever the process that wrote it was killed, and two that write the same do
    not disturb each other. If the disk is full, the error tells how many bytes there were to be, if they are known.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    # Whose it is, so that what dead processes left can be told from what others are at.
    owner = f"{socket.gethostname().replace('.', '_')}-{os.getpid()}"
    partial = path.with_name(f"{path.name}.{owner}-{uuid.uuid4().hex}.partial")
    try:
        yield partial
        os.replace(partial, path)
    except BaseException as error:
        partial.unlink(missing_ok=True)
        if is_full(error):
            raise no_space(path, n_bytes) from error
        raise


def save_array(path: Path, array: Array) -> None:
    flat = np.ascontiguousarray(array)
    with written_whole(path, flat.nbytes) as partial, open(partial, "wb") as file:
        np.lib.format.write_array_header_1_0(file, np.lib.format.header_data_from_array_1_0(flat))
        file.write(flat.reshape(-1).view(np.uint8).data)  # not by numpy, which does not say that the disk is full


def open_array(path: Path) -> Array:
    """Its pages are read when they are looked at, and shared by all processes of a machine."""
    try:
        opened: Array = np.load(path, mmap_mode="r")
    except (ValueError, EOFError) as error:  # a machine that went down may leave less of a file than was written
        raise ValueError(f"{path} is damaged ({error}); delete the scratch folder and run it again") from error
    return opened


@contextmanager
def new_array(path: Path, dtype: npt.DTypeLike, n: int) -> Iterator[Array]:
    """An array in a file, to be filled in."""
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
                take_space(file.fileno(), os.path.getsize(partial))
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
