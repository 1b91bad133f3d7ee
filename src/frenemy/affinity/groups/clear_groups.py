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
    shared_neighbors_at_two_scales,
)

_ANY = 0.01  # nats: everything counts as groups
_ABOUT_AS_CLEAR = 0.7  # share of the excess of coarser groups; pieces of groups have less
_FAR_MORE = 2.0  # times the number of coarser groups


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
        Whether they are of a kind that may show pieces of groups.
    """

    similarities: Similarities
    groups: PersistentGroups
    excess: float
    by_chance: float = 0.0
    is_fine: bool = False


def clear_groups(rows: DistinctRows, *, seed: int = 0) -> FoundGroups:
    """The groups that persist longest, or finer ones if they are nearly as clear and far more.

    Many shared neighbors keep bent groups whole, and local distances show small groups, so the kind whose groups
    persist longer is taken. But in many dimensions, rows of different small groups share neighbors, and whole sets of
    groups look like one. Only fine kinds, which count few shared neighbors, show that: by groups that are many times as
    many, and about as clear. Elsewhere fine kinds show pieces of groups.
    """
    many = _found(many_shared_neighbors(rows), len(rows))
    local = _found(scaled_distance_similarities(rows, seed=seed), len(rows))
    coarse = max(many, local, key=lambda one: one.groups.persistence)
    kinds = (shared_neighbors_at_two_scales, few_shared_neighbors)
    fine = [replace(_found(kind(rows), len(rows)), is_fine=True) for kind in kinds]
    finer = [one for one in fine if one.excess >= CLEAR and _is_finer(one, coarse)]
    return max(finer, key=lambda one: (one.groups.n_groups, one.groups.persistence), default=coarse)


def _is_finer(one: FoundGroups, coarse: FoundGroups) -> bool:
    is_about_as_clear = one.excess >= _ABOUT_AS_CLEAR * coarse.excess
    return coarse.excess < CLEAR or (is_about_as_clear and one.groups.n_groups >= _FAR_MORE * coarse.groups.n_groups)


def _found(similarities: Similarities, n_rows: int) -> FoundGroups:
    tree = join_tree(similarities, n_rows)
    groups = tree.groups(similarities.least)
    if groups.n_groups > 1:
        return FoundGroups(similarities, groups, groups.persistence - similarities.least)
    by_chance = tree.groups(_ANY).persistence
    return FoundGroups(similarities, groups, by_chance - similarities.least, by_chance)
