"""Solves a dataset, stage by stage: DuckDB does the relations in this process, an executor solves the tasks."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Literal

import numpy as np

from frenemy.engines.budget import Budget
from frenemy.engines.components.connected_components import connected_components, route_rows
from frenemy.engines.components.routing import Routed
from frenemy.engines.components.solve_task import SolveOptions
from frenemy.engines.dataset_evidence import DatasetEvidence, EvidenceOptions, dataset_evidence
from frenemy.engines.dataset_result import DatasetResult, made_result
from frenemy.engines.label_files import NumberClusters, write_labels
from frenemy.engines.pairs.dataset_files import DatasetFiles
from frenemy.engines.pairs.known_links import LinkTable, link_nodes, link_rows
from frenemy.engines.pairs.row_faults import check_rows
from frenemy.engines.relations.attraction import score_above
from frenemy.engines.relations.on_duckdb import OnDuckDB
from frenemy.engines.relations.plan import Numbered, PairPlan, RowFacts
from frenemy.engines.routed_tasks import RoutedTasks
from frenemy.engines.scratch.checkpointed_stages import CheckpointedStages
from frenemy.engines.scratch.stored_arrays import save_array
from frenemy.problem.array_types import Ints
from frenemy.problem.checked_arrays import MAX_NODES
from frenemy.solvers import Automatic, Solver
from frenemy.solvers.automatic import SMALL_GROUPS
from frenemy.tables.arrow import pa
from frenemy.tables.columns import PairColumns
from frenemy.tables.weighing.value_kind import ValueKind
from frenemy.tables.weighing.weighing import Weighing


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
        tasks = RoutedTasks(stages, routed, evidence, n_nodes=numbered.n_nodes, budget=self.budget)
        weighing = evidence.counted(tasks.open_counts(), numbered.n_nodes)
        solved = tasks.solve(self._options(stages, weighing, evidence.missing), stages.folder / "roots.npy")
        missing = evidence.missing
        energy, lower_bound = solved.energies(missing, numbered.n_nodes)
        stated = {"values": self.values.name, "missing": missing, "energy": energy, "lower_bound": lower_bound}
        clusters = self._write_labels(stages, numbered, stated)
        return made_result(
            str(self.output),
            numbered,
            evidence,
            solved,
            score=self.columns.score,
            values=self.values,
            n_large=routed.tasks.n_large_components,
            clusters=clusters,
        )

    def _engine(self, stages: CheckpointedStages) -> OnDuckDB:
        return OnDuckDB(stages, memory=self.budget.engine, threads=self.threads)

    def _plan(self, engine: OnDuckDB) -> PairPlan:
        kinds = self.files.id_types(self.columns)
        return PairPlan(engine, len(kinds), is_number=len(kinds) == 1 and pa.types.is_integer(kinds[0]))

    def _relations(self, stages: CheckpointedStages) -> tuple[Numbered, DatasetEvidence, Routed]:
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

    def _numbered(self, stages: CheckpointedStages, plan: PairPlan) -> Numbered:
        facts = RowFacts(*stages.here("read", plan.facts))
        check_rows(facts, self.files, self.columns, self.nulls)
        n_nodes = plan.number_ids(facts.n_rows)
        if n_nodes > MAX_NODES:
            raise ValueError(f"at most {MAX_NODES:,} ids can be numbered, got {n_nodes:,}")
        return Numbered(facts, n_nodes, plan.number_pairs(n_nodes))

    def _evidence(self, stages: CheckpointedStages, plan: PairPlan, numbered: Numbered) -> DatasetEvidence:
        once = partial(stages.here, "weigh")
        return dataset_evidence(self.evidence, plan, numbered, self.columns.known_values, self.seed, once)

    def _links(self, stages: CheckpointedStages, engine: OnDuckDB) -> Ints:
        """The must-links as nodes, after files of both kinds of links are written."""
        links = link_nodes(engine, (self.must_link, self.cannot_link))
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
        numbered: Numbered,
        evidence: DatasetEvidence,
        must_link: Ints,
    ) -> Routed:
        """Write the files of the tasks."""
        engine.lend("links", link_rows(must_link))
        parts = stages.folder / "parts.npy"
        above = score_above(evidence.weighing, numbered.facts.low, numbered.facts.high)

        def connect() -> None:
            save_array(parts, connected_components(engine.batches(plan.attracting(above)), numbered.n_nodes))

        stages.here("connect", connect)
        ends = partial(engine.batches, f"SELECT u, v FROM ({plan.rows}) AS listed")
        rows = partial(engine.batches, f"SELECT u, v, score FROM ({plan.rows}) AS listed", order="place")
        return route_rows(stages, ends, rows, parts, self.budget)

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

    def _write_labels(self, stages: CheckpointedStages, numbered: Numbered, stated: dict[str, Any]) -> dict[str, int]:
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
                        f"SELECT node, {ids} FROM ids WHERE node >= {first} AND node < {first + self.budget.ids}",
                        order="node",
                    )
                    write_labels(batches, clusters, schema, stated, self.output / f"part-{at:05d}.parquet")

                stages.here("write", write, str(at))
        return counts
