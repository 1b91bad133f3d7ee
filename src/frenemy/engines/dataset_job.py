"""Solves a dataset, stage by stage."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from math import fsum
from pathlib import Path
from typing import Any, Literal, NamedTuple

import numpy as np

from frenemy.engines.budget import Budget
from frenemy.engines.components.between_components import BetweenComponents, weigh_between
from frenemy.engines.components.connected_components import connected_components
from frenemy.engines.components.large_components import solve_large_components
from frenemy.engines.components.routing import route
from frenemy.engines.components.solve_task import GatherLabels, SolveOptions, SolveTask
from frenemy.engines.dataset_evidence import DatasetEvidence, EvidenceOptions, find_evidence
from frenemy.engines.dataset_result import DatasetResult
from frenemy.engines.label_files import NumberClusters, WriteLabels
from frenemy.engines.pairs.dataset_files import DatasetFiles
from frenemy.engines.pairs.id_numbering import CollectIds, JoinRanges, MergeIds, SameKey
from frenemy.engines.pairs.known_links import LinkTable, check_links
from frenemy.engines.pairs.number_pairs import NumberPairs
from frenemy.engines.pairs.pair_rows import RowReader
from frenemy.engines.pairs.repeated_rows import COUNTS, NO_SCORE
from frenemy.engines.pairs.row_weights import weighing
from frenemy.engines.scratch.checkpointed_stages import CheckpointedStages
from frenemy.engines.scratch.stored_arrays import open_array, pair_array, save_array
from frenemy.engines.streamed.solve_large import LargeSolution
from frenemy.problem.array_types import Ints32
from frenemy.solvers import Solver
from frenemy.tables.arrow import pa
from frenemy.tables.columns import PairColumns
from frenemy.tables.row_counts import RowCounts
from frenemy.tables.weighing.value_kind import ValueKind

_MAX_SALTS = 16  # two equal keys of 64 bits are a rarity, in all of them a defect
_LEFT_OUT = ("self_pairs", "null_ids", "null_scores")


class _Numbered(NamedTuple):
    """The numbered ids: files of ids with the size of each, of all keys, and of the first positions in the input."""

    reader: RowReader
    ids: list[Path]
    sizes: list[int]
    keys: Path
    seen: Path

    @property
    def n_nodes(self) -> int:
        return sum(self.sizes)


@dataclass(frozen=True, eq=False)
class DatasetJob:
    """The inputs and options of :func:`frenemy.solve_dataset`."""

    files: DatasetFiles
    columns: PairColumns
    values: ValueKind
    budget: Budget
    output: Path
    evidence: EvidenceOptions
    must_link: LinkTable | None
    cannot_link: LinkTable | None
    nulls: Literal["error", "drop"]
    solver: Solver
    seed: int

    def run(self, stages: CheckpointedStages) -> DatasetResult:
        numbered = self._number_ids(stages)
        pairs, sizes, left_out = self._number_pairs(stages, numbered)
        evidence = self._evidence(stages, pairs, sizes, numbered.n_nodes)
        options = self._options(stages, numbered, evidence)
        components = connected_components(stages, pairs, options.must_link, options.weighing, numbered.n_nodes)
        pairs = (*pairs, _link_pairs(stages, options.must_link))
        routed = route(stages, "parts", pairs, components, capacity=self.budget.pairs, between=True)
        shutil.rmtree(stages.folder / "pairs")  # the routed files hold them all, and the disk need not hold both
        between = weigh_between(stages, routed, options.weighing)
        solutions = tuple(stages.folder / "found" / f"{task}.npy" for task in range(routed.n_small))
        tasks = {str(task): SolveTask(routed, task, options, out) for task, out in enumerate(solutions)}
        solved = list(stages.run("solve", tasks).values())
        large = None
        if routed.n_large:
            large = solve_large_components(stages, routed, options, numbered.n_nodes, self.budget)
        roots = stages.folder / "roots.npy"
        before = None if large is None else large.solution.clusters
        stages.one("gather", GatherLabels(solutions, numbered.n_nodes, before, roots))
        energy, lower_bound = _energies(
            options.missing, numbered.n_nodes, between, solved, None if large is None else large.solution
        )
        facts = {"values": self.values.name, "missing": options.missing, "energy": energy, "lower_bound": lower_bound}
        clusters = self._write_labels(stages, numbered, roots, facts)
        counted = [*between.counts, *solved, *([] if large is None else large.counts)]
        counts = {name: sum(one[name] for one in counted) for name in COUNTS}
        n_rows = self.files.n_rows
        return DatasetResult(
            output=str(self.output),
            n_nodes=numbered.n_nodes,
            n_clusters=clusters["n_clusters"],
            energy=energy,
            lower_bound=lower_bound,
            left_out=RowCounts(
                n_rows=n_rows,
                n_records=numbered.n_nodes,
                repeated_rows=n_rows - counts["n_pairs"] - sum(left_out.values()),
                are_summed=self.values.are_weights,
                **counts,
                **left_out,
            ),
            largest=clusters["largest"],
            n_single=clusters["n_single"],
            n_dropped=between.n_pairs,
            n_tasks=len(solutions) + (0 if large is None else large.solution.n_tasks),
            n_large=routed.n_large,
            missing=options.missing,
            values=self.values.name,
            notes=(self.values.note(f"column {self.columns.score!r}"), *evidence.notes),
        )

    @property
    def _kinds(self) -> tuple[pa.DataType, ...]:
        return tuple(self.files.schema.field(name).type for name in self.columns.left)

    @property
    def _is_number(self) -> bool:
        return len(self._kinds) == 1 and bool(pa.types.is_integer(self._kinds[0]))

    def _number_ids(self, stages: CheckpointedStages) -> _Numbered:
        """Number the ids; if two have the same key, with other keys."""
        for salt in range(_MAX_SALTS):
            try:
                return self._number_ids_with(stages, salt)
            except SameKey:
                continue
        raise RuntimeError(f"two ids have the same key in each of {_MAX_SALTS} ways to make keys: please report this")

    def _number_ids_with(self, stages: CheckpointedStages, salt: int) -> _Numbered:
        reader = RowReader(self.columns, self._is_number, salt, self.nulls)
        suffix = f" {salt}" if salt else ""
        folder = stages.folder / f"ids{suffix}"
        chunks = self.files.chunks
        begins = [sum(chunk.n_rows for chunk in chunks[:at]) for at in range(len(chunks))]
        collected = stages.run(
            f"ids{suffix}",
            {
                str(at): CollectIds(chunk, begin, reader, folder, f"chunk-{at}")
                for at, (chunk, begin) in enumerate(zip(chunks, begins, strict=True))
            },
        )
        n_ranges = 1 + sum(one["n"] for one in collected.values()) // self.budget.ids
        edges = [at * 2**64 // n_ranges for at in range(n_ranges + 1)]
        parts = tuple(folder / f"chunk-{at}" for at in range(len(chunks)))
        ids = [folder / f"ids-{at}" for at in range(n_ranges)]
        schema = pa.schema(list(zip(self.columns.left, self._kinds, strict=True)))
        merged = stages.run(
            f"merge ids{suffix}",
            {
                str(at): MergeIds(parts, schema, edges[at], edges[at + 1] - 1, self._is_number, ids[at])
                for at in range(n_ranges)
            },
        )
        for chunk_file in folder.glob("chunk-*"):
            chunk_file.unlink()  # the merged files hold their content
        keys, seen = stages.folder / "keys.npy", stages.folder / "seen.npy"
        stages.run(
            "join ids",
            {
                "keys": JoinRanges(tuple(part.with_suffix(".npy") for part in ids), keys),
                "seen": JoinRanges(tuple(part.with_suffix(".seen.npy") for part in ids), seen),
            },
        )
        return _Numbered(reader, ids, [one["n"] for one in merged.values()], keys, seen)

    def _number_pairs(
        self, stages: CheckpointedStages, numbered: _Numbered
    ) -> tuple[tuple[Path, ...], list[int], dict[str, int]]:
        """Files of the numbered rows, the number of rows of each, and counts of the rows left out."""
        files = tuple(stages.folder / "pairs" / f"{at}.npy" for at in range(len(self.files.chunks)))
        counted = stages.run(
            "number",
            {
                str(at): NumberPairs(chunk, numbered.reader, numbered.keys, out)
                for at, (chunk, out) in enumerate(zip(self.files.chunks, files, strict=True))
            },
        ).values()
        left_out = {name: sum(one.get(name, 0) for one in counted) for name in _LEFT_OUT}
        return files, [one["n"] for one in counted], left_out

    def _evidence(
        self, stages: CheckpointedStages, pairs: tuple[Path, ...], sizes: list[int], n_nodes: int
    ) -> DatasetEvidence:
        given = self.evidence
        plain = weighing(self.columns.known_values, given.weights, prior=given.prior, tool_prior=given.tool_prior)
        return find_evidence(stages, pairs, sizes, given, plain, n_nodes=n_nodes, seed=self.seed)

    def _options(self, stages: CheckpointedStages, numbered: _Numbered, evidence: DatasetEvidence) -> SolveOptions:
        links: list[Ints32] = [
            np.empty((0, 2), np.int32) if table is None else table.nodes(numbered.reader, numbered.keys)
            for table in (self.must_link, self.cannot_link)
        ]
        check_links(links[0], links[1], numbered.n_nodes)
        must_link, cannot_link = stages.folder / "must_link.npy", stages.folder / "cannot_link.npy"
        save_array(must_link, links[0])
        save_array(cannot_link, links[1])
        return SolveOptions(
            evidence.weighing, evidence.missing, self.solver, self.seed, numbered.seen, must_link, cannot_link
        )

    def _write_labels(
        self, stages: CheckpointedStages, numbered: _Numbered, roots: Path, facts: dict[str, Any]
    ) -> dict[str, Any]:
        """Write the labels, and return the number and sizes of the clusters."""
        clusters = stages.folder / "clusters.npy"
        counts: dict[str, Any] = stages.one("clusters", NumberClusters(roots, numbered.seen, clusters))
        begins = np.concatenate(([0], np.cumsum(numbered.sizes))).tolist()
        names = self.columns.id_names
        stages.run(
            "write",
            {
                str(at): WriteLabels(
                    part,
                    begins[at],
                    clusters,
                    names,
                    self._kinds,
                    self._is_number,
                    facts,
                    self.output / f"part-{at:05d}.parquet",
                )
                for at, part in enumerate(numbered.ids)
            },
        )
        return counts


def _energies(
    missing: float,
    n_nodes: int,
    between: BetweenComponents,
    solved: list[dict[str, Any]],
    large: LargeSolution | None,
) -> tuple[float, float]:
    """The energy of all pairs, and a lower bound."""
    # Unlisted pairs that no task has counted: between components, and in large ones.
    n_unlisted = 0.5 * n_nodes * (n_nodes - 1) - fsum(one["unlisted"] for one in solved)
    n_unlisted -= between.n_pairs
    common = (between.weight, missing * n_unlisted)
    energies = [*common, *(one["energy"] for one in solved)]
    bounds = [*common, *(one["lower_bound"] for one in solved)]
    if large is not None:
        energies += [large.cut, -missing * large.n_inside]
        bounds.append(large.bound)
    return fsum(energies), fsum(bounds)


def _link_pairs(stages: CheckpointedStages, must_link: Path) -> Path:
    """A file of the must-links as rows without a score, so that their nodes are in the same task."""
    links = np.sort(open_array(must_link), axis=1)
    links = links[links[:, 0] != links[:, 1]]
    file = stages.folder / "pairs" / "links.npy"
    with stages.explained("links"):
        save_array(file, pair_array(links[:, 0], links[:, 1], np.full(len(links), NO_SCORE)))
    return file
