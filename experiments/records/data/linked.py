"""Two linked tables made of one: each has at most one record of an entity, and only pairs across are compared."""

from __future__ import annotations

import numpy as np

from experiments.records.data.scored_pairs import ScoredPairs, scored_pairs


def linked(scored: ScoredPairs, seed: int = 0) -> ScoredPairs:
    """Two records of each entity, drawn by chance; which of them is in which table is drawn as well."""
    rng = np.random.default_rng([seed, 5])
    order = rng.permutation(scored.n)
    by_entity = order[np.argsort(scored.truth[order], kind="stable")]
    first = np.searchsorted(scored.truth[by_entity], scored.truth[by_entity])
    place = np.empty(scored.n, np.int64)  # of a record among those of its entity
    place[by_entity] = np.arange(scored.n) - first
    table = (place + (rng.random(scored.truth.max() + 1) < 0.5)[scored.truth]) % 2
    is_kept = place < 2
    number = np.cumsum(is_kept) - 1
    pairs = scored.kept(is_kept[scored.u] & is_kept[scored.v] & (table[scored.u] != table[scored.v]))
    return scored_pairs(
        int(is_kept.sum()), number[pairs.u], number[pairs.v], pairs.weight, scored.truth[is_kept], rules=pairs.rules
    )
