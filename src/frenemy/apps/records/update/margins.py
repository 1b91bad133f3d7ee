"""Margins of some records: the cost of moving each one, in time proportional to their pairs."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from frenemy.apps.records.update.rules import Rules
from frenemy.apps.records.update.updates import SolvedPairs, places_among
from frenemy.problem.array_types import Bools, Floats, Ints
from frenemy.problem.distinct import distinct

MAX_SMALL_CLUSTERS = 32  # small clusters that stand for all unconnected ones


def smallest_clusters(labels: Ints) -> Ints:
    """Some of the smallest clusters, the smallest first; linear in the number of records."""
    sizes = np.bincount(labels)
    alive = np.flatnonzero(sizes)
    n = min(MAX_SMALL_CLUSTERS, len(alive))
    some = alive[np.argpartition(sizes[alive], n - 1)[:n]] if n else alive
    return some[np.argsort(sizes[some], kind="stable")]


def margins_of(solved: SolvedPairs, records: Ints, rules: Rules, *, small_clusters: Ints) -> Floats:
    """The increase in energy if each of these records moved to its best other place.

    As :func:`frenemy.explain`, except for a record that is alone in its cluster: of the clusters that no pair connects
    to it, only ``small_clusters`` are considered. The weight between records of one source counts everywhere.

    Parameters
    ----------
    solved : SolvedPairs
    records : (n,) int64
        Sorted, with all records that must-links connect to them.
    rules : Rules
    small_clusters : (n,) int64
        Small clusters, the smallest first.

    Returns
    -------
    (n,) float64
        Infinite where there is no other place.

    Examples
    --------
    >>> import numpy as np
    >>> from frenemy.apps.records.update.margins import margins_of
    >>> from frenemy.apps.records.update.rules import Rules
    >>> from frenemy.apps.records.update.updates import solved_pairs
    >>> solved = solved_pairs([0, 1], [1, 2], [3.0, -1.0], labels=[0, 0, 1])
    >>> margins_of(solved, np.array([0, 1, 2]), Rules(), small_clusters=np.array([1]))
    array([3., 3., 1.])
    """
    if not len(records):
        return np.empty(0)
    units = _Units.of(solved, records, rules)
    keys, pull = _listed(solved, units)
    unit, cluster = np.divmod(keys, solved.next_label)
    home = units.home[unit]
    near = _Clusters.of(solved, np.concatenate((cluster, units.home, small_clusters)), rules)
    size = near.size(cluster) - np.where(cluster == home, units.size[unit], 0)
    pull = pull + solved.missing * units.size[unit] * size - units.same_source(unit, cluster, near, rules, soft=True)

    n_units = len(units.size)
    home_size = near.size(units.home)
    own = solved.missing * units.size * (home_size - units.size)
    own -= units.same_source(np.arange(n_units), units.home, near, rules, soft=True)
    is_home = cluster == home
    own[unit[is_home]] = pull[is_home]
    best = np.full(n_units, -np.inf)
    is_open = ~is_home & units.may_join(unit, cluster, near, rules)
    np.maximum.at(best, unit[is_open], pull[is_open])

    is_whole = units.size == home_size
    best[~is_whole] = np.maximum(best[~is_whole], 0.0)
    whole = np.flatnonzero(is_whole)
    offered = np.repeat(whole, len(small_clusters)), np.tile(small_clusters, len(whole))
    is_open = offered[1] != units.home[offered[0]]
    is_open &= places_among(keys, offered[0] * solved.next_label + offered[1]) < 0
    is_open &= units.may_join(*offered, near, rules)
    far_pull = solved.missing * units.size[offered[0]] * near.size(offered[1])
    far_pull = far_pull - units.same_source(*offered, near, rules, soft=True)
    np.maximum.at(best, offered[0][is_open], far_pull[is_open])
    margins: Floats = (own - best)[units.of_record]
    return margins


@dataclass(frozen=True, eq=False)
class _Units:
    """Sets of records that must-links connect, which move together."""

    records: Ints
    of_record: Ints
    size: Ints
    home: Ints  # the cluster of each unit
    sources: Ints | None  # the source of each record
    foes: Ints  # unit and cluster of what it must be apart from, as keys
    n_labels: int

    @classmethod
    def of(cls, solved: SolvedPairs, records: Ints, rules: Rules) -> _Units:
        from scipy.sparse import coo_array
        from scipy.sparse.csgraph import connected_components

        n = len(records)
        position, other, _ = rules.links.of(records)
        links = coo_array((np.ones(len(position), bool), (position, places_among(records, other))), shape=(n, n))
        n_units, found = connected_components(links.tocsr(), directed=False)
        of_record = found.astype(np.int64)
        home = np.empty(n_units, np.int64)
        home[of_record] = solved.labels[records]
        position, foe, _ = rules.apart.of(records)
        foes = np.sort(of_record[position] * solved.next_label + solved.labels[foe])
        sources = None if rules.sources is None else rules.sources[records]
        return cls(records, of_record, np.bincount(of_record), home, sources, foes, solved.next_label)

    def may_join(self, unit: Ints, cluster: Ints, near: _Clusters, rules: Rules) -> Bools:
        is_open = places_among(self.foes, unit * self.n_labels + cluster) < 0
        if rules.source_weight is None:
            is_open &= self.same_source(unit, cluster, near, rules, soft=False) == 0
        return is_open

    def same_source(self, unit: Ints, cluster: Ints, near: _Clusters, rules: Rules, *, soft: bool) -> Floats:
        """The number of same-source pairs between each unit and cluster, none inside the unit; or their weight."""
        if self.sources is None or (soft and rules.source_weight is None):
            return np.zeros(len(unit))
        by_unit = np.argsort(self.of_record, kind="stable")
        first = np.cumsum(self.size) - self.size
        row = np.repeat(np.arange(len(unit)), self.size[unit])
        step = np.arange(len(row)) - np.repeat(np.cumsum(self.size[unit]) - self.size[unit], self.size[unit])
        source = self.sources[by_unit[first[unit[row]] + step]]
        inside = _counts(self.of_record * near.n_sources + self.sources, unit[row] * near.n_sources + source)
        n = near.n_of(cluster[row], source) - np.where(cluster[row] == self.home[unit[row]], inside, 0)
        total = np.bincount(row, np.where(source >= 0, n, 0), minlength=len(unit)).astype(np.float64)
        return total * rules.source_weight if soft and rules.source_weight is not None else total


@dataclass(frozen=True, eq=False)
class _Clusters:
    """Clusters, and the number of records per source in each."""

    clusters: Ints
    sizes: Ints
    entries: Ints  # cluster and source of each of their records, as keys
    n_sources: int

    @classmethod
    def of(cls, solved: SolvedPairs, clusters: Ints, rules: Rules) -> _Clusters:
        asked = distinct(clusters)
        position, record, _ = solved.members.of(asked)
        sizes = np.bincount(position, minlength=len(asked))
        if rules.sources is None:
            return cls(asked, sizes, np.empty(0, np.int64), 1)
        n_sources = int(rules.sources.max(initial=-1)) + 2
        source = rules.sources[record]
        return cls(asked, sizes, np.sort((asked[position] * n_sources + source)[source >= 0]), n_sources)

    def size(self, clusters: Ints) -> Ints:
        found: Ints = self.sizes[np.searchsorted(self.clusters, clusters)]
        return found

    def n_of(self, clusters: Ints, sources: Ints) -> Ints:
        return _counts(self.entries, clusters * self.n_sources + sources, is_sorted=True)


def _listed(solved: SolvedPairs, units: _Units) -> tuple[Ints, Floats]:
    """Units and clusters with a listed pair between them, as sorted keys; and the excess weight over unlisted pairs."""
    position, other, weight = solved.pairs.of(units.records)
    place = places_among(units.records, other)
    unit = units.of_record[position]
    is_inside = (place >= 0) & (units.of_record[place] == unit)
    keys = (unit * solved.next_label + solved.labels[other])[~is_inside]
    found, which = np.unique(keys, return_inverse=True)
    excess = weight[~is_inside] - solved.missing
    return found, np.bincount(which, excess, minlength=len(found)).astype(np.float64)


def _counts(values: Ints, asked: Ints, *, is_sorted: bool = False) -> Ints:
    ordered = values if is_sorted else np.sort(values)
    found: Ints = np.searchsorted(ordered, asked, side="right") - np.searchsorted(ordered, asked)
    return found
