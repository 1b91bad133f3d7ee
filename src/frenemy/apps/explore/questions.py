"""The pairs worth asking a person about, and how much doubt the answers settle."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np

from frenemy.apps.explore.exploration import Exploration
from frenemy.apps.explore.split_search import SplitSearch
from frenemy.apps.records.review.possible_splits import Cuts
from frenemy.apps.records.review.useful_pairs import UsefulPairs, most_useful_pairs
from frenemy.problem.array_types import Ints

_BUDGET = 500
_SHARE = 0.95
_MAX_PAIRS = 1_000_000  # of the groups that questions are about


@dataclass(frozen=True, eq=False)
class Questions:
    """Questions about a clustering, the most useful first.

    Attributes
    ----------
    pairs : UsefulPairs
    groups : ((n_pairs,) int64, (n_pairs,) int64)
        The groups of both things of each pair, when the questions were found.
    """

    pairs: UsefulPairs
    groups: tuple[Ints, Ints] = field(repr=False)

    @staticmethod
    def of(search: SplitSearch) -> Questions:
        """The questions about a clustering, with the splits that are known."""
        clustering = search.clustering
        if clustering.problem.n_edges <= _MAX_PAIRS:
            pairs = most_useful_pairs(clustering.problem, clustering.labels, budget=_BUDGET, cuts=search.cuts)
        else:
            pairs = _pairs_of_doubtful_groups(search)
        return Questions(pairs, (clustering.group_of[pairs.u], clustering.group_of[pairs.v]))

    def __len__(self) -> int:
        return len(self.pairs)

    def open_ones(self, exploration: Exploration) -> list[int]:
        """The questions that later decisions have not touched, in order."""
        now = exploration.clustering.group_of
        said = {one.pair for one in exploration.steps.decisions}
        places = range(len(self))
        u, v = self.pairs.u, self.pairs.v
        same = (now[u] == self.groups[0]) & (now[v] == self.groups[1])
        return [i for i in places if same[i] and (min(u[i], v[i]), max(u[i], v[i])) not in said]

    def n_to_settle(self, places: list[int], share: float = _SHARE) -> int:
        """How many of these answers settle this share of their doubt."""
        values = np.cumsum(self.pairs.value[places])
        return int(np.searchsorted(values, share * values[-1] - 1e-12)) + 1 if len(values) else 0

    def settles(self, places: list[int]) -> str:
        """How much is left to answer, in words."""
        n = self.n_to_settle(places)
        if n == 0:
            return "nothing is left to ask"
        answers = "answer settles" if n == 1 else "answers settle"
        return f"{n:,} more {answers} {_SHARE:.0%} of the doubt".replace("%", " %")


def _pairs_of_doubtful_groups(search: SplitSearch) -> UsefulPairs:
    """The questions about the groups that are cheapest to change, as many as are quick to look at."""
    clustering = search.clustering
    costs = np.minimum(clustering.explanation.change_costs.min(axis=0), search.cuts.costs)
    degrees = np.diff(clustering.problem.graph.offsets)
    n_pairs = np.bincount(clustering.labels, weights=degrees, minlength=clustering.n_groups)
    order = np.argsort(costs, kind="stable")
    chosen = np.zeros(clustering.n_groups, bool)
    chosen[order[np.cumsum(n_pairs[order]) <= 2 * _MAX_PAIRS]] = True
    nodes = np.flatnonzero(chosen[clustering.labels]).astype(np.int32)
    labels, firsts, own = np.unique(clustering.labels[nodes], return_index=True, return_inverse=True)
    by_appearance = np.argsort(np.argsort(firsts))  # as the labels of an explanation
    cuts = search.cuts
    costs_here = cuts.costs[labels][np.argsort(firsts)]
    small = Cuts(cuts.is_in_side[nodes], costs_here, cuts.n_not_cut)
    problem = clustering.problem.restrict(nodes).problem
    found = most_useful_pairs(problem, by_appearance[own], budget=_BUDGET, cuts=small)
    return replace(found, u=nodes[found.u], v=nodes[found.v])
