"""How many clusters a spectrum shows."""

from __future__ import annotations

from typing import Literal

import numpy as np
import numpy.typing as npt

from frenemy.checked_arrays import floats
from frenemy.solvers.checked_parameters import check_at_least

#: Where to look for the gap.
Rule = Literal["paper", "skip_first", "difference"]

_RULES = ("paper", "skip_first", "difference")
_ZERO = 1e-9  # of the largest eigenvalue: less is rounding


def spectral_gap(eigenvalues: npt.ArrayLike, *, rule: Rule = "difference", most_clusters: int | None = None) -> int:
    """The number of clusters that a spectrum shows: where the eigenvalues fall most.

    Of an affinity ``P`` with degrees ``D``, the eigenvalues of ``D^-1/2 P D^-1/2`` are 1 once for every part that
    nothing ties to the rest, and near 1 for every cluster that little does. The largest is 1 whatever the clusters are,
    and all the others are below: that is often the widest gap of all, so that the rule as the paper prints it answers
    1. The mended rules begin with the second. Ratios also mistake any two small eigenvalues for a gap, wherever the
    spectrum comes near 0, which it does within ``most_clusters`` if there are few nodes; differences do not.

    Parameters
    ----------
    eigenvalues : (n_eigenvalues,) float
        The largest first; one more than there may be clusters.
    rule : {"paper", "skip_first", "difference"}
        ``"paper"``: the ``i`` from 1 at which ``eigenvalues[i] / eigenvalues[i + 1]`` is largest, counting from 1.
        ``"skip_first"``: the same from 2. ``"difference"``: the ``i`` from 2 at which the difference is largest. A
        ratio ends the search where eigenvalues are no longer positive, and takes the size of the one it ends at. As
        many as share the largest eigenvalue are never joined, and are the answer if there is no gap after them.
    most_clusters : int, optional
        Look no further; by default as far as there are eigenvalues.

    References
    ----------
    Bagon & Galun, "Optimizing large scale correlation clustering", section 7.2, speaks of the largest eigenvalues "of
    the normalized Laplacian". Those say nothing of clusters: the ratio is infinite where its eigenvalues of 0 begin,
    behind all others, so that the answer would be the number of nodes less the number of parts. What must be meant is
    the matrix above, whose eigenvalues are 1 minus those of the Laplacian.

    Examples
    --------
    >>> from frenemy.comparators import spectral_gap
    >>> eigenvalues = [1.0, 0.6, 0.5, 0.2, 0.15, 0.1]
    >>> [spectral_gap(eigenvalues, rule=rule) for rule in ("paper", "skip_first", "difference")]
    [3, 3, 3]
    >>> noisy = [1.0, 0.3, 0.28, 0.2, 0.19, 0.18]
    >>> [spectral_gap(noisy, rule=rule) for rule in ("paper", "skip_first", "difference")]
    [1, 3, 3]
    """
    check_rule(rule)
    values = floats(eigenvalues, "eigenvalues")
    _check(values)
    if not len(values):
        return 0
    last = len(values) - 1
    if most_clusters is not None:
        check_at_least(most_clusters, 1, "most_clusters")
        last = min(last, most_clusters)
    return widest_gap(values, 1 if rule == "paper" else 2, last, is_ratio=rule != "difference")


def widest_gap(values: npt.NDArray[np.float64], first: int, last: int, *, is_ratio: bool) -> int:
    """After how many values they fall most, from ``first`` to ``last``, but not among those that share the largest."""
    zero = _ZERO * abs(values[0])
    n_largest = int((values >= values[0] - zero).sum())
    first = max(first, n_largest)
    before, after = values[first - 1 : last], values[first : last + 1]
    if is_ratio:
        n_positive = int((before > zero).sum())
        sizes = np.maximum(np.abs(after[:n_positive]), max(zero, np.finfo(float).tiny))
        gaps, least = before[:n_positive] / sizes, 1.0 + _ZERO
    else:
        gaps, least = before - after, zero
    return first + int(np.argmax(gaps)) if np.any(gaps > least) else n_largest


def check_rule(rule: str) -> None:
    if rule not in _RULES:
        raise ValueError(f"rule must be 'paper', 'skip_first' or 'difference', got {rule!r}")


def _check(values: npt.NDArray[np.float64]) -> None:
    bad = np.flatnonzero(~np.isfinite(values))
    if len(bad):
        raise ValueError(f"eigenvalues must be finite, got {values[bad[0]]} at {bad[0]}")
    rises = np.flatnonzero(np.diff(values) > 0.0)
    if len(rises):
        at = rises[0]
        raise ValueError(
            f"eigenvalues must come largest first, got {values[at]} at {at} and {values[at + 1]} at {at + 1}"
        )
