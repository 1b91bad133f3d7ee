"""Rounding of the linear programming relaxation."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from frenemy import _core
from frenemy.bounds import Bounding
from frenemy.comparators.ball_growing import grown_balls
from frenemy.comparators.listed_pairs import with_listed_pairs
from frenemy.problem import Labels, Problem
from frenemy.problem.array_types import Floats
from frenemy.problem.checked_arrays import whole_number
from frenemy.problem.renamed_parameters import renamed_parameters
from frenemy.run import Progress, Run, Stop

_RELAXATION_SHARE = 0.8  # of the time limit; the rest is for rounding


@renamed_parameters(most_pairs="max_pairs")
@dataclass(frozen=True)
class LPRelaxation:
    """The linear programming relaxation of correlation clustering, rounded: "R-LP" in comparisons.

    Approximately solves the linear program over all cycles with one repelling pair by message passing between pairs and
    cycles, as :func:`frenemy.lower_bound` does; its value is a lower bound, which the run records. The prices of
    attracting pairs serve as lengths, which are rounded in two ways: connected components of the pairs up to a
    threshold, for several thresholds; and ball growing, to the radius below 1/2 with the smallest ratio of cut to
    volume. The result is the best of these and the start, without local search. A round is one clustering. Choose it
    as a baseline.

    Charikar, Guruswami & Wirth, "Clustering with qualitative information" (2005), section 4; Demaine, Emanuel, Fiat &
    Immorlica, "Correlation clustering in general weighted graphs" (2006).

    Attributes
    ----------
    n_thresholds : int
        Number of thresholds between 0 and 1.
    n_growths : int
        Number of runs of ball growing, each in a new random order of the nodes.
    max_pairs : int
        Refuse problems with more pairs; with ``missing``, all pairs count.

    Examples
    --------
    >>> import frenemy as fr
    >>> square = fr.Problem.from_edges([0, 1, 2, 0, 0], [1, 2, 3, 3, 2], [2.0, 1.0, 2.0, -1.5, -0.5])
    >>> fr.solve(square, fr.comparators.LPRelaxation()).energy
    -1.0
    """

    n_thresholds: int = 9
    n_growths: int = 8
    max_pairs: int = 500_000

    def __post_init__(self) -> None:
        whole_number(self.n_thresholds, "n_thresholds", minimum=1)
        whole_number(self.n_growths, "n_growths")
        whole_number(self.max_pairs, "max_pairs", minimum=1)

    def __call__(self, problem: Problem, start: Labels, run: Run) -> Labels:
        import scipy.sparse.csgraph  # noqa: F401  # for ball growing; slow to load, so before the time is divided

        listed = with_listed_pairs(
            problem, "LPRelaxation", max_pairs=self.max_pairs, is_complete=problem.missing != 0.0
        )
        prices = self._relaxed(listed, run)
        search = _core.CutSearch(listed.n_nodes, *listed.edges())
        best, energy = start, problem.graph.energy(start)

        def offer(labels: Labels) -> bool:
            nonlocal best, energy
            found = problem.graph.energy(labels)
            if found < energy:
                best, energy = labels, found
            return run.round_done(energy, best)

        for threshold in np.linspace(0.0, 1.0, self.n_thresholds, endpoint=False):
            if offer(search.components(prices, float(threshold))):
                return best
        rng = run.rng()
        for _ in range(self.n_growths):
            if offer(grown_balls(listed, prices, rng.permutation(listed.n_nodes), run.expired)):
                return best
        return best

    def _relaxed(self, listed: Problem, run: Run) -> Floats:
        """Prices of the listed pairs; with a time limit, a share of it is reserved for rounding."""
        bounding = Bounding(listed)

        def record_bound(progress: Progress) -> bool:
            run.bound_found(bounding.bound_of(progress).bound)
            return False

        seconds = None if run.stop.seconds is None else _RELAXATION_SHARE * max(0.0, run.stop.seconds - run.seconds)
        inner = run.inner(record_bound, stop=Stop(seconds=seconds))
        bounding.search_cycles(inner)
        run.bound_found(bounding.value)
        return bounding.core.prices()
