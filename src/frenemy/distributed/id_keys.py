"""Ids of any type as 64-bit keys that are spread evenly.

Whole numbers are mixed by a map that can be undone, so that their keys are as different as they are, and the numbers
need not be kept. Of all others the key is a hash of their text; whether two have the same is looked at when they are
numbered.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from frenemy import _core

Keys = npt.NDArray[np.uint64]

_FIRST, _SECOND = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
_UNDO_FIRST, _UNDO_SECOND = np.uint64(0x96DE1B173F119089), np.uint64(0x319642B2D24D8EC3)


def number_keys(numbers: npt.NDArray[np.int64]) -> Keys:
    """The keys of whole numbers, by the finalizer of splitmix64.

    Examples
    --------
    >>> import numpy as np
    >>> from frenemy.distributed.id_keys import key_numbers, number_keys
    >>> key_numbers(number_keys(np.array([-3, 0, 2**62])))
    array([                 -3,                   0, 4611686018427387904])
    """
    z = numbers.view(np.uint64).copy()
    z ^= z >> np.uint64(30)
    z *= _FIRST
    z ^= z >> np.uint64(27)
    z *= _SECOND
    z ^= z >> np.uint64(31)
    return z


def key_numbers(keys: Keys) -> npt.NDArray[np.int64]:
    """The whole numbers of keys."""
    z = keys.copy()
    z ^= (z >> np.uint64(31)) ^ (z >> np.uint64(62))
    z *= _UNDO_SECOND
    z ^= (z >> np.uint64(27)) ^ (z >> np.uint64(54))
    z *= _UNDO_FIRST
    z ^= (z >> np.uint64(30)) ^ (z >> np.uint64(60))
    return z.view(np.int64)


def text_keys(texts: Any, *, salt: int) -> Keys:
    """The keys of a pyarrow array of texts without nulls; another salt gives others."""
    import pyarrow as pa

    column = texts.cast(pa.large_string())
    _, offsets, data = column.buffers()
    n = len(column)
    starts = np.frombuffer(offsets, np.int64, n + 1, column.offset * 8) if n else np.zeros(1, np.int64)
    content = np.frombuffer(data, np.uint8) if data is not None and data.size else np.empty(0, np.uint8)
    return _core.text_keys(np.ascontiguousarray(starts), content, salt)
