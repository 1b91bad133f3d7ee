"""Entities that stand, with all that an update needs, so kept that it is found in time that goes with the update."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from frenemy.apps.records.arrow import pa
from frenemy.apps.records.cluster_names import ClusterNames
from frenemy.apps.records.columns import PairColumns
from frenemy.apps.records.growing_ids import GrowingIds
from frenemy.apps.records.growing_rows import GrowingRows
from frenemy.apps.records.knowledge import Known
from frenemy.apps.records.margins import smallest_clusters
from frenemy.apps.records.one_per_source import solve_one_per_source
from frenemy.apps.records.pair_table import ScoredPairs
from frenemy.apps.records.record_ids import RecordIds
from frenemy.apps.records.rules import Rules
from frenemy.apps.records.sources import Sources
from frenemy.apps.records.tables import Kind
from frenemy.apps.records.updates import SolvedPairs, solved_pairs
from frenemy.apps.records.weighing import Weighing
from frenemy.problem import Labels, Problem

_Ints = npt.NDArray[np.int64]
_Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Standing:
    """Records, pairs and clusters.

    Attributes
    ----------
    ids : GrowingIds
        Of the records.
    scores : GrowingRows
        The score of each pair as it was given, by its smaller record.
    solved : SolvedPairs
        What each pair weighs, answers of people included, and the clusters.
    n_entities : int
    answers : GrowingRows
        What answers that have a weight add to each pair, by its smaller record.
    rules : Rules
        What is certain, and sources.
    source_column, source_ids : str and GrowingIds, or None
        Where sources stand, and the sources that there are.
    names : ClusterNames
    margins : (n_records,) float64
    strangers : (n,) int64
        Some of the smallest clusters.
    weighing : Weighing
        From scores to weights.
    columns, id_names, id_dtypes, kind
        As in :class:`~frenemy.apps.records.pair_table.ScoredPairs`, of the first pairs.
    told : tuple of str
        How the weights came about.
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
    margins: _Floats
    strangers: _Ints
    weighing: Weighing
    columns: PairColumns
    id_names: tuple[str, ...]
    id_dtypes: tuple[Any, ...]
    kind: Kind
    told: tuple[str, ...]

    @property
    def n_records(self) -> int:
        return self.solved.n_records

    def labels(self) -> Labels:
        """The entity of each record, ``0..k-1`` by first appearance."""
        return Problem.from_edges([], [], [], n_nodes=self.n_records).check_labels(self.solved.labels)

    def pairs(self) -> ScoredPairs:
        """All pairs, sorted; none has a row, as they come from several tables."""
        u, v, score = self.scores.entries()
        return ScoredPairs(
            RecordIds(self.ids.values),
            u.astype(np.int32),
            v,
            score,
            self.columns.score_kind,
            np.full(len(u), -1, np.int64),
            np.empty(0, np.int32),
            self.columns,
            self.id_names,
            self.id_dtypes,
            self.kind,
            pa.table({}),
        )

    def problem(self) -> Problem:
        """All of it, as a problem; takes time that goes with all pairs."""
        problem = self.rules.put_into(self.solved.problem(), np.arange(self.n_records), self.ids)
        if self.rules.sources is None or self.rules.source_weight is None:
            return problem
        labels = self.labels()
        return solve_one_per_source(
            problem, self.rules.sources, weight=self.rules.source_weight, solve=lambda _: labels, start=labels
        ).problem


def standing(
    pairs: ScoredPairs,
    problem: Problem,
    labels: Labels,
    *,
    margins: _Floats,
    cluster_ids: pa.Array,
    taken: pa.Array | None,
    known: Known,
    sources: Sources | None,
    weighing: Weighing,
    told: tuple[str, ...],
) -> Standing:
    """What was found, made ready for updates: all pairs are sorted, and all ids indexed, once.

    Parameters
    ----------
    pairs : ScoredPairs
    problem : Problem
        What they weigh, answers with a weight included, sources not.
    labels, margins, cluster_ids
        Of each record.
    taken : pyarrow array, optional
        Cluster ids that are not to be given again.
    """
    u, v, weights = problem.edges()
    rules = Rules().with_answers(known.certain)
    source_ids = None
    if sources is not None:
        rules = replace(rules, sources=sources.codes, source_weight=sources.weight)
        source_ids = GrowingIds.of(RecordIds((sources.values,)))
    solved = solved_pairs(u, v, weights, labels=labels, missing=problem.missing)
    return Standing(
        ids=GrowingIds.of(RecordIds(pairs.ids.values)),
        scores=GrowingRows().added(pairs.u, pairs.v, pairs.score),
        solved=solved,
        n_entities=solved.next_label,
        answers=with_answered(GrowingRows(), answered(known)),
        rules=rules,
        source_column=None if sources is None else sources.column,
        source_ids=source_ids,
        names=ClusterNames.of(cluster_ids, taken=taken),
        margins=margins,
        strangers=smallest_clusters(solved.labels),
        weighing=weighing,
        columns=pairs.columns,
        id_names=pairs.id_names,
        id_dtypes=pairs.id_dtypes,
        kind=pairs.kind,
        told=told,
    )


class Answered(NamedTuple):
    """Pairs that answers with a weight are about, ``u < v``, each once, and what these add to what they weigh."""

    u: _Ints
    v: _Ints
    weight: _Floats


def answered(known: Known) -> Answered:
    """The sum of all that is said about each pair."""
    said = (known.weighed.sign != 0) & (known.weighed.u != known.weighed.v)
    u, v = known.weighed.u[said].astype(np.int64), known.weighed.v[said].astype(np.int64)
    keys, which = np.unique(np.minimum(u, v) << 32 | np.maximum(u, v), return_inverse=True)
    weight = np.bincount(which, np.sign(known.weighed.sign[said]) * known.weight, minlength=len(keys))
    return Answered(keys >> 32, keys & 0xFFFFFFFF, weight.astype(np.float64))


def with_answered(rows: GrowingRows, new: Answered) -> GrowingRows:
    """What answers add to pairs, by the smaller record, with more of them."""
    if not len(new.u):
        return rows
    before, _ = rows.weights_of(new.u, new.v, missing=0.0)
    return rows.added(new.u, new.v, before + new.weight)
