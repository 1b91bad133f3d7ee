"""Generated pairs, for tests and where no data is available."""

from __future__ import annotations

import numpy as np

from experiments.records.data.scored_pairs import ScoredPairs, scored_pairs


def generated(n_entities: int = 60, *, most: int = 6, recall: float = 0.9, seed: int = 0) -> ScoredPairs:
    """Entities of 1 to ``most`` records; three times as many wrong pairs as true ones, and a few of each mislead."""
    rng = np.random.default_rng(seed)
    truth = rng.permutation(np.repeat(np.arange(n_entities), rng.integers(1, most + 1, n_entities)))
    n = len(truth)
    u, v = np.triu_indices(n, 1)
    is_true = truth[u] == truth[v]
    share = min(1.0, 3.0 * is_true.sum() / max((~is_true).sum(), 1))
    is_listed = rng.random(len(u)) < np.where(is_true, recall, share)
    weight = rng.normal(np.where(is_true, 5.0, -7.0), 3.0)
    rules = rng.integers(1, 8, len(u))  # three rules, and any of them lists a pair
    return scored_pairs(n, u[is_listed], v[is_listed], weight[is_listed], truth, rules=rules[is_listed])
