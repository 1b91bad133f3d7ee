"""Solves all components that are too large for a task, from chunks of their pairs."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import NamedTuple

from frenemy.engines.budget import Budget
from frenemy.engines.scratch.checkpointed_stages import CheckpointedStages
from frenemy.engines.streamed.bounds import bound_level
from frenemy.engines.streamed.build_rows import SplitPairs, sum_entries
from frenemy.engines.streamed.level import Level
from frenemy.engines.streamed.multilevel import StreamedMultilevel
from frenemy.engines.streamed.number_nodes import NumberNodes, SmallestNodes
from frenemy.engines.streamed.pair_source import LargePairs
from frenemy.solvers import Solver


class LargeSolution(NamedTuple):
    """The solution of all large components.

    Attributes
    ----------
    clusters : Path
        The smallest node of each node's cluster; nodes without a pair are alone, or with those they must be with.
    cut, bound : float
        The weight of cut pairs minus that of unlisted ones, and a lower bound on the energy without the weight of all
        unlisted pairs.
    n_inside : float
        Pairs of nodes in the same cluster.
    n_tasks : int
        Problems that were solved in memory.
    """

    clusters: Path
    cut: float
    bound: float
    n_inside: float
    n_tasks: int


def solve_large(
    stages: CheckpointedStages, pairs: LargePairs, *, solver: Solver, seed: int, budget: Budget
) -> LargeSolution:
    """Cluster large components. Pairs are in files and never all in memory, but each node takes some memory."""
    folder = stages.folder / "large"
    groups, numbers, sizes, cannot_link, clusters = (
        folder / f"{name}.npy" for name in ("groups", "numbers", "sizes", "apart", "clusters")
    )
    numbered = stages.one("large: number", NumberNodes(pairs, budget.pairs, groups, numbers, sizes, cannot_link))
    budget.check_nodes(numbered["n_nodes"])
    edges = tuple(numbered["edges"])
    rows = sum_entries(
        stages,
        "large",
        folder / "rows",
        edges,
        [partial(SplitPairs, source, numbers, edges) for source in pairs.sources],
        is_annealed=True,
    )
    level = Level(rows, sizes, pairs.missing, cannot_link)
    streamed = StreamedMultilevel(stages, solver, seed=seed, capacity=budget.pairs_of_level, max_entries=budget.pairs)
    labels, cut, n_inside = streamed.solve(level, folder)
    bound = bound_level(stages, level, labels, folder / "bound", capacity=budget.pairs)
    stages.one("large: end", SmallestNodes(groups, numbers, labels, clusters))
    return LargeSolution(clusters, cut, bound, n_inside, streamed.n_solved)
