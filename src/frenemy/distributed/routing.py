"""Pairs to the tasks that solve them: groups of nodes are packed into tasks, and each pair goes to its group's."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import fsum
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from frenemy.distinct import distinct
from frenemy.distributed.stages import Stages
from frenemy.distributed.stored_arrays import ends, open_array, save_array

NO_TASK = -1


@dataclass(frozen=True)
class CountPairs:
    """How many pairs of a file are inside each group, and what all others weigh.

    Attributes
    ----------
    outside : Path, optional
        Where to write keys of those others, sorted, to count them once that are there several times.
    """

    file: Path
    groups: Path
    out: Path
    outside: Path | None

    def __call__(self) -> dict[str, Any]:
        u, v, w = ends(open_array(self.file))
        groups = open_array(self.groups)
        group = groups[u]
        is_inside = group == groups[v]
        inside = np.sort(group[is_inside])
        begins = (
            np.flatnonzero(np.concatenate(([True], inside[1:] != inside[:-1]))) if len(inside) else np.empty(0, int)
        )
        counts = np.diff(np.append(begins, len(inside)))
        save_array(self.out, np.stack((inside[begins].astype(np.int64), counts.astype(np.int64))))
        n_outside = len(u) - len(inside)
        if self.outside is not None:
            save_array(self.outside, distinct((u[~is_inside].astype(np.int64) << 32) | v[~is_inside]))
        return {"n_outside": n_outside, "outside": fsum(w[~is_inside].tolist())}


@dataclass(frozen=True)
class CountOutside:
    """How many different pairs of all files are outside of groups, with the smaller node in a range."""

    files: tuple[Path, ...]
    low: int
    high: int

    def __call__(self) -> int:
        parts = []
        for file in self.files:
            keys = open_array(file)
            begin, end = np.searchsorted(keys, (self.low << 32, self.high << 32))
            parts.append(np.array(keys[begin:end]))
        return len(distinct(np.concatenate(parts)))


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
    """The pairs of a file inside a group, sorted by task, and where each task begins."""

    file: Path
    groups: Path
    tasks: Path
    n_tasks: int
    out: Path
    begins: Path

    def __call__(self) -> None:
        pairs = open_array(self.file)
        u, v, _ = ends(pairs)
        groups, tasks = open_array(self.groups), open_array(self.tasks)
        group = groups[u]
        inside = np.flatnonzero(group == groups[v])
        task = tasks[group[inside]]
        # Numbers of 16 bits are sorted digit by digit.
        order = np.argsort(task.astype(np.uint16) if self.n_tasks < 2**16 else task, kind="stable")
        save_array(self.begins, np.searchsorted(task[order], np.arange(self.n_tasks + 1)))
        save_array(self.out, pairs[inside[order]])


class Routed(NamedTuple):
    """Pairs by task.

    Attributes
    ----------
    files, begins : tuple of Path
        Sorted pairs of each chunk, and where each task begins in them.
    n_small, n_large : int
        Tasks that fit, and after them those of one large group each.
    n_outside : int
        Pairs between groups, which are cut.
    outside : float
        What these weigh.
    """

    files: tuple[Path, ...]
    begins: tuple[Path, ...]
    n_small: int
    n_large: int
    n_outside: int
    outside: float

    def pairs(self, task: int) -> np.ndarray[Any, Any]:
        """Those of a task, from all chunks."""
        parts = []
        for file, begins in zip(self.files, self.begins, strict=True):
            begin, end = open_array(begins)[task : task + 2]
            if end > begin:
                parts.append(np.array(open_array(file)[begin:end]))
        return np.concatenate(parts) if parts else np.array(open_array(self.files[0])[:0])


def route(
    stages: Stages, name: str, files: Sequence[Path], groups: Path, *, capacity: int, n_nodes: int | None = None
) -> Routed:
    """Count, pack and route the pairs of files by a group for each node.

    Parameters
    ----------
    capacity : int
        Pairs of a task.
    n_nodes : int, optional
        The number of nodes, if a pair may be there several times and those outside are to be counted once.
    """
    folder = stages.folder / "routed" / name
    counts = tuple(folder / f"count-{at}.npy" for at in range(len(files)))
    keys = tuple(folder / f"outside-{at}.npy" for at in range(len(files)))
    is_repeated = n_nodes is not None
    told = stages.run(
        f"{name}: count",
        {
            str(at): CountPairs(file, groups, count, key if is_repeated else None)
            for at, (file, count, key) in enumerate(zip(files, counts, keys, strict=True))
        },
    ).values()
    n_outside = sum(one["n_outside"] for one in told)
    if n_nodes is not None:
        n_ranges = 1 + n_outside // (4 * capacity)
        edges = [at * n_nodes // n_ranges for at in range(n_ranges + 1)]
        n_outside = sum(
            stages.run(
                f"{name}: outside",
                {str(at): CountOutside(keys, edges[at], edges[at + 1]) for at in range(n_ranges)},
            ).values()
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
    return Routed(
        routed,
        begins,
        packed["n_small"],
        packed["n_large"],
        n_outside,
        fsum(one["outside"] for one in told),
    )
