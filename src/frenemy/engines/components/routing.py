"""Routes pairs to tasks: groups of nodes are packed into tasks, and each pair goes to the task of its group."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from frenemy.engines.scratch.checkpointed_stages import CheckpointedStages
from frenemy.engines.scratch.stored_arrays import Array, open_array, save_array
from frenemy.problem.array_types import Ints, Ints32

NO_TASK = -1


@dataclass(frozen=True)
class CountPairs:
    """Counts the pairs of a file inside each group."""

    file: Path
    groups: Path
    out: Path

    def __call__(self) -> None:
        pairs, groups = open_array(self.file), open_array(self.groups)
        group = groups[pairs["u"]]
        inside = np.sort(group[group == groups[pairs["v"]]])
        begins = (
            np.flatnonzero(np.concatenate(([True], inside[1:] != inside[:-1]))) if len(inside) else np.empty(0, int)
        )
        counts = np.diff(np.append(begins, len(inside)))
        save_array(self.out, np.stack((inside[begins].astype(np.int64), counts.astype(np.int64))))


@dataclass(frozen=True)
class PackGroups:
    """Packs groups into tasks of at most ``capacity`` pairs, in order; each larger group gets a task of its own."""

    counts: tuple[Path, ...]
    groups: Path
    capacity: int
    out: Path

    def __call__(self) -> dict[str, Any]:
        groups = open_array(self.groups)
        n_pairs = np.zeros(len(groups), np.int64)
        for file in self.counts:
            group, count = open_array(file)
            n_pairs[group] += count
        roots = np.flatnonzero(n_pairs)
        sizes = n_pairs[roots]
        is_large = sizes > self.capacity
        task = np.full(len(groups), NO_TASK, np.int32)
        small = roots[~is_large]
        small_task = pack(sizes[~is_large], self.capacity)
        task[small] = small_task
        n_small = int(small_task.max(initial=-1)) + 1
        task[roots[is_large]] = n_small + np.arange(int(is_large.sum()))
        save_array(self.out, task)
        return {"n_small": n_small, "n_large": int(is_large.sum()), "largest": int(sizes.max(initial=0))}


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


@dataclass(frozen=True)
class RoutePairs:
    """Sorts the pairs of a file by task, without those between groups, and stores where each task begins."""

    file: Path
    groups: Path
    tasks: Path
    n_tasks: int
    out: Path
    begins: Path

    def __call__(self) -> None:
        pairs = open_array(self.file)
        groups, tasks = open_array(self.groups), open_array(self.tasks)
        routed, begins = sort_by_task(pairs, groups, tasks, self.n_tasks, 0)
        save_array(self.begins, begins)
        save_array(self.out, routed)


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


def route(stages: CheckpointedStages, name: str, files: Sequence[Path], groups: Path, *, capacity: int) -> Routed:
    """Count, pack and route the pairs of files by the group of each node.

    Parameters
    ----------
    capacity : int
        Pairs per task.
    """
    folder = stages.folder / "routed" / name
    counts = tuple(folder / f"count-{at}.npy" for at in range(len(files)))
    stages.run(
        f"{name}: count",
        {str(at): CountPairs(file, groups, count) for at, (file, count) in enumerate(zip(files, counts, strict=True))},
    )
    tasks = folder / "tasks.npy"
    packed = stages.one(f"{name}: pack", PackGroups(counts, groups, capacity, tasks))
    n_tasks = packed["n_small"] + packed["n_large"]
    routed = tuple(folder / f"pairs-{at}.npy" for at in range(len(files)))
    begins = tuple(folder / f"begins-{at}.npy" for at in range(len(files)))
    stages.run(
        f"{name}: route",
        {
            str(at): RoutePairs(file, groups, tasks, n_tasks, out, begin)
            for at, (file, out, begin) in enumerate(zip(files, routed, begins, strict=True))
        },
    )
    return Routed(routed, begins, packed["n_small"], packed["n_large"])
