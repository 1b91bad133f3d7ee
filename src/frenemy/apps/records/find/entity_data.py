"""The data behind entities: from a solve of all pairs, or from an update."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Protocol

import numpy as np

from frenemy.apps.records.knowledge import PairKnowledge
from frenemy.apps.records.knowledge.sources import Sources
from frenemy.apps.records.names.changes import change_list
from frenemy.apps.records.names.previous import Previous
from frenemy.apps.records.update.update_entities import Updated
from frenemy.apps.records.update.update_state import UpdateState, update_state
from frenemy.explain import explain
from frenemy.problem import Labels, Problem
from frenemy.problem.array_types import Floats
from frenemy.run import BoundRound, Status
from frenemy.solvers import DEFAULT
from frenemy.solving import Result
from frenemy.solving.result import Costs
from frenemy.tables.arrow import pa
from frenemy.tables.notes import Notes
from frenemy.tables.pair_table import ScoredPairs
from frenemy.tables.weighing.weighing import Weighing


class EntityData(Protocol):
    """What :class:`~frenemy.apps.records.entities.Entities` reads; its attributes have the documentation."""

    @property
    def pairs(self) -> ScoredPairs: ...
    @property
    def problem(self) -> Problem: ...
    @property
    def result(self) -> Result: ...
    @property
    def labels(self) -> Labels: ...
    @property
    def n_records(self) -> int: ...
    @property
    def n_entities(self) -> int: ...
    @property
    def margins(self) -> Floats: ...
    @property
    def cluster_ids(self) -> pa.Array: ...
    @property
    def changes(self) -> Any: ...
    @property
    def notes(self) -> Notes: ...
    @property
    def state(self) -> UpdateState: ...


@dataclass(frozen=True, eq=False)
class SolvedEntities:
    """From a solve of all pairs.

    Attributes
    ----------
    evidence : Problem
        ``problem`` without the repulsion between records of one source.
    known, sources, weighing
        The inputs, for updates.
    """

    pairs: ScoredPairs
    problem: Problem
    result: Result
    notes: Notes
    previous: Previous | None
    evidence: Problem = field(repr=False)
    known: PairKnowledge = field(repr=False)
    sources: Sources | None = field(repr=False)
    weighing: Weighing = field(repr=False)

    @property
    def labels(self) -> Labels:
        return self.result.labels

    @property
    def n_records(self) -> int:
        return self.pairs.ids.n

    @property
    def n_entities(self) -> int:
        return self.result.n_clusters

    @cached_property
    def margins(self) -> Floats:
        return explain(self.problem, self.labels).margins

    @cached_property
    def cluster_ids(self) -> pa.Array:
        return pa.array(self.labels) if self.previous is None else self.previous.cluster_ids(self.labels)

    @cached_property
    def changes(self) -> Any:
        if self.previous is None:
            return None
        listed = change_list(
            self.pairs.ids.values,
            self.previous.records,
            self.previous.rows,
            self.cluster_ids,
            self.previous.ids,
            names=self.pairs.id_names,
        )
        return self.pairs.kind.back(listed)

    @cached_property
    def state(self) -> UpdateState:
        return update_state(
            self.pairs,
            self.evidence,
            self.labels,
            margins=self.margins,
            cluster_ids=self.cluster_ids,
            taken=None if self.previous is None else self.previous.ids,
            known=self.known,
            sources=self.sources,
            weighing=self.weighing,
            notes=self.notes.choices,
        )


@dataclass(frozen=True, eq=False)
class UpdatedEntities:
    """From an update. Whatever needs all pairs or records is computed on first use."""

    updated: Updated
    n_before: int
    seconds: float
    seed: int

    @property
    def state(self) -> UpdateState:
        return self.updated.state

    @property
    def notes(self) -> Notes:
        return self.updated.notes

    @property
    def n_records(self) -> int:
        return self.state.n_records

    @property
    def n_entities(self) -> int:
        return self.state.n_entities

    @property
    def margins(self) -> Floats:
        return self.state.margins

    @cached_property
    def pairs(self) -> ScoredPairs:
        return self.state.pairs()

    @cached_property
    def problem(self) -> Problem:
        return self.state.problem()

    @cached_property
    def labels(self) -> Labels:
        return self.state.labels()

    @cached_property
    def cluster_ids(self) -> pa.Array:
        return self.state.names.all()

    @cached_property
    def result(self) -> Result:
        energy, bound = self.problem.energy(self.labels), self.problem.repelling_weight
        costs = Costs(energy, [BoundRound(self.seconds, bound)], [])
        return Result(
            self.labels, self.n_entities, costs, Status.CONVERGED, self.seconds, self.seed, DEFAULT, self.problem
        )

    @cached_property
    def changes(self) -> Any:
        changed = self.updated.changed
        is_old = changed < self.n_before
        ids = self.state.ids
        listed = change_list(
            ids.take(changed),
            ids.take(changed[is_old]),
            np.where(is_old, np.arange(len(changed)), -1),
            self.state.names.take(changed),
            self.updated.before,
            names=self.state.id_names,
        )
        return self.state.kind.back(listed)
