"""Of several kinds of similarity, the one to find groups with."""

from __future__ import annotations

from dataclasses import dataclass, replace

from frenemy.affinity.groups.distinct_rows import DistinctRows
from frenemy.affinity.groups.persistent_groups import CLEAR, PersistentGroups, join_tree
from frenemy.affinity.groups.similarities import (
    Similarities,
    few_shared_neighbors,
    many_shared_neighbors,
    scaled_distance_similarities,
    shared_neighbors_and_distances,
)

_ANY = 0.01  # nats: everything counts as groups
_MORE = 1.2  # times the number of coarser groups


@dataclass(frozen=True, eq=False)
class FoundGroups:
    """
    Attributes
    ----------
    similarities : Similarities
        That show the groups.
    groups : PersistentGroups
    excess : float
        Nats by which they persist longer than groups by chance.
    by_chance : float
        If there are none: how long the best ones persist, in nats.
    is_fine : bool
        Whether they are of the kind that may show pieces of groups.
    """

    similarities: Similarities
    groups: PersistentGroups
    excess: float
    by_chance: float = 0.0
    is_fine: bool = False


def clear_groups(rows: DistinctRows, *, seed: int = 0) -> FoundGroups:
    """The groups that persist longest, or more groups if they are clearer.

    Many shared neighbors keep bent groups whole, and local distances show small groups, so the kind whose groups
    persist longer is taken. But in many dimensions, rows of different small groups share neighbors, and whole sets of
    groups look like one. Only few shared neighbors show that, alone or together with distances: by groups that are
    more, and clearer. Pieces of groups are not.
    """
    many = _found(many_shared_neighbors(rows), len(rows))
    local = _found(scaled_distance_similarities(rows, seed=seed), len(rows))
    coarse = max(many, local, key=lambda one: one.groups.persistence)
    few = replace(_found(few_shared_neighbors(rows), len(rows)), is_fine=True)
    both = _found(shared_neighbors_and_distances(few.similarities, local.similarities), len(rows))
    finer = [one for one in (few, both) if one.excess >= CLEAR and _is_finer(one, coarse)]
    return max(finer, key=lambda one: (one.groups.n_groups, one.groups.persistence), default=coarse)


def _is_finer(one: FoundGroups, coarse: FoundGroups) -> bool:
    if coarse.excess < CLEAR:
        return one.is_fine  # rows without structure but with heavy tails have groups by both, if there are many
    return one.excess >= coarse.excess + CLEAR and one.groups.n_groups >= _MORE * coarse.groups.n_groups


def _found(similarities: Similarities, n_rows: int) -> FoundGroups:
    tree = join_tree(similarities, n_rows)
    groups = tree.groups(similarities.least)
    if groups.n_groups > 1:
        return FoundGroups(similarities, groups, groups.persistence - similarities.least)
    by_chance = tree.groups(_ANY).persistence
    return FoundGroups(similarities, groups, by_chance - similarities.least, by_chance)
