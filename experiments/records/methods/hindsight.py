"""The best threshold in hindsight: all are tried against the truth."""

from __future__ import annotations

import numpy as np

from experiments.records.data.scored_pairs import Labels
from experiments.records.methods.merges import Merges


def best_threshold(merges: Merges, truth: Labels) -> float:
    """The height with the highest B-cubed F, ``inf`` if nothing should be merged.

    Merge by merge: a cluster ``c`` that shares ``s`` records with an entity ``g`` adds ``s**2 / |c|`` to the sum of
    precisions and ``s**2 / |g|`` to that of recalls.
    """
    n = merges.n
    names, codes = np.unique(truth, return_inverse=True)
    entity_sizes = np.bincount(codes, minlength=len(names)).tolist()
    shared = [{code: 1} for code in codes.tolist()]
    squares = [1] * n
    size = [1] * n
    precision, recall = float(n), float((1.0 / np.array(entity_sizes)[codes]).sum())
    best, threshold = 2.0 * precision * recall / (n * (precision + recall)), np.inf
    heights = merges.height.tolist()
    for place, (one, other) in enumerate(merges.ends.tolist()):
        own = shared[one]
        precision -= squares[one] / size[one] + squares[other] / size[other]
        cross = 0
        if len(own) < len(shared[other]):
            own, shared[other] = shared[other], own
        for code, count in shared[other].items():
            before = own.get(code, 0)
            cross += 2 * before * count
            recall += 2.0 * before * count / entity_sizes[code]
            own[code] = before + count
        shared[one], shared[other] = own, {}
        squares[one] += squares[other] + cross
        size[one] += size[other]
        precision += squares[one] / size[one]
        is_last = place + 1 == len(heights) or heights[place + 1] < heights[place]
        f = 2.0 * precision * recall / (n * (precision + recall))
        if is_last and f > best + 1e-12:
            best, threshold = f, heights[place]
    return float(threshold)
