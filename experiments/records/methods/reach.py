"""The best entities that the compared pairs allow, given the truth."""

from __future__ import annotations

import numpy as np

from experiments.records.data.scored_pairs import Labels, ScoredPairs
from experiments.records.methods.single_link import single_link


def within_reach(scored: ScoredPairs) -> Labels:
    """The truth, but split where no listed pair joins, and merged where every pair between two entities attracts.

    Two records with one strong pair between them and no other are one entity to everyone who does not know better.
    """
    is_true = scored.is_true
    parts = _components(scored.n, scored.kept(is_true))
    sizes = np.bincount(parts, minlength=scored.n)
    across = scored.kept(~is_true & (scored.weight > 0))
    ends = np.sort(np.stack((parts[across.u], parts[across.v])), axis=0)
    both, place, count = np.unique(ends, axis=1, return_inverse=True, return_counts=True)
    is_whole = count == sizes[both[0]] * sizes[both[1]]
    together = across.kept(is_whole[place.ravel()])
    joined = scored.kept(is_true)
    u, v = np.concatenate((joined.u, together.u)), np.concatenate((joined.v, together.v))
    return single_link(scored.n, u, v, np.ones(len(u))).labels(1.0)


def _components(n: int, pairs: ScoredPairs) -> Labels:
    return single_link(n, pairs.u, pairs.v, np.ones(len(pairs.u))).labels(1.0)
