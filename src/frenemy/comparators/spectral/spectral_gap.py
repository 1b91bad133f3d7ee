"""The spectral gap: an estimate of the number of clusters."""

from __future__ import annotations

from typing import Literal

import numpy as np
import numpy.typing as npt

from frenemy.problem.array_types import Floats
from frenemy.problem.checked_arrays import floats, whole_number
from frenemy.problem.renamed_parameters import renamed_parameters

#: Where to look for the gap.
Rule = Literal["paper", "skip_first", "difference"]

_RULES = ("paper", "skip_first", "difference")
_ZERO = 1e-9  # of the largest eigenvalue: less is rounding


@renamed_parameters(most_clusters="max_clusters")
def spectral_gap(eigenvalues: npt.ArrayLike, *, rule: Rule = "difference", max_clusters: int | None = None) -> int:
    """The number of clusters by the largest gap between consecutive eigenvalues.

    For an affinity ``P`` with degrees ``D``, ``D^-1/2 P D^-1/2`` has the eigenvalue 1 once per connected component, and
    an eigenvalue near 1 for every cluster that is nearly disconnected from the rest. The largest eigenvalue is always
    1, and its gap to the next is often the widest of all, so the rule as printed in the paper often returns 1. The
    corrected rules start with the second eigenvalue. Ratios also find spurious gaps between small eigenvalues, which
    occur within ``max_clusters`` if there are few nodes; differences do not.

    Parameters
    ----------
    eigenvalues : (n_eigenvalues,) float
        Largest first; one more than the largest possible number of clusters.
    rule : {"paper", "skip_first", "difference"}
        ``"paper"``: the ``i`` from 1 at which ``eigenvalues[i] / eigenvalues[i + 1]`` is largest, counting from 1.
        ``"skip_first"``: the same from 2. ``"difference"``: the ``i`` from 2 at which the difference is largest. Ratios
        are searched while ``eigenvalues[i]`` is positive, and use the absolute value of the denominator. The result is
        at least the multiplicity of the largest eigenvalue, and equal to it if there is no gap after it.
    max_clusters : int, optional
        Last position to search; by default the last eigenvalue but one.

    References
    ----------
    Bagon & Galun, "Optimizing large scale correlation clustering", section 7.2, uses the largest eigenvalues "of the
    normalized Laplacian". Those do not show clusters: its smallest eigenvalues are 0, where the ratio is infinite, so
    the result would be the number of nodes minus the number of components. The paper must mean the matrix above, whose
    eigenvalues are 1 minus those of the Laplacian.

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
    if max_clusters is not None:
        whole_number(max_clusters, "max_clusters", minimum=1)
        last = min(last, max_clusters)
    return widest_gap(values, 1 if rule == "paper" else 2, last, is_ratio=rule != "difference")


def widest_gap(values: Floats, first: int, last: int, *, is_ratio: bool) -> int:
    """The index from ``first`` to ``last`` of the largest gap, at least the multiplicity of the largest value."""
    zero = _ZERO * abs(values[0])
    n_largest = int((values >= values[0] - zero).sum())
    first = max(first, n_largest)
    before, after = values[first - 1 : last], values[first : last + 1]
    if is_ratio:
        n_positive = int((before > zero).sum())
        sizes = np.maximum(np.abs(after[:n_positive]), max(zero, np.finfo(float).tiny))
        gaps, min_gap = before[:n_positive] / sizes, 1.0 + _ZERO
    else:
        gaps, min_gap = before - after, zero
    return first + int(np.argmax(gaps)) if np.any(gaps > min_gap) else n_largest


def check_rule(rule: str) -> None:
    if rule not in _RULES:
        raise ValueError(f"rule must be 'paper', 'skip_first' or 'difference', got {rule!r}")


def _check(values: Floats) -> None:
    bad = np.flatnonzero(~np.isfinite(values))
    if len(bad):
        raise ValueError(f"eigenvalues must be finite, got {values[bad[0]]} at {bad[0]}")
    rises = np.flatnonzero(np.diff(values) > 0.0)
    if len(rises):
        at = rises[0]
        raise ValueError(
            f"eigenvalues must come largest first, got {values[at]} at {at} and {values[at + 1]} at {at + 1}"
        )
