"""Components too large for one task, from the routed rows of scores."""

from __future__ import annotations

from typing import NamedTuple

from frenemy.engines.budget import Budget
from frenemy.engines.components.routing import Routed
from frenemy.engines.components.solve_task import SolveOptions
from frenemy.engines.pairs.regrouping import Slice
from frenemy.engines.pairs.repeated_rows import weigh_rows
from frenemy.engines.scratch.checkpointed_stages import CheckpointedStages
from frenemy.engines.streamed.pair_source import LargePairs, PairFile
from frenemy.engines.streamed.solve_large import LargeSolution, solve_large


class LargeComponents(NamedTuple):
    """The solution of all large components, and counts of their rows and pairs."""

    solution: LargeSolution
    counts: list[dict[str, int]]


def solve_large_components(
    stages: CheckpointedStages, routed: Routed, options: SolveOptions, n_nodes: int, budget: Budget
) -> LargeComponents:
    """Cluster all components whose tasks come after the small ones."""
    end = routed.n_small + routed.n_large
    sources = [
        Slice(file, begins, routed.n_small, end) for file, begins in zip(routed.files, routed.begins, strict=True)
    ]
    files, counts = weigh_rows(
        stages,
        "large rows",
        sources,
        options.weighing,
        n_nodes=n_nodes,
        max_rows=budget.pairs,
        missing=options.missing,
    )
    pairs = LargePairs(tuple(map(PairFile, files)), n_nodes, options.missing, options.must_link, options.cannot_link)
    solution = solve_large(stages, pairs, solver=options.solver, seed=options.seed, budget=budget)
    return LargeComponents(solution, counts)
