"""Parts that are too large for one task: solved in blocks, contracted, and refined.

Blocks are solved as if there were nothing else. What they put together becomes one node, and the pairs between these
are summed, until what is left fits a task. Then whole clusters are put into new blocks, with what they attract most,
and each block is solved again from there: what is outside stays apart from it whatever happens inside, so that is
exactly the whole problem with all else fixed, and the energy never rises.
"""

from __future__ import annotations

from dataclasses import replace
from math import fsum
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from frenemy.distributed.blocks import MakeBlocks
from frenemy.distributed.large_part_steps import (
    BoundBetween,
    Contract,
    CountActive,
    CountInside,
    CountRows,
    Lift,
    StartNodes,
    WeighCut,
)
from frenemy.distributed.regrouping import Slice
from frenemy.distributed.repeated_rows import weigh_rows
from frenemy.distributed.routing import Routed, route
from frenemy.distributed.solve_task import GatherLabels, Instructions, SolveTask
from frenemy.distributed.stages import Stages
from frenemy.distributed.stored_arrays import save_array
from frenemy.distributed.summed_pairs import sum_pairs

_MOST_LEVELS = 12
_LEAST_SHRINK = 0.9  # a level that leaves more of the pairs is the last
_ROUNDS = 4  # of refinement
_LITTLE = 1e-5  # share of the energy that a round of refinement must gain to be followed by another


class LargeParts(NamedTuple):
    """What was found for all large parts together.

    Attributes
    ----------
    clusters : Path
        The smallest node of the cluster of each node; nodes of other parts are alone.
    cut, bound : float
        What cut pairs weigh beyond unlisted ones, and the least that could be.
    unlisted : float
        Pairs of nodes in the same cluster.
    n_tasks : int
    counts : list of dict
        Of rows and pairs.
    """

    clusters: Path
    cut: float
    bound: float
    unlisted: float
    n_tasks: int
    counts: list[dict[str, int]]


def solve_large_parts(stages: Stages, routed: Routed, how: Instructions, n_nodes: int, capacity: int) -> LargeParts:
    """The clusters of all parts whose tasks come after the small ones.

    Parameters
    ----------
    capacity : int
        Pairs of a task.
    """
    folder = stages.folder / "large"
    first, sizes = folder / "first.npy", folder / "sizes.npy"
    stages.one("large: begin", StartNodes(how.must_link, n_nodes, first, sizes))
    free = folder / "free.npy"
    save_array(free, np.empty((0, 2), np.int32))
    apart = folder / "apart.npy"
    stages.one("large: links", Contract(first, sizes, how.cannot_link, folder / "unused.npy", apart))
    files, n_pairs, counts = _pairs(stages, routed, how, first, n_nodes, capacity)
    how = replace(how, must_link=free, cannot_link=apart)
    work = _Work(stages, n_nodes, capacity)
    steps, bound = work.contracted(files, n_pairs, sizes, how)
    clusters = folder / "lifted.npy"
    stages.one("large: lift", Lift((first, *steps), clusters))
    clusters = work.refined(files, n_pairs, sizes, clusters, how)
    cut = stages.run("large: weigh", {str(at): WeighCut(file, clusters) for at, file in enumerate(files)}).values()
    lifted = folder / "clusters.npy"
    stages.one("large: end", Lift((first, clusters), lifted))
    inside = stages.one("large: count", CountInside(clusters, sizes))
    return LargeParts(lifted, fsum(cut), bound, inside, work.n_tasks, counts)


def _pairs(
    stages: Stages, routed: Routed, how: Instructions, first: Path, n_nodes: int, capacity: int
) -> tuple[tuple[Path, ...], int, list[dict[str, int]]]:
    """Files of the pairs of all large parts between what nodes are at first, with what they weigh beyond unlisted
    ones; how many there are; and what there was to count."""
    end = routed.n_small + routed.n_large
    sources = [
        Slice(file, begins, routed.n_small, end) for file, begins in zip(routed.files, routed.begins, strict=True)
    ]
    files, counts = weigh_rows(
        stages, "large rows", sources, how.weighing, n_nodes=n_nodes, at_once=capacity, less=how.missing
    )
    n_pairs = sum(one["n_pairs"] for one in counts)
    # Only now do pairs of nodes that are tied together become one.
    if stages.one("large: has links", CountRows(how.must_link)):
        files, n_pairs = sum_pairs(stages, "large 0", list(map(Slice, files)), first, n_nodes=n_nodes, at_once=capacity)
    return files, n_pairs, counts


class _Work:
    def __init__(self, stages: Stages, n_nodes: int, capacity: int) -> None:
        self.stages = stages
        self.n_nodes = n_nodes
        self.capacity = capacity
        self.n_tasks = 0

    def contracted(
        self, files: tuple[Path, ...], n_pairs: int, sizes: Path, how: Instructions
    ) -> tuple[list[Path], float]:
        """Level after level, until all is in one task: what each node becomes at each; and a bound, from the first."""
        steps: list[Path] = []
        bound = 0.0
        for level in range(_MOST_LEVELS):
            name = f"large {level}"
            folder = self.stages.folder / "large" / str(level)
            clusters, told = self._solved(name, folder, files, n_pairs, sizes, how)
            steps.append(clusters)
            if level == 0:
                bound = self._bound(folder / "blocks.npy", files, sizes, how.missing, told)
            if n_pairs <= self.capacity:
                break
            smaller, links = folder / "sizes.npy", folder / "links.npy"
            self.stages.one(f"{name}: contract", Contract(clusters, sizes, how.cannot_link, smaller, links))
            sources = list(map(Slice, files))
            before = n_pairs
            files, n_pairs = sum_pairs(
                self.stages, f"large {level + 1}", sources, clusters, n_nodes=self.n_nodes, at_once=self.capacity
            )
            if n_pairs > _LEAST_SHRINK * before and n_pairs > self.capacity:
                break
            sizes = smaller
            how = replace(how, cannot_link=links)
        return steps, bound

    def _bound(
        self, blocks: Path, files: tuple[Path, ...], sizes: Path, missing: float, told: list[dict[str, Any]]
    ) -> float:
        """Bounds of blocks add up with what single pairs between them can do, as each pair counts for itself."""
        between = self.stages.run(
            "large: bound",
            {str(at): BoundBetween(file, blocks, sizes, missing) for at, file in enumerate(files)},
        ).values()
        return fsum((*between, *(one["lower_bound"] - missing * one["unlisted"] for one in told)))

    def refined(self, files: tuple[Path, ...], n_pairs: int, sizes: Path, clusters: Path, how: Instructions) -> Path:
        """The clusters after rounds in blocks of whole clusters."""
        if n_pairs <= self.capacity:
            return clusters
        for at in range(_ROUNDS):
            name = f"refine {at}"
            folder = self.stages.folder / "large" / f"refine-{at}"
            clusters, told = self._solved(name, folder, files, n_pairs, sizes, how, clusters, is_backward=at % 2 == 1)
            gain = fsum(one["before"] - one["energy"] for one in told)
            if gain <= _LITTLE * abs(fsum(one["energy"] for one in told)):
                break
        return clusters

    def _solved(
        self,
        name: str,
        folder: Path,
        files: tuple[Path, ...],
        n_pairs: int,
        sizes: Path,
        how: Instructions,
        clusters: Path | None = None,
        is_backward: bool = False,
    ) -> tuple[Path, list[dict[str, Any]]]:
        """Blocks, each solved; the clusters, and what each task told."""
        n_active = self.stages.one(f"{name}: nodes", CountActive(files, self.n_nodes))
        most = self.n_nodes if n_pairs <= self.capacity else max(2, self.capacity * n_active // (2 * n_pairs))
        blocks = folder / "blocks.npy"
        self.stages.one(
            f"{name}: blocks",
            MakeBlocks(files, sizes, clusters, self.n_nodes, how.missing, most, is_backward, blocks),
        )
        routed = route(self.stages, name, files, blocks, capacity=self.capacity)
        n_tasks = routed.n_small + routed.n_large
        found = tuple(folder / f"found-{task}.npy" for task in range(n_tasks))
        told = self.stages.run(
            f"{name}: solve",
            {
                str(task): SolveTask(routed, task, how, out, is_excess=True, sizes=sizes, start=clusters)
                for task, out in enumerate(found)
            },
        )
        self.n_tasks += n_tasks
        gathered = folder / "clusters.npy"
        self.stages.one(f"{name}: gather", GatherLabels(found, self.n_nodes, clusters, gathered))
        return gathered, list(told.values())
