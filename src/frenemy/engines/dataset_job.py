"""Solves a dataset, stage by stage: DuckDB does the relations in this process, an executor solves the tasks."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from math import fsum
from pathlib import Path
from typing import Any, Literal, NamedTuple

import numpy as np

from frenemy.affinity.self_calibration.self_calibration import SelfCalibration
from frenemy.engines.budget import Budget
from frenemy.engines.components.connected_components import (
    connected_components,
    pack_components,
    task_rows,
    write_tasks,
)
from frenemy.engines.components.large_components import (
    LargeComponents,
    LargeRows,
    solve_large_components,
    weigh_large_components,
)
from frenemy.engines.components.routing import Routed, Tasks
from frenemy.engines.components.solve_task import GatherLabels, SolveOptions, SolveRows
from frenemy.engines.components.weigh_task import CountOpen, WeighBetween
from frenemy.engines.dataset_evidence import DatasetEvidence, EvidenceOptions, FitRows, dataset_evidence
from frenemy.engines.dataset_result import DatasetResult
from frenemy.engines.executors.executor import Task
from frenemy.engines.label_files import NumberClusters, write_labels
from frenemy.engines.pairs.dataset_files import DatasetFiles
from frenemy.engines.pairs.known_links import LinkTable, check_links, link_rows
from frenemy.engines.pairs.row_faults import check_rows
from frenemy.engines.pairs.row_weights import COUNTS, weighing
from frenemy.engines.relations.attraction import score_above
from frenemy.engines.relations.on_duckdb import OnDuckDB
from frenemy.engines.relations.plan import PairPlan, RowFacts
from frenemy.engines.scratch.checkpointed_stages import CheckpointedStages
from frenemy.engines.scratch.stored_arrays import open_array, save_array
from frenemy.problem.array_types import Ints
from frenemy.problem.checked_arrays import MAX_NODES
from frenemy.solvers import Automatic, Solver
from frenemy.solvers.automatic import SMALL_GROUPS
from frenemy.tables.arrow import pa
from frenemy.tables.columns import PairColumns
from frenemy.tables.row_counts import RowCounts
from frenemy.tables.weighing.value_kind import ValueKind
from frenemy.tables.weighing.weighing import Weighing


class _Numbered(NamedTuple):
    """What is known once ids and pairs have numbers."""

    facts: RowFacts
    n_nodes: int
    n_pairs: int


class _Solved(NamedTuple):
    """The results of the tasks of each kind."""

    small: list[dict[str, Any]]
    between: list[dict[str, Any]]
    large: LargeComponents | None

    @property
    def counts(self) -> dict[str, int]:
        counted = [*self.small, *self.between, *([] if self.large is None else self.large.counts)]
        return {name: sum(one[name] for one in counted) for name in COUNTS}

    def energies(self, missing: float, n_nodes: int) -> tuple[float, float]:
        """The energy of all pairs, and a lower bound."""
        # Unlisted pairs that no task has counted: between components, and in large ones.
        n_unlisted = 0.5 * n_nodes * (n_nodes - 1) - fsum(one["unlisted"] for one in self.small)
        n_unlisted -= sum(one["n_pairs"] for one in self.between)
        common = (*(one["weight"] for one in self.between), missing * n_unlisted)
        energies = [*common, *(one["energy"] for one in self.small)]
        bounds = [*common, *(one["lower_bound"] for one in self.small)]
        if self.large is not None:
            energies += [self.large.solution.cut, -missing * self.large.solution.n_inside]
            bounds.append(self.large.solution.bound)
        return fsum(energies), fsum(bounds)


@dataclass(frozen=True, eq=False)
class DatasetJob:
    """The inputs and options of :func:`frenemy.solve_dataset`."""

    files: DatasetFiles
    columns: PairColumns
    values: ValueKind
    budget: Budget
    threads: int
    output: Path
    evidence: EvidenceOptions
    must_link: LinkTable | None
    cannot_link: LinkTable | None
    nulls: Literal["error", "drop"]
    solver: Solver | None
    seed: int

    def run(self, stages: CheckpointedStages) -> DatasetResult:
        numbered, evidence, routed = self._relations(stages)
        large = self._large_rows(stages, evidence, routed, numbered.n_nodes)
        weighing = self._weighing(stages, evidence, routed, large, numbered.n_nodes)
        options = self._options(stages, weighing, evidence.missing)
        solved = self._solve(stages, options, numbered, routed, large)
        missing = evidence.missing
        energy, lower_bound = solved.energies(missing, numbered.n_nodes)
        stated = {"values": self.values.name, "missing": missing, "energy": energy, "lower_bound": lower_bound}
        clusters = self._write_labels(stages, numbered, stated)
        counts = solved.counts
        facts = numbered.facts
        return DatasetResult(
            output=str(self.output),
            n_nodes=numbered.n_nodes,
            energy=energy,
            lower_bound=lower_bound,
            left_out=RowCounts(
                n_rows=facts.n_rows,
                n_records=numbered.n_nodes,
                repeated_rows=numbered.n_pairs - counts["n_pairs"],
                self_pairs=facts.n_rows - facts.null_ids - facts.null_scores - numbered.n_pairs,
                null_ids=facts.null_ids,
                null_scores=facts.null_scores,
                are_summed=self.values.are_weights,
                **counts,
            ),
            n_dropped=sum(one["n_pairs"] for one in solved.between),
            n_tasks=routed.tasks.n_whole + (0 if solved.large is None else solved.large.solution.n_tasks),
            n_large=routed.tasks.n_alone + routed.tasks.n_large_components,
            missing=missing,
            values=self.values.name,
            notes=(self.values.note(f"column {self.columns.score!r}"), *evidence.notes),
            **clusters,
        )

    def _engine(self, stages: CheckpointedStages) -> OnDuckDB:
        return OnDuckDB(stages, memory=self.budget.engine, threads=self.threads)

    def _plan(self, engine: OnDuckDB) -> PairPlan:
        kinds = self.files.id_types(self.columns)
        return PairPlan(engine, len(kinds), is_number=len(kinds) == 1 and pa.types.is_integer(kinds[0]))

    def _relations(self, stages: CheckpointedStages) -> tuple[_Numbered, DatasetEvidence, Routed]:
        """All steps up to the files of the tasks. The engine ends with them, so that tasks have its memory."""
        with self._engine(stages) as engine:
            engine.read_files(self.files, self.columns)
            plan = self._plan(engine)
            numbered = self._numbered(stages, plan)
            evidence = self._evidence(stages, plan, numbered)
            must_link = self._links(stages, engine)
            routed = self._route(stages, engine, plan, numbered, evidence, must_link)
            engine.drop("pairs")  # the files of the tasks hold them all, and the disk need not hold both
        return numbered, evidence, routed

    def _numbered(self, stages: CheckpointedStages, plan: PairPlan) -> _Numbered:
        facts = RowFacts(*stages.here("read", plan.facts))
        check_rows(facts, self.files, self.columns, self.nulls)
        n_nodes = plan.number_ids(facts.n_rows)
        if n_nodes > MAX_NODES:
            raise ValueError(f"at most {MAX_NODES:,} ids can be numbered, got {n_nodes:,}")
        return _Numbered(facts, n_nodes, plan.number_pairs(n_nodes))

    def _evidence(self, stages: CheckpointedStages, plan: PairPlan, numbered: _Numbered) -> DatasetEvidence:
        given = self.evidence
        plain = weighing(self.columns.known_values, given.weights, prior=given.prior, tool_prior=given.tool_prior)
        fit = None
        if given.needs_sample:
            rows = FitRows(plan, numbered.facts, numbered.n_nodes, numbered.n_pairs, plain, self.seed)
            fit = SelfCalibration(**stages.here("weigh", rows))
        return dataset_evidence(given, plain, fit)

    def _links(self, stages: CheckpointedStages, engine: OnDuckDB) -> Ints:
        """The must-links as nodes, after files of both kinds of links are written."""
        links = [
            np.empty((0, 2), np.int64) if table is None else table.nodes(engine)
            for table in (self.must_link, self.cannot_link)
        ]
        check_links(*links)
        for own, file in zip(links, self._link_files(stages), strict=True):
            save_array(file, own.astype(np.int32))
        return links[0]

    @staticmethod
    def _link_files(stages: CheckpointedStages) -> tuple[Path, Path]:
        return stages.folder / "must_link.npy", stages.folder / "cannot_link.npy"

    def _route(
        self,
        stages: CheckpointedStages,
        engine: OnDuckDB,
        plan: PairPlan,
        numbered: _Numbered,
        evidence: DatasetEvidence,
        must_link: Ints,
    ) -> Routed:
        """Write the files of the tasks."""
        engine.lend("links", link_rows(must_link))
        rows_folder = stages.folder / "rows"
        parts, packed = stages.folder / "parts.npy", stages.folder / "tasks.npy"
        above = score_above(evidence.weighing, numbered.facts.low, numbered.facts.high)

        def connect() -> None:
            save_array(parts, connected_components(engine.batches(plan.attracting(above)), numbered.n_nodes))

        def pack() -> Tasks:
            rows = engine.batches(f"SELECT u, v FROM ({plan.rows}) AS listed")
            own = {"capacity": self.budget.pairs, "capacity_alone": self.budget.pairs_alone}
            tasks_of, tasks = pack_components(rows, open_array(parts), **own)
            save_array(packed, tasks_of)
            return tasks

        def route() -> int:
            rows = engine.batches(f"SELECT u, v, score FROM ({plan.rows}) AS listed ORDER BY place")
            own = open_array(parts), open_array(packed), tasks
            return write_tasks(rows, *own, rows_folder, max_rows=self.budget.rows)

        stages.here("connect", connect)
        tasks = Tasks(*stages.here("pack", pack))
        return task_rows(rows_folder, tasks, stages.here("route", route))

    def _large_rows(
        self, stages: CheckpointedStages, evidence: DatasetEvidence, routed: Routed, n_nodes: int
    ) -> LargeRows | None:
        if not routed.tasks.n_large:
            return None
        return weigh_large_components(
            stages,
            routed,
            evidence.weighing,
            missing=evidence.missing,
            fit=evidence.fit,
            n_nodes=n_nodes,
            budget=self.budget,
        )

    @staticmethod
    def _weighing(
        stages: CheckpointedStages, evidence: DatasetEvidence, routed: Routed, large: LargeRows | None, n_nodes: int
    ) -> Weighing:
        """How tasks weigh their rows: by what all of them together show."""
        if evidence.fit is None:
            return evidence.weighing
        if not evidence.fit.counts_open:
            return evidence.counted((), n_nodes)

        def count(tasks: Iterable[int]) -> dict[str, Task]:
            return {str(at): CountOpen(routed, at, evidence.weighing) for at in tasks}

        small = stages.run("count", count(routed.tasks.small))
        alone = stages.one_by_one("count alone", count(routed.tasks.alone))
        of_large = [] if large is None else large.open_counts
        return evidence.counted((*small.values(), *alone.values(), *of_large), n_nodes)

    def _options(self, stages: CheckpointedStages, weighing: Weighing, missing: float) -> SolveOptions:
        must_link, cannot_link = self._link_files(stages)
        return SolveOptions(
            weighing,
            missing,
            self.solver or SMALL_GROUPS,
            self.seed,
            must_link,
            cannot_link,
            self.solver or Automatic(),
        )

    def _solve(
        self,
        stages: CheckpointedStages,
        options: SolveOptions,
        numbered: _Numbered,
        routed: Routed,
        rows: LargeRows | None,
    ) -> _Solved:
        """Solve all tasks, and write the smallest node of each node's cluster."""
        tasks = routed.tasks
        between = stages.run(
            "between parts", {str(task): WeighBetween(routed, task, options.weighing) for task in tasks.between}
        )
        solutions = tuple(stages.folder / "found" / f"{task}.npy" for task in range(tasks.n_whole))

        def solve(tasks: Iterable[int], solver: Solver) -> dict[str, Task]:
            own = replace(options, solver=solver)
            return {str(at): SolveRows(routed, at, own, solutions[at]) for at in tasks}

        small = stages.run("solve", solve(tasks.small, options.solver))
        small |= stages.one_by_one("solve alone", solve(tasks.alone, options.large_solver))
        large = None
        if rows is not None:
            large = solve_large_components(stages, rows, options, numbered.n_nodes, self.budget)
        before = None if large is None else large.solution.clusters
        gather = GatherLabels(solutions, numbered.n_nodes, before, stages.folder / "roots.npy")
        stages.here("gather", gather)
        return _Solved(list(small.values()), list(between.values()), large)

    def _write_labels(self, stages: CheckpointedStages, numbered: _Numbered, stated: dict[str, Any]) -> dict[str, int]:
        """Write the labels, and return the number and sizes of the clusters."""
        clusters = stages.folder / "clusters.npy"
        counts: dict[str, int] = stages.here("clusters", NumberClusters(stages.folder / "roots.npy", clusters))
        kinds = [self.files.schema.field(name).type for name in self.columns.left]
        schema = pa.schema(list(zip(self.columns.id_names, kinds, strict=True)))
        with self._engine(stages) as engine:
            engine.open("ids")
            for at, first in enumerate(range(0, max(1, numbered.n_nodes), self.budget.ids)):

                def write(at: int = at, first: int = first) -> None:
                    ids = ", ".join(f"id{place + 1}" for place in range(len(kinds)))
                    batches = engine.batches(
                        f"SELECT node, {ids} FROM ids WHERE node >= {first} AND node < {first + self.budget.ids} "
                        "ORDER BY node"
                    )
                    write_labels(batches, clusters, schema, stated, self.output / f"part-{at:05d}.parquet")

                stages.here("write", write, str(at))
        return counts
