"""The weights that an update changes: those of new pairs, and of old ones that depend on them."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from frenemy.apps.records.update.update_state import UpdateState
from frenemy.problem.array_types import Floats, Ints
from frenemy.problem.distinct import distinct
from frenemy.tables.ids.growing_rows import GrowingRows
from frenemy.tables.pair_table import ScoredPairs

_SAME = 1e-9  # nats; a smaller difference is rounding


class ChangedWeights(NamedTuple):
    """Pairs with new weights by their scores, ``u < v``, each once, and how many new scores were clipped."""

    u: Ints
    v: Ints
    weights: Floats
    n_clipped: int


def changed_weights(state: UpdateState, pairs: ScoredPairs, scores: GrowingRows) -> ChangedWeights:
    """Weigh new pairs by the first run, and again the old ones whose weight depends on them.

    A pair's weight depends on the confident pairs of its two records. So it changes only if one of these is an end of a
    new pair, and all that it depends on are pairs of these ends and of their partners. Where the pairs of one record
    are rivals, it depends on the pairs of their partners as well, so all of that reaches further.

    Parameters
    ----------
    pairs : ScoredPairs
        The new pairs.
    scores : GrowingRows
        The scores of all pairs, with the new ones.
    """
    u, v = pairs.u.astype(np.int64), pairs.v.astype(np.int64)
    made = state.weighing(pairs.score)
    if state.weighing.open_weights is None or not len(u):
        return ChangedWeights(u, v, made.weights, made.n_clipped)
    new, ends = u << 32 | v, distinct(np.concatenate((u, v)))
    if state.weighing.open_weights.fit.counts_rivals:
        ends = _with_partners(state, ends)
        near = _with_partners(state, _with_partners(state, ends))
    else:
        near = _with_partners(state, ends)
    position, other, _ = state.solved.pairs.of(near)
    keys = distinct(np.concatenate((new, _keys(near[position], other.astype(np.int64)))))
    a, b = keys >> 32, keys & 0xFFFFFFFF
    score, has_score = scores.weights_of(a, b, missing=np.nan)
    a, b, keys, score = a[has_score], b[has_score], keys[has_score], score[has_score]
    weights = state.weighing.of_pairs(a.astype(np.int32), b.astype(np.int32), score).weights
    before, _ = state.solved.weights_of(a, b)
    before -= state.answers.weights_of(a, b, missing=0.0)[0]
    is_at_end = np.isin(a, ends) | np.isin(b, ends)
    changed = np.isin(keys, new) | (is_at_end & (np.abs(weights - before) > _SAME))
    return ChangedWeights(a[changed], b[changed], weights[changed], made.n_clipped)


def _with_partners(state: UpdateState, nodes: Ints) -> Ints:
    return distinct(np.concatenate((nodes, state.solved.pairs.of(nodes).value.astype(np.int64))))


def _keys(a: Ints, b: Ints) -> Ints:
    return np.minimum(a, b) << 32 | np.maximum(a, b)
