"""Rows sorted by task: each goes to the task of its smaller node, or to one for rows between components."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from frenemy.engines.scratch.stored_arrays import Array, open_array
from frenemy.problem.array_types import Ints32

NO_TASK = -1


def sort_by_task(
    pairs: Array, groups: Ints32, tasks: Ints32, n_tasks: int, n_between: int
) -> tuple[Array, npt.NDArray[np.intp]]:
    """The pairs sorted by task, in their order, and where each task begins.

    Parameters
    ----------
    groups : (n_nodes,) int32
        The group of each node.
    tasks : (n_nodes,) int32
        The task of each node, for pairs within a group of which it is the smaller node.
    n_tasks : int
    n_between : int
        Further tasks for the pairs between groups, each for a range of the smaller node.
    """
    u, v = (np.ascontiguousarray(pairs[end]) for end in ("u", "v"))
    task = tasks[u]
    between = np.flatnonzero(groups[u] != groups[v])
    task[between] = n_tasks + u[between].astype(np.int64) * n_between // len(groups)
    n_all = n_tasks + n_between
    # numpy sorts 16-bit integers by radix sort.
    order = np.argsort(task.astype(np.uint16) if n_all < 2**16 else task, kind="stable")
    begins = np.searchsorted(task[order], np.arange(n_all + 1))
    return pairs[order], begins


class Tasks(NamedTuple):
    """The tasks, numbered in this order: of small components, of those that fit in memory if nothing else does, of
    large ones, of pairs between components.

    All rows of a pair are in one task. All rows of a component that is not large are in one task, too; those of large
    ones are in tasks by their smaller node.

    Attributes
    ----------
    n_small, n_alone, n_large, n_between : int
    n_large_components : int
        Components that have too many rows for a task beside others.
    """

    n_small: int
    n_alone: int
    n_large: int
    n_between: int
    n_large_components: int

    @property
    def small(self) -> range:
        return range(self.n_small)

    @property
    def alone(self) -> range:
        """Tasks of one component each, which run one after the other."""
        return range(self.n_small, self.n_whole)

    @property
    def n_whole(self) -> int:
        """Tasks of whole components."""
        return self.n_small + self.n_alone

    @property
    def large(self) -> range:
        return range(self.n_whole, self.n_whole + self.n_large)

    @property
    def between(self) -> range:
        first = self.n_whole + self.n_large
        return range(first, first + self.n_between)


class Routed(NamedTuple):
    """Pairs sorted by task.

    Attributes
    ----------
    files, begins : tuple of Path
        The sorted pairs of each chunk, and where each task begins in them.
    tasks : Tasks
    """

    files: tuple[Path, ...]
    begins: tuple[Path, ...]
    tasks: Tasks

    def pairs(self, task: int) -> Array:
        """The pairs of a task, from all chunks."""
        parts = []
        for file, begins in zip(self.files, self.begins, strict=True):
            begin, end = open_array(begins)[task : task + 2]
            if end > begin:
                parts.append(np.array(open_array(file)[begin:end]))
        return np.concatenate(parts) if parts else np.array(open_array(self.files[0])[:0])
