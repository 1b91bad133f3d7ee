"""Of several kinds of similarity, the one to find groups with."""

from __future__ import annotations

from dataclasses import dataclass

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
    """

    similarities: Similarities
    groups: PersistentGroups
    excess: float
    by_chance: float = 0.0


def clear_groups(rows: DistinctRows, *, seed: int = 0) -> FoundGroups:
    """Of the kinds that show groups clearly, the one that shows most; if none does, the coarsest that shows any.

    Fine kinds show small groups, which coarse ones join: in these, rows of different groups share neighbors. Coarse
    kinds are less noisy, and keep bent groups whole.
    """
    from_coarse_to_fine = (
        many_shared_neighbors(rows),
        shared_neighbors_at_two_scales(rows),
        few_shared_neighbors(rows),
        scaled_distance_similarities(rows, seed=seed),
    )
    found = [_found(similarities, len(rows)) for similarities in from_coarse_to_fine]
    clear = [one for one in found if one.excess >= CLEAR]
    if clear:
        return max(clear, key=lambda one: (one.groups.n_groups, one.groups.persistence))
    return next((one for one in found if one.groups.n_groups > 1), found[0])


def _found(similarities: Similarities, n_rows: int) -> FoundGroups:
    tree = join_tree(similarities, n_rows)
    groups = tree.groups(similarities.least)
    if groups.n_groups > 1:
        return FoundGroups(similarities, groups, groups.persistence - similarities.least)
    by_chance = tree.groups(_ANY).persistence
    return FoundGroups(similarities, groups, by_chance - similarities.least, by_chance)
