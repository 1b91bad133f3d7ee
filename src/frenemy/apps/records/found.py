"""Where entities come from: a solve of all pairs, or an update of entities that stand."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from frenemy.apps.records.account import Account
from frenemy.apps.records.arrow import pa
from frenemy.apps.records.changes import change_list
from frenemy.apps.records.knowledge import Known
from frenemy.apps.records.pair_table import ScoredPairs
from frenemy.apps.records.previous import Previous
from frenemy.apps.records.sources import Sources
from frenemy.apps.records.standing import Standing, standing
from frenemy.apps.records.update_entities import Updated
from frenemy.apps.records.weighing import Weighing
from frenemy.costs import Costs
from frenemy.explain import explain
from frenemy.problem import Labels, Problem
from frenemy.run import BoundRound, Status
from frenemy.solve import Result
from frenemy.solvers import DEFAULT

_Floats = npt.NDArray[np.float64]


class Found(Protocol):
    """What :class:`~frenemy.apps.records.entities.Entities` are made of; its attributes tell what is what."""

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
    def margins(self) -> _Floats: ...
    @property
    def cluster_ids(self) -> pa.Array: ...
    @property
    def changes(self) -> Any: ...
    @property
    def account(self) -> Account: ...
    @property
    def standing(self) -> Standing: ...


@dataclass(frozen=True, eq=False)
class FoundAnew:
    """By a solve of all pairs.

    Attributes
    ----------
    evidence : Problem
        ``problem`` without what repels for the sources' sake.
    known, sources, weighing
        What went into it, for updates.
    """

    pairs: ScoredPairs
    problem: Problem
    result: Result
    account: Account
    previous: Previous | None
    evidence: Problem = field(repr=False)
    known: Known = field(repr=False)
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
    def margins(self) -> _Floats:
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
    def standing(self) -> Standing:
        return standing(
            self.pairs,
            self.evidence,
            self.labels,
            margins=self.margins,
            cluster_ids=self.cluster_ids,
            taken=None if self.previous is None else self.previous.ids,
            known=self.known,
            sources=self.sources,
            weighing=self.weighing,
            told=self.account.told,
        )


@dataclass(frozen=True, eq=False)
class FoundByUpdate:
    """By an update; what takes a look at all pairs or records is made when it is asked for."""

    updated: Updated
    n_before: int
    seconds: float
    seed: int

    @property
    def standing(self) -> Standing:
        return self.updated.standing

    @property
    def account(self) -> Account:
        return self.updated.account

    @property
    def n_records(self) -> int:
        return self.standing.n_records

    @property
    def n_entities(self) -> int:
        return self.standing.n_entities

    @property
    def margins(self) -> _Floats:
        return self.standing.margins

    @cached_property
    def pairs(self) -> ScoredPairs:
        return self.standing.pairs()

    @cached_property
    def problem(self) -> Problem:
        return self.standing.problem()

    @cached_property
    def labels(self) -> Labels:
        return self.standing.labels()

    @cached_property
    def cluster_ids(self) -> pa.Array:
        return self.standing.names.all()

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
        ids = self.standing.ids
        listed = change_list(
            ids.take(changed),
            ids.take(changed[is_old]),
            np.where(is_old, np.arange(len(changed)), -1),
            self.standing.names.take(changed),
            self.updated.before,
            names=self.standing.id_names,
        )
        return self.standing.kind.back(listed)
