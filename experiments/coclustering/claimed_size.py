"""The number of nodes that a file declares, read before memory is allocated for it."""

from __future__ import annotations

import gzip
import re
import zlib
from pathlib import Path

import numpy as np

_TOP = 1 << 20  # bytes; comments before the sizes are not longer
_GZIP, _ZIP = b"\x1f\x8b", b"PK\x03\x04"
_SIZES = re.compile(rb"^[ \t]*(\d+)[ \t]+(\d+)\b", re.MULTILINE)
_PACE_SIZES = re.compile(rb"^[ \t]*p[ \t]+\w+[ \t]+(\d+)\b", re.MULTILINE)


def claimed_nodes(file: Path) -> int:
    """The size that the file declares; 0 if the format has none or it cannot be read."""
    with file.open("rb") as stream:
        start = stream.read(4)
    if start == _ZIP:
        return _of_npz(file)
    try:
        with gzip.open(file) if start.startswith(_GZIP) else file.open("rb") as stream:
            top = stream.read(_TOP).lstrip()
    except (EOFError, zlib.error):
        return 0
    sizes = (_SIZES if top[:14].lower() == b"%%matrixmarket" else _PACE_SIZES).search(top)
    return max(map(int, sizes.groups())) if sizes else 0


def _of_npz(file: Path) -> int:
    try:
        with np.load(file, allow_pickle=False) as arrays:  # loaded lazily, one by one
            for key in ("shape", "n", "n_nodes"):
                if key in arrays:
                    return int(np.max(arrays[key]))
    except Exception:  # the reader reports what is wrong
        return 0
    return 0
