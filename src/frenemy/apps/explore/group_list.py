"""All groups as a list that can be searched, sorted and filtered."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal, get_args

import numpy as np
import numpy.typing as npt

from frenemy.apps.explore.exploration import Exploration
from frenemy.problem.array_types import Bools, Floats, Ints

Filter = Literal["all", "doubtful", "large", "mixed", "changed", "corrected", "singles"]
FILTERS: tuple[Filter, ...] = get_args(Filter)
SORTS = ("-size", "size", "doubt", "-doubt", "cohesion", "-cohesion", "mixed", "-mixed", "name", "-name")
CHANGES = ("move", "join", "split")
_LARGE = 4.0  # a group this many times larger than the mean is large


@dataclass(frozen=True, eq=False)
class GroupList:
    """All groups of an exploration.

    Attributes
    ----------
    exploration : Exploration
    split_costs : (n_groups,) float, optional
        The cost of the cheapest split of each group; infinite where it is not known.
    """

    exploration: Exploration
    split_costs: Floats | None = None

    @cached_property
    def costs(self) -> Floats:
        """(3, n_groups): the cost of the cheapest move, join and split of each group; infinite if there is none."""
        clustering = self.exploration.clustering
        moved, merged = clustering.explanation.change_costs
        split = np.full(clustering.n_groups, np.inf) if self.split_costs is None else self.split_costs
        return np.stack((np.where(clustering.sizes > 1, moved, np.inf), merged, split))

    @cached_property
    def doubt(self) -> Floats:
        """The cost of the cheapest change of each group."""
        least: Floats = self.costs.min(axis=0)
        return least

    @cached_property
    def is_doubtful(self) -> Bools:
        found: Bools = self.doubt < self.exploration.doubt
        return found

    def shows(self, filter: Filter) -> Bools:
        """Which groups a filter shows."""
        clustering = self.exploration.clustering
        sizes = clustering.sizes
        match filter:
            case "doubtful":
                return self.is_doubtful
            case "large":
                several = sizes[sizes > 1]
                found: Bools = sizes > _LARGE * (float(several.mean()) if len(several) else 1.0)
                return found
            case "mixed":
                return clustering.mixed > 0
            case "changed":
                return self.exploration.is_changed
            case "corrected":
                return clustering.is_changed
            case "singles":
                return np.asarray(sizes == 1)
            case _:
                return np.ones(len(sizes), bool)

    @cached_property
    def counts(self) -> dict[str, int]:
        """How many groups each filter shows."""
        return {filter: int(self.shows(filter).sum()) for filter in FILTERS}

    def chosen(self, *, sort: str = "-size", filter: Filter = "all", text: str = "") -> Ints:
        """The labels of the groups that a filter and a search show, in order.

        Examples
        --------
        >>> import frenemy as fr
        >>> from frenemy.apps.explore.exploration import Exploration
        >>> from frenemy.apps.explore.group_list import GroupList
        >>> from frenemy.apps.explore.source import Source
        >>> from frenemy.apps.explore.things import Things
        >>> result = fr.solve({("ann", "bob"): 2.0, ("bob", "cid"): -1.0})
        >>> things = Things.of(result.problem.ids, 3)
        >>> groups = GroupList(Exploration.open(Source("friends", "pairs", result.problem, result, things)))
        >>> groups.chosen(text="CID").tolist()
        [1]
        """
        clustering = self.exploration.clustering
        shown = self.shows(filter)
        if text:
            hits = np.zeros(clustering.n_groups, bool)
            hits[clustering.labels[self.exploration.source.things.matching(text)]] = True
            shown = shown & hits
        labels = np.flatnonzero(shown)
        values: npt.NDArray[Any]
        key, sizes = sort.removeprefix("-"), clustering.sizes[labels]
        if key == "name":
            values = self._name_ranks[labels]
        else:
            columns = {"doubt": self.doubt, "cohesion": self._cohesion, "mixed": clustering.mixed}
            values = sizes if key == "size" else columns[key][labels]
        ascending = -values if sort.startswith("-") else values
        return labels[np.lexsort((clustering.ids[labels], -sizes, ascending))]

    @cached_property
    def _cohesion(self) -> Floats:
        return self.exploration.clustering.explanation.clusters.cohesion

    @cached_property
    def _name_ranks(self) -> Ints:
        """The place of each group in the order of their names."""
        clustering = self.exploration.clustering
        names = [name.casefold() for name in self.exploration.source.things.names(clustering.typical)]
        ranks = np.empty(len(names), np.int64)
        ranks[sorted(range(len(names)), key=names.__getitem__)] = np.arange(len(names))
        return ranks
