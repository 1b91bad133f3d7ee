"""The groups of a problem at one moment, with ids that stay while a group lives."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
import numpy.typing as npt

from frenemy.apps.explore.group_facts import GroupFacts
from frenemy.apps.matching import match_by_overlap
from frenemy.apps.records.names.stable_ids import kept_ids
from frenemy.bounds.gap import is_closed, relative_gap
from frenemy.explain import Explanation
from frenemy.explain.changed_clusters import ChangedClusters
from frenemy.problem import Labels, Problem
from frenemy.problem.array_types import Bools, Floats, Ints
from frenemy.solvers import Multilevel, Reduced
from frenemy.solving import Result, solve_problem

#: Solves a few groups again. The default takes up to an eighth of a second however few they are, several times where
#: things must be apart; a person waits for each correction, and hundreds are made again when a file of them is opened.
CORRECTING = Reduced(Multilevel(sweeps=24, members=3, passes=1))


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
    _facts_before: GroupFacts | None = field(repr=False, default=None)  # of the groups that these come from
    _changed: ChangedClusters | None = field(repr=False, default=None)  # since then

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
        if first is None:
            return fresh
        n_first = int(first.max(initial=-1)) + 1
        return fresh._with_ids_of(first, np.arange(n_first), ChangedClusters.between(first, result.labels))

    def again(self, problem: Problem, touched: npt.ArrayLike) -> Clustering:
        """After a change of constraints about some things: their groups are solved again, from where they were."""
        groups = np.unique(self.labels[np.asarray(touched, np.int64)])
        free = np.flatnonzero(np.isin(self.labels, groups))
        result = solve_problem(problem, CORRECTING, start=self.labels, free=free)
        changed = ChangedClusters.between(self.labels, result.labels, touched)
        after = replace(
            self,
            problem=problem,
            labels=result.labels,
            seconds=result.seconds,
            _facts_before=self.__dict__.get("_facts"),  # only if they are known: many steps may be replayed
            _changed=changed,
        )
        return after._with_ids_of(self.labels, self.ids, changed)

    def _with_ids_of(self, labels: Labels, ids: Ints, changed: ChangedClusters) -> Clustering:
        """The same; a group keeps the id of the group of ``labels`` that it shares most things with."""
        nodes = changed.nodes
        groups, now = np.unique(self.labels[nodes], return_inverse=True)
        groups_before, then = np.unique(labels[nodes], return_inverse=True)
        found = np.where(changed.is_changed, -1, ids[changed.before])
        kept = kept_ids(now, then)
        found[groups] = np.where(kept >= 0, ids[groups_before[kept]], -1)
        # What is left of a group keeps its id if no other group took it; a group that comes back has its first one.
        self._take_ids(found, nodes, ids[labels[nodes]])
        self._take_ids(found, nodes, self.first[nodes])
        is_new = found < 0
        next_id = max(self.next_id, int(ids.max(initial=-1)) + 1)
        found[is_new] = next_id + np.arange(int(is_new.sum()))
        return replace(self, ids=found, next_id=next_id + int(is_new.sum()))

    def _take_ids(self, found: Ints, nodes: Labels, ids: npt.NDArray[np.integer]) -> None:
        """Give groups without an id one that things of theirs had, most things first, if no group has it."""
        is_open = (found < 0)[self.labels[nodes]] & ~np.isin(ids, found)
        if not is_open.any():
            return
        had = np.stack((ids[is_open], self.labels[nodes[is_open]]))
        pairs, n_shared = np.unique(had, axis=1, return_counts=True)
        overlaps = zip(*pairs.tolist(), n_shared.tolist(), pairs[0].tolist(), strict=True)
        for label, one in match_by_overlap(overlaps, known={}).items():
            found[label] = one

    # ------------------------------------------------------------------------------------------------------ numbers

    @property
    def n_groups(self) -> int:
        return len(self.ids)

    @cached_property
    def energy(self) -> float:
        table = self.explanation.clusters
        return 0.5 * float((table.cut_attraction + table.cut_repulsion).sum())  # each pair leaves two groups

    @property
    def gap(self) -> float:
        """How far the energy may be from the best, as a share."""
        return 0.0 if is_closed(self.energy, self.lower_bound) else relative_gap(self.energy, self.lower_bound)

    @cached_property
    def _facts(self) -> GroupFacts:
        if self._facts_before is None or self._changed is None:
            return GroupFacts.of(self.problem, self.labels)
        return self._facts_before.again(self.problem, self.labels, self._changed)

    @property
    def explanation(self) -> Explanation:
        return self._facts.explanation

    @cached_property
    def group_of(self) -> Ints:
        """The id of each thing's group."""
        return self.ids[self.labels]

    @cached_property
    def is_changed(self) -> Bools:
        """Which groups are not as they were opened."""
        return ChangedClusters.between(self.first, self.labels).is_changed

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

    @property
    def sizes(self) -> Ints:
        return self.explanation.clusters.size

    @property
    def typical(self) -> Labels:
        """The thing of each group that the others attract most."""
        return self._facts.typical

    @property
    def mixed(self) -> Floats:
        """The share of the listed pairs inside each group that repel."""
        return self._facts.mixed
