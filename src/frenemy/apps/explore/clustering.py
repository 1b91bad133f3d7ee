"""The groups of a problem at one moment, with ids that stay while a group lives."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
import numpy.typing as npt

from frenemy.apps.explore.earlier import changed_groups
from frenemy.apps.matching import match_by_overlap
from frenemy.apps.records.names.stable_ids import kept_ids
from frenemy.bounds.gap import relative_gap
from frenemy.explain import Explanation, explain
from frenemy.problem import Labels, Problem
from frenemy.problem.array_types import Bools, Floats, Ints
from frenemy.solving import Result, solve_problem


@dataclass(frozen=True, eq=False)
class Clustering:
    """The groups of a problem at one moment.

    Attributes
    ----------
    problem : Problem
        With all decisions.
    labels : (n_nodes,) int32
        ``0..k-1``.
    ids : (k,) int64
        The id of each group.
    next_id : int
        The id of the next new group.
    lower_bound : float
        No clustering has a lower energy.
    first : (n_nodes,) int32
        The clustering as it was opened.
    seconds : float
        How long the last solve took.
    """

    problem: Problem
    labels: Labels = field(repr=False)
    ids: Ints = field(repr=False)
    next_id: int
    lower_bound: float
    first: Labels = field(repr=False)
    seconds: float = 0.0

    @staticmethod
    def of(result: Result, first: Labels | None = None) -> Clustering:
        """From a solve; ``first`` is the clustering as it was opened, which gives groups their ids."""
        fresh = Clustering(
            result.problem,
            result.labels,
            np.arange(result.n_clusters),
            result.n_clusters,
            result.lower_bound,
            result.labels if first is None else first,
            result.seconds,
        )
        return fresh if first is None else fresh._with_ids_of(first, np.arange(int(first.max(initial=-1)) + 1))

    def again(self, problem: Problem, touched: npt.ArrayLike) -> Clustering:
        """After a change of constraints about some things: their groups are solved again, from where they were."""
        groups = np.unique(self.labels[np.asarray(touched, np.int64)])
        free = np.flatnonzero(np.isin(self.labels, groups))
        result = solve_problem(problem, start=self.labels, free=free)
        bound = self.lower_bound
        after = Clustering(
            problem, result.labels, np.empty(0, np.int64), self.next_id, bound, self.first, result.seconds
        )
        return after._with_ids_of(self.labels, self.ids)

    def _with_ids_of(self, labels: Labels, ids: Ints) -> Clustering:
        """The same; a group keeps the id of the group of ``labels`` that it shares most things with."""
        kept = kept_ids(self.labels, labels)
        found = np.where(kept >= 0, ids[kept] if len(ids) else -1, -1)
        # What is left of a group keeps its id if no other group took it; a group that comes back has its first one.
        self._take_ids(found, ids[labels] if len(ids) else labels)
        self._take_ids(found, self.first)
        is_new = found < 0
        next_id = max(self.next_id, int(ids.max(initial=-1)) + 1)
        found[is_new] = next_id + np.arange(int(is_new.sum()))
        return Clustering(
            self.problem,
            self.labels,
            found,
            next_id + int(is_new.sum()),
            self.lower_bound,
            self.first,
            self.seconds,
        )

    def _take_ids(self, found: Ints, id_of: npt.NDArray[np.integer]) -> None:
        """Give groups without an id one that things of theirs had, most things first, if no group has it."""
        nodes = np.flatnonzero((found < 0)[self.labels])
        nodes = nodes[~np.isin(id_of[nodes], found)]
        if not len(nodes):
            return
        pairs, n_shared = np.unique(np.stack((id_of[nodes], self.labels[nodes])), axis=1, return_counts=True)
        overlaps = zip(*pairs.tolist(), n_shared.tolist(), pairs[0].tolist(), strict=True)
        for label, one in match_by_overlap(overlaps, known={}).items():
            found[label] = one

    # ------------------------------------------------------------------------------------------------------ numbers

    @property
    def n_groups(self) -> int:
        return len(self.ids)

    @cached_property
    def energy(self) -> float:
        return float(self.problem.energy(self.labels))

    @property
    def gap(self) -> float:
        """How far the energy may be from the best, as a share."""
        return relative_gap(self.energy, self.lower_bound)

    @cached_property
    def explanation(self) -> Explanation:
        return explain(self.problem, self.labels)

    @cached_property
    def group_of(self) -> Ints:
        """The id of each thing's group."""
        return self.ids[self.labels]

    @cached_property
    def is_changed(self) -> Bools:
        """Which groups are not as they were opened."""
        return changed_groups(self.labels, self.first, np.bincount(self.first))

    def label(self, group: int) -> int:
        """The label of a group; a ``KeyError`` if there is no such group any more."""
        return self._labels_by_id[group]

    @cached_property
    def _labels_by_id(self) -> dict[int, int]:
        return {group: label for label, group in enumerate(self.ids.tolist())}

    def members(self, group: int) -> Labels:
        """The things of a group, sorted."""
        return self.explanation.members(self.label(group))

    def moved_since(self, before: Clustering) -> Labels:
        """The things whose group has another id than before."""
        return np.flatnonzero(self.group_of != before.group_of).astype(np.int32)

    # ------------------------------------------------------------------------------------------------- of all groups

    @cached_property
    def sizes(self) -> Ints:
        return self.explanation.clusters.size

    @cached_property
    def typical(self) -> Labels:
        """The thing of each group that the others attract most."""
        order = np.lexsort((-self._inside[0], self.labels))
        found: Labels = order[np.cumsum(self.sizes) - self.sizes].astype(np.int32)
        return found

    @cached_property
    def mixed(self) -> Floats:
        """The share of the listed pairs inside each group that repel."""
        _, n_listed, n_repel = self._inside
        return np.divide(n_repel, n_listed, out=np.zeros(self.n_groups), where=n_listed > 0)

    @cached_property
    def _inside(self) -> tuple[Floats, Ints, Ints]:
        """How much each thing is attracted inside its group, and how many pairs of a group are listed, and repel."""
        u, v, w = self.problem.edges()
        is_inside = self.labels[u] == self.labels[v]
        u, v, w = u[is_inside], v[is_inside], w[is_inside]
        pull: Floats = np.bincount(u, w, len(self.labels)).astype(np.float64)
        pull += np.bincount(v, w, len(self.labels))
        group = self.labels[u]
        n_listed, n_repel = (np.bincount(one, minlength=self.n_groups) for one in (group, group[w < 0]))
        return pull, n_listed, n_repel
