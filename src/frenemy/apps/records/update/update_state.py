"""The state that updates start from, indexed so that an update costs time in proportion to its own size."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np

from frenemy.apps.records.knowledge import PairKnowledge
from frenemy.apps.records.knowledge.one_per_source import solve_one_per_source
from frenemy.apps.records.knowledge.sources import Sources
from frenemy.apps.records.names.cluster_names import ClusterNames
from frenemy.apps.records.update.margins import smallest_clusters
from frenemy.apps.records.update.rules import Rules
from frenemy.apps.records.update.updates import SolvedPairs, solved_pairs
from frenemy.problem import Labels, Problem
from frenemy.problem.array_types import Floats, Ints
from frenemy.tables.arrow import pa
from frenemy.tables.columns import PairColumns
from frenemy.tables.ids.growing_ids import GrowingIds
from frenemy.tables.ids.growing_rows import GrowingRows
from frenemy.tables.ids.record_ids import RecordIds
from frenemy.tables.pair_table import ScoredPairs
from frenemy.tables.readers.tables import Kind
from frenemy.tables.weighing.weighing import Weighing


@dataclass(frozen=True, eq=False)
class UpdateState:
    """Records, pairs, clusters and constraints.

    Attributes
    ----------
    ids : GrowingIds
        The ids of the records.
    scores : GrowingRows
        The score of each pair, by its smaller record.
    solved : SolvedPairs
        The weights of pairs, including answers of reviewers, and the clusters.
    n_entities : int
    answers : GrowingRows
        The sum of the weighted answers on each pair, by its smaller record.
    rules : Rules
        Hard constraints and sources.
    source_column, source_ids : str and GrowingIds, or None
        The column of the sources, and all sources.
    names : ClusterNames
    margins : (n_records,) float64
    small_clusters : (n,) int64
        Some of the smallest clusters.
    weighing : Weighing
        Maps scores to weights.
    columns, id_names, id_dtypes, kind
        As in :class:`~frenemy.tables.pair_table.ScoredPairs`, of the first pairs.
    notes : tuple of str
        How the weights were chosen.
    """

    ids: GrowingIds
    scores: GrowingRows
    solved: SolvedPairs
    n_entities: int
    answers: GrowingRows
    rules: Rules
    source_column: str | None
    source_ids: GrowingIds | None
    names: ClusterNames
    margins: Floats
    small_clusters: Ints
    weighing: Weighing
    columns: PairColumns
    id_names: tuple[str, ...]
    id_dtypes: tuple[Any, ...]
    kind: Kind
    notes: tuple[str, ...]

    @property
    def n_records(self) -> int:
        return self.solved.n_records

    def labels(self) -> Labels:
        """The entity of each record, ``0..k-1`` by first appearance."""
        return Problem.from_edges([], [], [], n_nodes=self.n_records).check_labels(self.solved.labels)

    def pairs(self) -> ScoredPairs:
        """All pairs, sorted. None has a row number, as they come from several tables."""
        u, v, score = self.scores.entries()
        return ScoredPairs(
            RecordIds(self.ids.values),
            u.astype(np.int32),
            v,
            score,
            np.full(len(u), -1, np.int64),
            np.empty(0, np.int32),
            self.columns,
            self.id_names,
            self.id_dtypes,
            self.kind,
            pa.table({}),
            (),
        )

    def problem(self) -> Problem:
        """The whole problem; linear in the number of pairs."""
        problem = self.rules.apply_to(self.solved.problem(), np.arange(self.n_records), self.ids)
        if self.rules.sources is None or self.rules.source_weight is None:
            return problem
        labels = self.labels()
        return solve_one_per_source(
            problem, self.rules.sources, weight=self.rules.source_weight, solve=lambda _: labels, start=labels
        ).problem


def update_state(
    pairs: ScoredPairs,
    problem: Problem,
    labels: Labels,
    *,
    margins: Floats,
    cluster_ids: pa.Array,
    taken: pa.Array | None,
    known: PairKnowledge,
    sources: Sources | None,
    weighing: Weighing,
    notes: tuple[str, ...],
) -> UpdateState:
    """Prepare a solved problem for updates: sort all pairs and index all ids once.

    Parameters
    ----------
    pairs : ScoredPairs
    problem : Problem
        Their weights, with weighted answers and without sources.
    labels, margins, cluster_ids
        One per record.
    taken : pyarrow array, optional
        Cluster ids that must not be used again.
    """
    u, v, weights = problem.edges()
    rules = Rules().with_answers(known.certain)
    source_ids = None
    if sources is not None:
        rules = replace(rules, sources=sources.codes, source_weight=sources.weight)
        source_ids = GrowingIds.of(RecordIds((sources.values,)))
    solved = solved_pairs(u, v, weights, labels=labels, missing=problem.missing)
    return UpdateState(
        ids=GrowingIds.of(RecordIds(pairs.ids.values)),
        scores=GrowingRows().added(pairs.u, pairs.v, pairs.score),
        solved=solved,
        n_entities=solved.next_label,
        answers=with_answer_sums(GrowingRows(), answer_sums(known)),
        rules=rules,
        source_column=None if sources is None else sources.column,
        source_ids=source_ids,
        names=ClusterNames.of(cluster_ids, taken=taken),
        margins=margins,
        small_clusters=smallest_clusters(solved.labels),
        weighing=weighing,
        columns=pairs.columns,
        id_names=pairs.id_names,
        id_dtypes=pairs.id_dtypes,
        kind=pairs.kind,
        notes=notes,
    )


class AnswerSums(NamedTuple):
    """The sum of the weighted answers on each pair; ``u < v``, each pair once."""

    u: Ints
    v: Ints
    weight: Floats


def answer_sums(known: PairKnowledge) -> AnswerSums:
    """Sum the weighted answers on each pair."""
    said = (known.weighed.sign != 0) & (known.weighed.u != known.weighed.v)
    u, v = known.weighed.u[said].astype(np.int64), known.weighed.v[said].astype(np.int64)
    keys, which = np.unique(np.minimum(u, v) << 32 | np.maximum(u, v), return_inverse=True)
    weight = np.bincount(which, np.sign(known.weighed.sign[said]) * known.weight, minlength=len(keys))
    return AnswerSums(keys >> 32, keys & 0xFFFFFFFF, weight.astype(np.float64))


def with_answer_sums(rows: GrowingRows, new: AnswerSums) -> GrowingRows:
    """Add more answers to the sums."""
    if not len(new.u):
        return rows
    before, _ = rows.weights_of(new.u, new.v, missing=0.0)
    return rows.added(new.u, new.v, before + new.weight)
