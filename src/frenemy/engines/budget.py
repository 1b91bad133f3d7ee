"""The memory limit, and how many rows, pairs and ids a task may hold under it."""

from __future__ import annotations

import re
from dataclasses import dataclass

_UNITS = {"": 1, "k": 10**3, "m": 10**6, "g": 10**9, "t": 10**12, "ki": 2**10, "mi": 2**20, "gi": 2**30, "ti": 2**40}
_MIN_BYTES = 2**28
_SHARES = 8  # a task may use one of these; constant, because labels must not depend on the number of workers
_PAIR_BYTES = 150  # per pair in a solve, at most
_PAIRS_ALONE = _SHARES  # that a task of one component may use, while no other task runs
_PAIRS_OF_LEVEL = 6  # shares that the solve of a contracted level may use; two are for reading its rows
_NODE_BYTES = 64  # per node of large components, whose pairs are not in memory
_ROW_BYTES = 200  # per row being read, with texts as ids
_ID_BYTES = 100


@dataclass(frozen=True)
class Budget:
    """What a task may hold, given the memory for all workers of a machine.

    Attributes
    ----------
    memory : int
        Bytes.
    """

    memory: int

    @property
    def engine(self) -> int:
        """Bytes for the database engine, which works while no task does; about as much again goes to buffers."""
        return self.memory * 3 // 8

    @property
    def rows(self) -> int:
        """Rows per chunk."""
        return self.memory // _SHARES // _ROW_BYTES

    @property
    def pairs(self) -> int:
        """Pairs per task."""
        return self.memory // _SHARES // _PAIR_BYTES

    @property
    def pairs_alone(self) -> int:
        """Pairs of a task that runs alone."""
        return _PAIRS_ALONE * self.pairs

    @property
    def pairs_of_level(self) -> int:
        """Pairs of a contracted level that is solved in memory."""
        return min(_PAIRS_ALONE, _PAIRS_OF_LEVEL) * self.pairs

    def check_nodes(self, n_nodes: int) -> None:
        """MemoryError if what is held per node of large components takes more than half of the memory."""
        if n_nodes * _NODE_BYTES > self.memory // 2:
            raise MemoryError(
                f"components too large for one task have {n_nodes:,} nodes, whose labels and sums take "
                f"{n_nodes * _NODE_BYTES / 1e9:,.1f} GB: more than half of memory_limit. Set memory_limit to at least "
                f"{2 * n_nodes * _NODE_BYTES / 1e9:,.1f} GB, on a machine that has it, or make weak pairs repel, which "
                "splits components"
            )

    @property
    def ids(self) -> int:
        """Ids sorted at once."""
        return self.memory // _SHARES // _ID_BYTES


def read_memory(limit: str | int) -> Budget:
    """The budget for a number of bytes, or for a text such as ``"4GB"``.

    Examples
    --------
    >>> from frenemy.engines.budget import read_memory
    >>> read_memory("3 GB").memory, read_memory("512MiB").memory
    (3000000000, 536870912)
    """
    match = re.fullmatch(r"\s*([0-9.]+)\s*([kmgt]i?)?b?\s*", str(limit).lower())
    try:
        n_bytes = int(float(match[1]) * _UNITS[match[2] or ""]) if match else -1
    except ValueError:
        n_bytes = -1
    if n_bytes < _MIN_BYTES:
        raise ValueError(f"memory_limit must be at least 268 MB, such as '4GB', got {limit!r}")
    return Budget(n_bytes)
