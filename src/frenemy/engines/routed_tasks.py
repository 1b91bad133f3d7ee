"""The tasks of routed rows, whatever engine has sorted them: what they count, and their solutions."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

from frenemy.engines.budget import Budget
from frenemy.engines.components.large_components import solve_large_components, weigh_large_components
from frenemy.engines.components.routing import Routed
from frenemy.engines.components.solve_task import GatherLabels, SolveOptions, SolveRows, SolveTask
from frenemy.engines.components.solved_tasks import SolvedTasks
from frenemy.engines.components.weigh_task import CountOpen, WeighBetween
from frenemy.engines.dataset_evidence import DatasetEvidence
from frenemy.engines.executors.executor import Task
from frenemy.engines.scratch.checkpointed_stages import CheckpointedStages


class RoutedTasks:
    """All tasks of some components. The pairs of large ones are weighed at once.

    Parameters
    ----------
    stages : CheckpointedStages
    routed : Routed
    evidence : DatasetEvidence
    n_nodes : int
        Nodes are numbered 0..n_nodes - 1.
    budget : Budget
    """

    def __init__(
        self, stages: CheckpointedStages, routed: Routed, evidence: DatasetEvidence, *, n_nodes: int, budget: Budget
    ) -> None:
        self._stages = stages
        self._routed = routed
        self._evidence = evidence
        self._n_nodes = n_nodes
        self._budget = budget
        self._large = None
        if routed.tasks.n_large:
            self._large = weigh_large_components(
                stages,
                routed,
                evidence.weighing,
                missing=evidence.missing,
                fit=evidence.fit,
                n_nodes=n_nodes,
                budget=budget,
            )

    def open_counts(self) -> list[dict[str, Any]]:
        """The counts of each task of whole components, if what pairs weigh depends on them."""
        if self._evidence.fit is None or not self._evidence.fit.counts_open:
            return []

        def count(tasks: Iterable[int]) -> dict[str, Task]:
            return {str(at): CountOpen(self._routed, at, self._evidence.weighing) for at in tasks}

        small = self._stages.run("count", count(self._routed.tasks.small))
        alone = self._stages.one_by_one("count alone", count(self._routed.tasks.alone))
        of_large = [] if self._large is None else self._large.open_counts
        return [*small.values(), *alone.values(), *of_large]

    def solve(self, options: SolveOptions, roots: Path) -> SolvedTasks:
        """Solve all tasks, and write the smallest node of each node's cluster to ``roots``."""
        stages, routed, tasks = self._stages, self._routed, self._routed.tasks
        between = stages.run(
            "between parts", {str(task): WeighBetween(routed, task, options.weighing) for task in tasks.between}
        )
        solutions = tuple(stages.folder / "found" / f"{task}.npy" for task in range(tasks.n_whole))

        whole = stages.run("solve", {str(at): SolveRows(routed, at, options, solutions[at]) for at in tasks.small})
        own = replace(options, solver=options.large_solver)
        alone = {str(at): SolveTask(routed, at, own, solutions[at]) for at in tasks.alone}
        whole |= stages.one_by_one("solve alone", alone)
        facts, before = list(whole.values()), None
        if self._large is not None:
            large = solve_large_components(stages, self._large, options, self._n_nodes, self._budget)
            facts.append(large.facts(options.missing))
            before = large.solution.clusters
        stages.here("gather", GatherLabels(solutions, self._n_nodes, before, roots))
        return SolvedTasks(facts, list(between.values()))
