"""The pairs worth asking a person about, and how much doubt the answers settle."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from frenemy.apps.explore.exploration import Exploration
from frenemy.apps.records.review.possible_splits import cheapest_cuts
from frenemy.apps.records.review.useful_pairs import UsefulPairs, most_useful_pairs
from frenemy.problem.array_types import Floats

_BUDGET = 500
_SHARE = 0.95
_MAX_SPLITS = 2_000


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
    groups: tuple[np.ndarray, np.ndarray] = field(repr=False)  # type: ignore[type-arg]

    @staticmethod
    def of(exploration: Exploration) -> Questions:
        """The questions about a clustering; takes up to a second for 10,000 groups."""
        clustering = exploration.clustering
        pairs = most_useful_pairs(clustering.problem, clustering.labels, budget=_BUDGET, max_splits=_MAX_SPLITS)
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

    @cached_property
    def _values(self) -> Floats:
        return self.pairs.value

    def n_to_settle(self, places: list[int], share: float = _SHARE) -> int:
        """How many of these answers settle so much of their doubt."""
        values = np.cumsum(self._values[places])
        return int(np.searchsorted(values, share * values[-1] - 1e-12)) + 1 if len(values) else 0

    def settles(self, places: list[int]) -> str:
        """How much is left to answer, in words."""
        n = self.n_to_settle(places)
        if n == 0:
            return "Nothing is left to ask."
        answers = "answer settles" if n == 1 else "answers settle"
        return f"{n:,} more {answers} {_SHARE:.0%} of the doubt.".replace("%", " %")


def split_costs(exploration: Exploration) -> dict[int, float]:
    """The cost of the cheapest split of each group by its id, of as many groups as is quick."""
    clustering = exploration.clustering
    _, costs, _ = cheapest_cuts(clustering.explanation, _MAX_SPLITS)
    known = np.flatnonzero(np.isfinite(costs))
    return dict(zip(clustering.ids[known].tolist(), costs[known].tolist(), strict=True))
