"""Average-link hierarchical clustering of listed pairs; all unlisted pairs have the same low value."""

from __future__ import annotations

import heapq

import numpy as np

from experiments.records.data.scored_pairs import Floats, Ints
from experiments.records.methods.merges import Merges


def average_link(n: int, u: Ints, v: Ints, value: Floats, *, unlisted: float, least: float) -> Merges:
    """Merge the two clusters with the highest mean value, down to a mean of ``least``, above ``unlisted``.

    Sums of what is above ``unlisted`` are kept for the pairs of clusters that have any; between all others it is 0. The
    mean to a union lies between the means to its parts, so that heights never rise. Sokal & Michener (1958).
    """
    if not least > unlisted:
        raise ValueError(f"least must be above unlisted ({unlisted:g}), got {least:g}")
    above: list[dict[int, float]] = [{} for _ in range(n)]
    is_kept = value > unlisted
    for one, other, own in zip(
        u[is_kept].tolist(), v[is_kept].tolist(), (value[is_kept] - unlisted).tolist(), strict=True
    ):
        above[one][other] = above[other][one] = own
    size = [1] * n
    version = [0] * n  # how often a cluster grew: entries of the queue from before are stale
    queue = [(-own, one, other, 0, 0) for one in range(n) for other, own in above[one].items() if one < other]
    heapq.heapify(queue)
    ends, heights = [], []
    while queue:
        negative, one, other, version_one, version_other = heapq.heappop(queue)
        if version[one] != version_one or version[other] != version_other:
            continue
        if unlisted - negative < least:
            break
        if len(above[one]) < len(above[other]):
            one, other = other, one
        ends.append((one, other))
        heights.append(unlisted - negative)
        version[one], version[other] = version[one] + 1, -1
        del above[one][other], above[other][one]
        for third, own in above[other].items():
            above[one][third] = above[third][one] = above[one].get(third, 0.0) + own
            del above[third][other]
        size[one] += size[other]
        above[other] = {}
        for third, own in above[one].items():
            mean = own / (size[one] * size[third])
            if unlisted + mean >= least:  # it can only fall
                heapq.heappush(queue, (-mean, one, third, version[one], version[third]))
    return Merges(n, np.array(ends, np.int64).reshape(-1, 2), np.minimum.accumulate(np.array(heights)))
