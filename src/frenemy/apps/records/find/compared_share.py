"""How many pairs within the entities were compared: the recall of blocking, as far as the result can show it."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from frenemy.problem import Labels
from frenemy.problem.array_types import Floats, Ints32

_DEVIATIONS = 1.96  # of a normal distribution: 95 %


@dataclass(frozen=True)
class ComparedShare:
    """The share of pairs within entities that were compared.

    It is the recall of blocking among records that some chain of pairs joins. Parts of an entity that nothing joins are
    entities of their own here, so that the recall of all true pairs is lower.

    Attributes
    ----------
    share : float
    low, high : float
        Ends of a 95 % interval, for other entities of the same kind.

    Examples
    --------
    >>> import numpy as np
    >>> from frenemy.apps.records.find.compared_share import compared_share
    >>> u, v = np.array([0, 1, 3], np.int32), np.array([1, 2, 4], np.int32)
    >>> found = compared_share(u, v, np.array([0, 0, 0, 1, 1]))  # 0-2 was not compared
    >>> found.share
    0.75
    >>> print(found)
    in the result, 75 % (55 to 88 %) of the pairs within entities were compared
    """

    share: float
    low: float
    high: float

    def __str__(self) -> str:
        low, high = 100.0 * self.low, 100.0 * self.high
        share = f"{100.0 * self.share:.0f} % ({low:.0f} to {high:.0f} %)"
        return f"in the result, {share} of the pairs within entities were compared"


def compared_share(u: Ints32, v: Ints32, labels: Labels) -> ComparedShare | None:
    """Count the pairs within entities; None if every entity is a single record.

    The entities are the sample: some have all their pairs compared and others few, so the interval follows from how the
    share varies between them (a ratio estimate; Cochran, Sampling Techniques, 1977, section 6.4), and is Wilson's
    (1927) for as many independent pairs as give that variance.

    Parameters
    ----------
    u, v : (n_pairs,) int32
        Each compared pair once.
    labels : (n_records,) int32
    """
    sizes = np.bincount(labels).astype(np.float64)
    n_all = sizes * (sizes - 1.0) / 2.0
    total = float(n_all.sum())
    if total == 0.0:
        return None
    is_within = labels[u] == labels[v]
    n_compared = np.bincount(labels[u[is_within]], minlength=len(sizes)).astype(np.float64)
    share = float(n_compared.sum()) / total
    return ComparedShare(share, *_wilson(share, _n_independent(n_compared, n_all, share)))


def _n_independent(n_compared: Floats, n_all: Floats, share: float) -> float:
    """The number of independent pairs with the same variance of the share; of entities if all are alike."""
    variance = float(((n_compared - share * n_all) ** 2).sum()) / float(n_all.sum()) ** 2
    n_entities = float(np.count_nonzero(n_all))
    return share * (1.0 - share) / variance if variance > 0.0 else n_entities


def _wilson(share: float, n: float) -> tuple[float, float]:
    spread = _DEVIATIONS**2 / n
    middle = (share + spread / 2.0) / (1.0 + spread)
    half = math.sqrt(spread * (share * (1.0 - share) + spread / 4.0)) / (1.0 + spread)
    return max(middle - half, 0.0), min(middle + half, 1.0)
