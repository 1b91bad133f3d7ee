"""How much is worked on at once, from the memory there is."""

from __future__ import annotations

import re
from dataclasses import dataclass

_UNITS = {"": 1, "k": 10**3, "m": 10**6, "g": 10**9, "t": 10**12, "ki": 2**10, "mi": 2**20, "gi": 2**30, "ti": 2**40}
_LEAST = 2**28
_TASKS = 8  # so much of the memory a task may take; labels must not depend on how many run at once
_PAIR_BYTES = 150  # of a pair that is being solved, at the worst
_ROW_BYTES = 200  # of a row that is being read, with texts as ids
_ID_BYTES = 100


@dataclass(frozen=True)
class Budget:
    """From the memory that all workers of a machine may take together.

    Attributes
    ----------
    memory : int
        Bytes.
    """

    memory: int

    @property
    def rows(self) -> int:
        """Rows of a chunk."""
        return self.memory // _TASKS // _ROW_BYTES

    @property
    def pairs(self) -> int:
        """Pairs of a task."""
        return self.memory // _TASKS // _PAIR_BYTES

    @property
    def ids(self) -> int:
        """Ids that are sorted at once."""
        return self.memory // _TASKS // _ID_BYTES


def read_memory(limit: str | int) -> Budget:
    """Of a number of bytes, or a text such as ``"4GB"``.

    Examples
    --------
    >>> from frenemy.distributed.budget import read_memory
    >>> read_memory("3 GB").memory, read_memory("512MiB").memory
    (3000000000, 536870912)
    """
    match = re.fullmatch(r"\s*([0-9.]+)\s*([kmgt]i?)?b?\s*", str(limit).lower())
    try:
        n_bytes = int(float(match[1]) * _UNITS[match[2] or ""]) if match else -1
    except ValueError:
        n_bytes = -1
    if n_bytes < _LEAST:
        raise ValueError(f"memory_limit must be at least 268 MB, such as '4GB', got {limit!r}")
    return Budget(n_bytes)
