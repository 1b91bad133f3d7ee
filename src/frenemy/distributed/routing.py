"""Pairs to the tasks that solve them: groups of nodes are packed into tasks, and each pair goes to its group's."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from frenemy.distributed.stages import Stages
from frenemy.distributed.stored_arrays import open_array, save_array

NO_TASK = -1


@dataclass(frozen=True)
class CountPairs:
    """How many pairs of a file are inside each group, and how many are not."""

    file: Path
    groups: Path
    out: Path

    def __call__(self) -> dict[str, Any]:
        pairs, groups = open_array(self.file), open_array(self.groups)
        group = groups[pairs["u"]]
        inside = np.sort(group[group == groups[pairs["v"]]])
        begins = (
            np.flatnonzero(np.concatenate(([True], inside[1:] != inside[:-1]))) if len(inside) else np.empty(0, int)
        )
        counts = np.diff(np.append(begins, len(inside)))
        save_array(self.out, np.stack((inside[begins].astype(np.int64), counts.astype(np.int64))))
        return {"n_between": len(pairs) - len(inside)}


@dataclass(frozen=True)
class PackGroups:
    """The task of each group: in order, as many groups as have ``capacity`` pairs; larger ones alone."""

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
        small_task = _packed(sizes[~is_large], self.capacity)
        task[small] = small_task
        n_small = int(small_task.max(initial=-1)) + 1
        task[roots[is_large]] = n_small + np.arange(int(is_large.sum()))
        save_array(self.out, task)
        return {"n_small": n_small, "n_large": int(is_large.sum()), "largest": int(sizes.max(initial=0))}


def _packed(sizes: np.ndarray[Any, np.dtype[np.int64]], capacity: int) -> np.ndarray[Any, np.dtype[np.int32]]:
    """Each as soon as it fits, in order."""
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
    """The pairs of a file, sorted by task, and where each task begins.

    Attributes
    ----------
    n_tasks : int
        Those of groups.
    n_between : int
        Further tasks, each for the pairs between groups whose smaller node is in a range; if 0, they are left out.
    """

    file: Path
    groups: Path
    tasks: Path
    n_tasks: int
    n_between: int
    out: Path
    begins: Path

    def __call__(self) -> None:
        pairs = open_array(self.file)
        u, v = (np.ascontiguousarray(pairs[end]) for end in ("u", "v"))
        groups, tasks = open_array(self.groups), open_array(self.tasks)
        group = groups[u]
        is_inside = group == groups[v]
        n_all = self.n_tasks + self.n_between
        task = tasks[group]
        task[~is_inside] = n_all
        if self.n_between:
            between = np.flatnonzero(~is_inside)
            task[between] = self.n_tasks + u[between].astype(np.int64) * self.n_between // len(groups)
        # Numbers of 16 bits are sorted digit by digit.
        order = np.argsort(task.astype(np.uint16) if n_all < 2**16 else task, kind="stable")
        begins = np.searchsorted(task[order], np.arange(n_all + 1))
        save_array(self.begins, begins)
        save_array(self.out, pairs[order[: begins[-1]]])


class Routed(NamedTuple):
    """Pairs by task.

    Attributes
    ----------
    files, begins : tuple of Path
        Sorted pairs of each chunk, and where each task begins in them.
    n_small, n_large, n_between : int
        Tasks that fit, after them those of one large group each, and after them those of pairs between groups.
    """

    files: tuple[Path, ...]
    begins: tuple[Path, ...]
    n_small: int
    n_large: int
    n_between: int

    def pairs(self, task: int) -> np.ndarray[Any, Any]:
        """Those of a task, from all chunks."""
        parts = []
        for file, begins in zip(self.files, self.begins, strict=True):
            begin, end = open_array(begins)[task : task + 2]
            if end > begin:
                parts.append(np.array(open_array(file)[begin:end]))
        return np.concatenate(parts) if parts else np.array(open_array(self.files[0])[:0])


def route(
    stages: Stages, name: str, files: Sequence[Path], groups: Path, *, capacity: int, between: bool = False
) -> Routed:
    """Count, pack and route the pairs of files by a group for each node.

    Parameters
    ----------
    capacity : int
        Pairs of a task.
    between : bool
        Whether pairs between groups get tasks, too.
    """
    folder = stages.folder / "routed" / name
    counts = tuple(folder / f"count-{at}.npy" for at in range(len(files)))
    told = stages.run(
        f"{name}: count",
        {str(at): CountPairs(file, groups, count) for at, (file, count) in enumerate(zip(files, counts, strict=True))},
    ).values()
    n_between = 1 + sum(one["n_between"] for one in told) // (2 * capacity) if between else 0
    tasks = folder / "tasks.npy"
    packed = stages.one(f"{name}: pack", PackGroups(counts, groups, capacity, tasks))
    n_tasks = packed["n_small"] + packed["n_large"]
    routed = tuple(folder / f"pairs-{at}.npy" for at in range(len(files)))
    begins = tuple(folder / f"begins-{at}.npy" for at in range(len(files)))
    stages.run(
        f"{name}: route",
        {
            str(at): RoutePairs(file, groups, tasks, n_tasks, n_between, out, begin)
            for at, (file, out, begin) in enumerate(zip(files, routed, begins, strict=True))
        },
    )
    return Routed(routed, begins, packed["n_small"], packed["n_large"], n_between)
