"""Components too large for one task, from the routed rows of scores."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

from frenemy.affinity.self_calibration.self_calibration import SelfCalibration
from frenemy.engines.budget import Budget
from frenemy.engines.components.large_rivals import less_rivals_of_large
from frenemy.engines.components.large_weights import CountedLarge, count_large
from frenemy.engines.components.routing import Routed
from frenemy.engines.components.solve_task import SolveOptions
from frenemy.engines.components.weigh_task import WeighLarge
from frenemy.engines.pairs.row_weights import COUNTS
from frenemy.engines.scratch.checkpointed_stages import CheckpointedStages
from frenemy.engines.streamed.pair_source import LargePairs, PairFile
from frenemy.engines.streamed.solve_large import LargeSolution, solve_large
from frenemy.tables.weighing.weighing import Weighing


class LargeRows(NamedTuple):
    """The pairs of all large components, each once, by their scores.

    Attributes
    ----------
    files : tuple of Path
        Weights are minus that of an unlisted pair, unless what other pairs show is still to count.
    counts : list of dict
        Pairs and rows of each file.
    counted : CountedLarge or None
        The pairs that no third record supports, if they are looked for.
    counts_rivals : bool
        Whether rivals of linked tables are still to count.
    """

    files: tuple[Path, ...]
    counts: list[dict[str, int]]
    counted: CountedLarge | None
    counts_rivals: bool

    @property
    def open_counts(self) -> list[dict[str, Any]]:
        return [] if self.counted is None else self.counted.counts


class LargeComponents(NamedTuple):
    """The solution of all large components, and counts of their rows and pairs."""

    solution: LargeSolution
    counts: list[dict[str, int]]

    def facts(self, missing: float) -> dict[str, Any]:
        """As of a task that solves whole components; what unlisted pairs weigh is left out."""
        return {
            "energy": self.solution.cut - missing * self.solution.n_inside,
            "lower_bound": self.solution.bound,
            "unlisted": 0.0,
            "n_tasks": self.solution.n_tasks,
            **{name: sum(one[name] for one in self.counts) for name in COUNTS},
        }


def weigh_large_components(
    stages: CheckpointedStages,
    routed: Routed,
    weighing: Weighing,
    *,
    missing: float,
    fit: SelfCalibration | None,
    n_nodes: int,
    budget: Budget,
) -> LargeRows:
    """Weigh the rows of all large components, by their scores alone."""
    files = tuple(stages.folder / "large-pairs" / f"{at}.npy" for at in range(routed.tasks.n_large))
    counts_open = fit is not None and fit.counts_open
    counts_rivals = fit is not None and fit.counts_rivals
    subtracted = 0.0 if counts_open or counts_rivals else missing
    weighed = stages.run(
        "large rows: weigh",
        {
            str(at): WeighLarge(routed, task, weighing, subtracted, files[at])
            for at, task in enumerate(routed.tasks.large)
        },
    )
    counted = count_large(stages, files, n_nodes=n_nodes, max_entries=budget.pairs) if counts_open else None
    return LargeRows(files, list(weighed.values()), counted, counts_rivals)


def solve_large_components(
    stages: CheckpointedStages, rows: LargeRows, options: SolveOptions, n_nodes: int, budget: Budget
) -> LargeComponents:
    """Cluster all large components."""
    files = rows.files
    if rows.counted is not None:
        assert options.weighing.open_weights is not None
        files = rows.counted.limited(stages, options.weighing.open_weights, options.missing)
    elif rows.counts_rivals:
        files = less_rivals_of_large(stages, files, missing=options.missing, n_nodes=n_nodes)
    pairs = LargePairs(tuple(map(PairFile, files)), n_nodes, options.missing, options.must_link, options.cannot_link)
    solution = solve_large(stages, pairs, solver=options.large_solver, seed=options.seed, budget=budget)
    return LargeComponents(solution, rows.counts)
