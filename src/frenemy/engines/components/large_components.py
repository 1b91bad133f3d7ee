"""Components too large for one task: solved in blocks, contracted, and refined.

Each block is solved alone. Its clusters are contracted to nodes, and the pairs between these are summed, until all fits
one task. Then whole clusters are put into new blocks, together with the clusters they attract most, and each block is
solved again from there. Pairs that leave a block stay cut whatever happens inside, so this is the whole problem with
all other clusters fixed: the energy never rises.
"""

from __future__ import annotations

from dataclasses import replace
from math import fsum
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from frenemy.engines.components.blocks import MakeBlocks
from frenemy.engines.components.large_component_steps import (
    BoundBetween,
    ContractLinks,
    ContractNodes,
    CountActive,
    CountInside,
    CountRows,
    Lift,
    WeighCut,
)
from frenemy.engines.components.routing import Routed, route
from frenemy.engines.components.solve_task import GatherLabels, SolveOptions, SolveTask
from frenemy.engines.pairs.regrouping import Slice
from frenemy.engines.pairs.repeated_rows import weigh_rows
from frenemy.engines.pairs.summed_pairs import sum_pairs
from frenemy.engines.scratch.checkpointed_stages import CheckpointedStages
from frenemy.engines.scratch.stored_arrays import save_array

_MAX_LEVELS = 12
_MAX_SHRINK = 0.9  # a level that leaves a larger share of the pairs is the last
_MAX_ROUNDS = 4  # of refinement
_MIN_GAIN = 1e-5  # share of the energy that a round of refinement must gain to be followed by another


class LargeComponents(NamedTuple):
    """The solution of all large components.

    Attributes
    ----------
    clusters : Path
        The smallest node of each node's cluster; nodes of other components are alone.
    cut, bound : float
        The weight of cut pairs minus that of unlisted ones, and a lower bound on it.
    n_inside : float
        Pairs of nodes in the same cluster.
    n_tasks : int
    counts : list of dict
        Counts of rows and pairs.
    """

    clusters: Path
    cut: float
    bound: float
    n_inside: float
    n_tasks: int
    counts: list[dict[str, int]]


def solve_large_components(
    stages: CheckpointedStages, routed: Routed, options: SolveOptions, n_nodes: int, capacity: int
) -> LargeComponents:
    """Cluster all components whose tasks come after the small ones.

    Parameters
    ----------
    capacity : int
        Pairs per task.
    """
    folder = stages.folder / "large"
    first, sizes = folder / "first.npy", folder / "sizes.npy"
    stages.one("large: begin", ContractLinks(options.must_link, n_nodes, first, sizes))
    no_links = folder / "free.npy"
    save_array(no_links, np.empty((0, 2), np.int32))
    cannot_link = folder / "apart.npy"
    stages.one("large: links", ContractNodes(first, sizes, options.cannot_link, folder / "unused.npy", cannot_link))
    files, n_pairs, counts = _contracted_pairs(stages, routed, options, first, n_nodes, capacity)
    options = replace(options, must_link=no_links, cannot_link=cannot_link)
    blocks = _BlockSolver(stages, n_nodes, capacity)
    steps, bound = blocks.contract(files, n_pairs, sizes, options)
    clusters = folder / "lifted.npy"
    stages.one("large: lift", Lift((first, *steps), clusters))
    clusters = blocks.refine(files, n_pairs, sizes, clusters, options)
    cut = stages.run("large: weigh", {str(at): WeighCut(file, clusters) for at, file in enumerate(files)}).values()
    lifted = folder / "clusters.npy"
    stages.one("large: end", Lift((first, clusters), lifted))
    n_inside = stages.one("large: count", CountInside(clusters, sizes))
    return LargeComponents(lifted, fsum(cut), bound, n_inside, blocks.n_tasks, counts)


def _contracted_pairs(
    stages: CheckpointedStages, routed: Routed, options: SolveOptions, first: Path, n_nodes: int, capacity: int
) -> tuple[tuple[Path, ...], int, list[dict[str, int]]]:
    """Files of the pairs of all large components, between nodes contracted along must-links, with their weight minus
    that of unlisted ones; the number of pairs; and the counts of rows."""
    end = routed.n_small + routed.n_large
    sources = [
        Slice(file, begins, routed.n_small, end) for file, begins in zip(routed.files, routed.begins, strict=True)
    ]
    files, counts = weigh_rows(
        stages, "large rows", sources, options.weighing, n_nodes=n_nodes, max_rows=capacity, missing=options.missing
    )
    n_pairs = sum(one["n_pairs"] for one in counts)
    # Rows of a pair must be averaged before pairs of contracted nodes are summed.
    if stages.one("large: has links", CountRows(options.must_link)):
        files, n_pairs = sum_pairs(
            stages, "large 0", list(map(Slice, files)), first, n_nodes=n_nodes, max_pairs=capacity
        )
    return files, n_pairs, counts


class _BlockSolver:
    """Solves pairs in blocks, and counts the tasks."""

    def __init__(self, stages: CheckpointedStages, n_nodes: int, capacity: int) -> None:
        self.stages = stages
        self.n_nodes = n_nodes
        self.capacity = capacity
        self.n_tasks = 0

    def contract(
        self, files: tuple[Path, ...], n_pairs: int, sizes: Path, options: SolveOptions
    ) -> tuple[list[Path], float]:
        """Solve and contract level by level, until all fits one task.

        Returns the cluster of each node at each level, and a lower bound, which comes from the first.
        """
        steps: list[Path] = []
        bound = 0.0
        for level in range(_MAX_LEVELS):
            name = f"large {level}"
            folder = self.stages.folder / "large" / str(level)
            clusters, results = self._solve(name, folder, files, n_pairs, sizes, options)
            steps.append(clusters)
            if level == 0:
                bound = self._bound(folder / "blocks.npy", files, sizes, options.missing, results)
            if n_pairs <= self.capacity:
                break
            smaller, links = folder / "sizes.npy", folder / "links.npy"
            self.stages.one(f"{name}: contract", ContractNodes(clusters, sizes, options.cannot_link, smaller, links))
            sources = list(map(Slice, files))
            before = n_pairs
            files, n_pairs = sum_pairs(
                self.stages, f"large {level + 1}", sources, clusters, n_nodes=self.n_nodes, max_pairs=self.capacity
            )
            if n_pairs > _MAX_SHRINK * before and n_pairs > self.capacity:
                break
            sizes = smaller
            options = replace(options, cannot_link=links)
        return steps, bound

    def _bound(
        self, blocks: Path, files: tuple[Path, ...], sizes: Path, missing: float, results: list[dict[str, Any]]
    ) -> float:
        """The sum of the bounds of all blocks and of all pairs between them, as no pair is counted twice."""
        between = self.stages.run(
            "large: bound",
            {str(at): BoundBetween(file, blocks, sizes, missing) for at, file in enumerate(files)},
        ).values()
        return fsum((*between, *(one["lower_bound"] - missing * one["unlisted"] for one in results)))

    def refine(self, files: tuple[Path, ...], n_pairs: int, sizes: Path, clusters: Path, options: SolveOptions) -> Path:
        """The clusters after rounds in blocks of whole clusters."""
        if n_pairs <= self.capacity:
            return clusters
        for at in range(_MAX_ROUNDS):
            name = f"refine {at}"
            folder = self.stages.folder / "large" / f"refine-{at}"
            clusters, results = self._solve(
                name, folder, files, n_pairs, sizes, options, clusters, is_backward=at % 2 == 1
            )
            gain = fsum(one["before"] - one["energy"] for one in results)
            if gain <= _MIN_GAIN * abs(fsum(one["energy"] for one in results)):
                break
        return clusters

    def _solve(
        self,
        name: str,
        folder: Path,
        files: tuple[Path, ...],
        n_pairs: int,
        sizes: Path,
        options: SolveOptions,
        clusters: Path | None = None,
        is_backward: bool = False,
    ) -> tuple[Path, list[dict[str, Any]]]:
        """Make blocks and solve each; the clusters, and the results of the tasks."""
        n_active = self.stages.one(f"{name}: nodes", CountActive(files, self.n_nodes))
        fits = n_pairs <= self.capacity
        max_nodes = self.n_nodes if fits else max(2, self.capacity * n_active // (2 * n_pairs))
        blocks = folder / "blocks.npy"
        self.stages.one(
            f"{name}: blocks",
            MakeBlocks(files, sizes, clusters, self.n_nodes, options.missing, max_nodes, is_backward, blocks),
        )
        routed = route(self.stages, name, files, blocks, capacity=self.capacity)
        n_tasks = routed.n_small + routed.n_large
        solutions = tuple(folder / f"found-{task}.npy" for task in range(n_tasks))
        results = self.stages.run(
            f"{name}: solve",
            {
                str(task): SolveTask(routed, task, options, out, is_excess=True, sizes=sizes, start=clusters)
                for task, out in enumerate(solutions)
            },
        )
        self.n_tasks += n_tasks
        gathered = folder / "clusters.npy"
        self.stages.one(f"{name}: gather", GatherLabels(solutions, self.n_nodes, clusters, gathered))
        return gathered, list(results.values())
