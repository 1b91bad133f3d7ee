"""One group: its members, its weakest spot, how it would split and what it would join."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from frenemy.apps.explore.decisions import Decision
from frenemy.apps.explore.earlier import Origin
from frenemy.apps.explore.exploration import Exploration
from frenemy.explain.explained_clusters import Split
from frenemy.explain.joining_cost import may_join
from frenemy.problem import Labels
from frenemy.problem.array_types import Bools, Floats
from frenemy.problem.rows import rows_of

_MAX_NEIGHBORS = 20
_MAX_COMPARED = 2000  # members whose columns are compared
MAX_TO_SPLIT = 20_000  # members of a group whose cheapest split is computed at once


@dataclass(frozen=True)
class Neighbor:
    """A group that shares pairs with another one: what it costs to join them; infinite if decisions forbid it."""

    group: int
    cost: float
    n_pairs: int


@dataclass(frozen=True, eq=False)
class GroupView:
    """One group of an exploration.

    Attributes
    ----------
    exploration : Exploration
    group : int
        Its id.
    """

    exploration: Exploration
    group: int

    @cached_property
    def label(self) -> int:
        return self.exploration.clustering.label(self.group)

    @cached_property
    def members(self) -> Labels:
        return self.exploration.clustering.members(self.group)

    @property
    def margins(self) -> Floats:
        """What it costs to move each member elsewhere; infinite if it has nowhere to go."""
        return self.exploration.clustering.explanation.margins[self.members]

    @property
    def is_doubtful(self) -> Bools:
        """Which members are in doubt."""
        found: Bools = self.margins < self.exploration.doubt
        return found

    def ordered(self, sort: str) -> Labels:
        """The members by ``margin``, ``-margin`` or ``name``."""
        if sort == "name":
            names = self.exploration.source.things.names(self.members)
            return self.members[sorted(range(len(names)), key=names.__getitem__)]
        values = -self.margins if sort.startswith("-") else self.margins
        return self.members[np.argsort(values, kind="stable")]

    @cached_property
    def split(self) -> Split | None:
        """The cheapest split; None if the group cannot be split, or is too large to look."""
        if not 2 <= len(self.members) <= MAX_TO_SPLIT:
            return None
        found = self.exploration.clustering.explanation.split(self.label)
        return found if np.isfinite(found.cost) else None

    @cached_property
    def neighbors(self) -> list[Neighbor]:
        """The groups that share listed pairs with it, the cheapest to join first."""
        clustering = self.exploration.clustering
        problem, labels = clustering.problem, clustering.labels
        _, others, excess = rows_of(problem.graph, self.members)
        theirs = labels[others]
        is_out = theirs != self.label
        near, place, n_pairs = np.unique(theirs[is_out], return_inverse=True, return_counts=True)
        total = np.bincount(place, weights=excess[is_out], minlength=len(near))
        if problem.missing:
            size = np.bincount(labels, weights=problem.sizes, minlength=clustering.n_groups)
            total += problem.missing * size[near] * size[self.label]
        order = np.argsort(-total, kind="stable")[:_MAX_NEIGHBORS].tolist()
        explained = clustering.explanation
        return [
            Neighbor(
                int(clustering.ids[near[i]]),
                float(-total[i]) if may_join(problem, self.members, explained.members(int(near[i]))) else np.inf,
                int(n_pairs[i]),
            )
            for i in order
        ]

    @cached_property
    def origin(self) -> Origin | None:
        """Where its members were in the earlier run, if there is one."""
        earlier = self.exploration.source.earlier
        return None if earlier is None else earlier.origin(self.members)

    @cached_property
    def usual(self) -> list[str | None]:
        """The value of each column that at least half of the first members share, of those that have one."""
        columns = zip(*self.exploration.source.things.values(self.members[:_MAX_COMPARED]), strict=True)
        return [_shared_by_half(column) for column in columns]

    @cached_property
    def differing(self) -> list[int]:
        """The columns with more than one value, among the first members."""
        columns = zip(*self.exploration.source.things.values(self.members[:_MAX_COMPARED]), strict=True)
        return [i for i, column in enumerate(columns) if len({one for one in column if one}) > 1]

    @cached_property
    def decisions(self) -> list[tuple[Decision, int]]:
        """What was decided about its members, and in which step."""
        inside = set(self.members.tolist())
        steps = self.exploration.steps
        step_of = {one.pair: number for number, step in enumerate(steps.done, 1) for one in step.decisions}
        return [(one, step_of[one.pair]) for one in steps.decisions if one.u in inside or one.v in inside]


def _shared_by_half(values: Sequence[str | None]) -> str | None:
    counted = Counter(value for value in values if value)
    for value, n_members in counted.most_common(1):
        return value if 2 * n_members >= counted.total() else None
    return None
