"""All that is done to a dataset, stage by stage."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from math import fsum
from pathlib import Path
from typing import Any, Literal, NamedTuple

import numpy as np

from frenemy.apps.records.arrow import pa
from frenemy.apps.records.columns import PairColumns
from frenemy.apps.records.left_out import LeftOut
from frenemy.distributed.between_parts import BetweenParts, weigh_between
from frenemy.distributed.budget import Budget
from frenemy.distributed.dataset_evidence import DatasetEvidence, EvidenceOptions, find_evidence
from frenemy.distributed.dataset_files import DatasetFiles
from frenemy.distributed.dataset_result import DatasetResult
from frenemy.distributed.id_numbering import CollectIds, JoinRanges, MergeIds, SameKey
from frenemy.distributed.joined_parts import joined_parts
from frenemy.distributed.known_links import Links, LinkTable, check_links
from frenemy.distributed.label_files import NumberClusters, WriteLabels
from frenemy.distributed.large_parts import LargeParts, solve_large_parts
from frenemy.distributed.number_pairs import NumberPairs
from frenemy.distributed.pair_rows import RowReader
from frenemy.distributed.repeated_rows import COUNTS, NO_SCORE
from frenemy.distributed.routing import route
from frenemy.distributed.row_weights import weighing
from frenemy.distributed.solve_task import GatherLabels, Instructions, SolveTask
from frenemy.distributed.stages import Stages
from frenemy.distributed.stored_arrays import open_array, pair_array, save_array
from frenemy.solvers import Solver

_LEFT_OUT = ("self_pairs", "null_ids", "null_scores")


class _Numbered(NamedTuple):
    """How rows are read; files of all ids, and how many each has; files of all keys, and of where ids were seen."""

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
    """What :func:`frenemy.solve_dataset` was asked for; see there."""

    files: DatasetFiles
    columns: PairColumns
    budget: Budget
    output: Path
    evidence: EvidenceOptions
    must_link: LinkTable | None
    cannot_link: LinkTable | None
    nulls: Literal["error", "drop"]
    solver: Solver
    seed: int

    def run(self, stages: Stages) -> DatasetResult:
        numbered = self._numbered(stages)
        pairs, sizes, left_out = self._pairs(stages, numbered)
        evidence = self._evidence(stages, pairs, sizes, numbered.n_nodes)
        how = self._instructions(stages, numbered, evidence)
        parts = joined_parts(stages, pairs, how.must_link, how.weighing, numbered.n_nodes)
        pairs = (*pairs, _link_pairs(stages, how.must_link))
        routed = route(stages, "parts", pairs, parts, capacity=self.budget.pairs, between=True)
        shutil.rmtree(stages.folder / "pairs")  # each is in a routed file now, and the disk need not hold both
        between = weigh_between(stages, routed, how.weighing)
        found = tuple(stages.folder / "found" / f"{task}.npy" for task in range(routed.n_small))
        tasks = {str(task): SolveTask(routed, task, how, out) for task, out in enumerate(found)}
        solved = list(stages.run("solve", tasks).values())
        large = None
        if routed.n_large:
            large = solve_large_parts(stages, routed, how, numbered.n_nodes, self.budget.pairs)
        roots = stages.folder / "roots.npy"
        before = None if large is None else large.clusters
        stages.one("gather", GatherLabels(found, numbered.n_nodes, before, roots))
        told = self._written(stages, numbered, roots)
        energy, lower_bound = _energies(how.missing, numbered.n_nodes, between, solved, large)
        counted = [*between.counts, *solved, *([] if large is None else large.counts)]
        counts = {name: sum(one[name] for one in counted) for name in COUNTS}
        n_rows = self.files.n_rows
        return DatasetResult(
            output=str(self.output),
            n_nodes=numbered.n_nodes,
            n_clusters=told["n_clusters"],
            energy=energy,
            lower_bound=lower_bound,
            left_out=LeftOut(
                n_rows=n_rows,
                n_records=numbered.n_nodes,
                repeated_rows=n_rows - counts["n_pairs"] - sum(left_out.values()),
                **counts,
                **left_out,
            ),
            largest=told["largest"],
            n_single=told["n_single"],
            n_dropped=between.n_pairs,
            n_tasks=len(found) + (0 if large is None else large.n_tasks),
            n_large=routed.n_large,
            missing=how.missing,
            told=evidence.told,
        )

    @property
    def _kinds(self) -> tuple[pa.DataType, ...]:
        return tuple(self.files.schema.field(name).type for name in self.columns.left)

    @property
    def _is_number(self) -> bool:
        return len(self._kinds) == 1 and bool(pa.types.is_integer(self._kinds[0]))

    def _numbered(self, stages: Stages) -> _Numbered:
        """Number the ids; with other keys, should two ids have the same."""
        salt = 0
        while True:
            try:
                return self._numbered_with(stages, salt)
            except SameKey:
                salt += 1

    def _numbered_with(self, stages: Stages, salt: int) -> _Numbered:
        reader = RowReader(self.columns, self._is_number, salt, self.nulls)
        again = f" {salt}" if salt else ""
        folder = stages.folder / f"ids{again}"
        chunks = self.files.chunks
        begins = [sum(chunk.n_rows for chunk in chunks[:at]) for at in range(len(chunks))]
        collected = stages.run(
            f"ids{again}",
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
            f"merge ids{again}",
            {
                str(at): MergeIds(parts, schema, edges[at], edges[at + 1] - 1, self._is_number, ids[at])
                for at in range(n_ranges)
            },
        )
        for left in folder.glob("chunk-*"):
            left.unlink()  # what they had is merged, and is less
        keys, seen = stages.folder / "keys.npy", stages.folder / "seen.npy"
        stages.run(
            "join ids",
            {
                "keys": JoinRanges(tuple(part.with_suffix(".npy") for part in ids), keys),
                "seen": JoinRanges(tuple(part.with_suffix(".seen.npy") for part in ids), seen),
            },
        )
        return _Numbered(reader, ids, [one["n"] for one in merged.values()], keys, seen)

    def _pairs(self, stages: Stages, numbered: _Numbered) -> tuple[tuple[Path, ...], list[int], dict[str, int]]:
        """Files of the rows, how many each has, and how many became none."""
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

    def _evidence(self, stages: Stages, pairs: tuple[Path, ...], sizes: list[int], n_nodes: int) -> DatasetEvidence:
        given = self.evidence
        plain = weighing(self.columns.score_kind, given.weights, prior=given.prior, tool_prior=given.tool_prior)
        return find_evidence(stages, pairs, sizes, given, plain, n_nodes=n_nodes, seed=self.seed)

    def _instructions(self, stages: Stages, numbered: _Numbered, evidence: DatasetEvidence) -> Instructions:
        links: list[Links] = [
            np.empty((0, 2), np.int32) if table is None else table.nodes(numbered.reader, numbered.keys)
            for table in (self.must_link, self.cannot_link)
        ]
        check_links(links[0], links[1], numbered.n_nodes)
        must_link, cannot_link = stages.folder / "must_link.npy", stages.folder / "cannot_link.npy"
        save_array(must_link, links[0])
        save_array(cannot_link, links[1])
        return Instructions(
            evidence.weighing, evidence.missing, self.solver, self.seed, numbered.seen, must_link, cannot_link
        )

    def _written(self, stages: Stages, numbered: _Numbered, roots: Path) -> dict[str, Any]:
        """Labels in files; how many clusters there are and how large."""
        clusters = stages.folder / "clusters.npy"
        told: dict[str, Any] = stages.one("clusters", NumberClusters(roots, numbered.seen, clusters))
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
                    self.output / f"part-{at:05d}.parquet",
                )
                for at, part in enumerate(numbered.ids)
            },
        )
        return told


def _energies(
    missing: float, n_nodes: int, between: BetweenParts, solved: list[dict[str, Any]], large: LargeParts | None
) -> tuple[float, float]:
    """Of all pairs together, and the bound."""
    # Pairs of nodes that no task has told of: between parts, and in the large ones.
    n_unlisted = 0.5 * n_nodes * (n_nodes - 1) - fsum(one["unlisted"] for one in solved)
    n_unlisted -= between.n_pairs
    common = (between.weight, missing * n_unlisted)
    energies = [*common, *(one["energy"] for one in solved)]
    bounds = [*common, *(one["lower_bound"] for one in solved)]
    if large is not None:
        energies += [large.cut, -missing * large.unlisted]
        bounds.append(large.bound)
    return fsum(energies), fsum(bounds)


def _link_pairs(stages: Stages, must_link: Path) -> Path:
    """A file of the links as rows without a score, so that tasks know their nodes; they are never cut."""
    links = np.sort(open_array(must_link), axis=1)
    links = links[links[:, 0] != links[:, 1]]
    file = stages.folder / "pairs" / "links.npy"
    save_array(file, pair_array(links[:, 0], links[:, 1], np.full(len(links), NO_SCORE)))
    return file
