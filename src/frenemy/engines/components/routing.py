"""Pairs sorted by task: groups of nodes are packed into tasks, and each pair goes to the task of its group."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from frenemy.engines.scratch.stored_arrays import Array, open_array
from frenemy.problem.array_types import Ints, Ints32

NO_TASK = -1


def pack(sizes: Ints, capacity: int) -> Ints32:
    """The task of each group: a task is closed as soon as the next group does not fit."""
    tasks = np.empty(len(sizes), np.int32)
    total = np.cumsum(sizes)
    begin, task, done = 0, 0, 0
    while begin < len(sizes):
        end = max(begin + 1, int(np.searchsorted(total, done + capacity, side="right")))
        tasks[begin:end] = task
        done, begin, task = int(total[end - 1]), end, task + 1
    return tasks


def sort_by_task(
    pairs: Array, groups: Ints32, tasks: Ints32, n_tasks: int, n_between: int
) -> tuple[Array, npt.NDArray[np.intp]]:
    """The pairs sorted by task, and where each task begins.

    Parameters
    ----------
    groups : (n_nodes,) int32
        The group of each node.
    tasks : (n_nodes,) int32
        The task of each group.
    n_tasks : int
    n_between : int
        Further tasks for the pairs between groups, each for a range of the smaller node; if 0, these pairs are dropped.
    """
    u, v = (np.ascontiguousarray(pairs[end]) for end in ("u", "v"))
    group = groups[u]
    is_inside = group == groups[v]
    n_all = n_tasks + n_between
    task = tasks[group]
    task[~is_inside] = n_all
    if n_between:
        between = np.flatnonzero(~is_inside)
        task[between] = n_tasks + u[between].astype(np.int64) * n_between // len(groups)
    # numpy sorts 16-bit integers by radix sort.
    order = np.argsort(task.astype(np.uint16) if n_all < 2**16 else task, kind="stable")
    begins = np.searchsorted(task[order], np.arange(n_all + 1))
    return pairs[order[: begins[-1]]], begins


class Routed(NamedTuple):
    """Pairs sorted by task.

    Attributes
    ----------
    files, begins : tuple of Path
        The sorted pairs of each chunk, and where each task begins in them.
    n_small, n_large : int
        The numbers of tasks, in this order: of small groups, of one large group each. Tasks of pairs between groups,
        if there are any, come after them.
    """

    files: tuple[Path, ...]
    begins: tuple[Path, ...]
    n_small: int
    n_large: int

    def pairs(self, task: int) -> Array:
        """The pairs of a task, from all chunks."""
        parts = []
        for file, begins in zip(self.files, self.begins, strict=True):
            begin, end = open_array(begins)[task : task + 2]
            if end > begin:
                parts.append(np.array(open_array(file)[begin:end]))
        return np.concatenate(parts) if parts else np.array(open_array(self.files[0])[:0])
