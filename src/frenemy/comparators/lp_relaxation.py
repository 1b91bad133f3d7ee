"""The linear relaxation, rounded."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from frenemy import _core
from frenemy.bounds import Bounding
from frenemy.comparators.ball_growing import grown_balls
from frenemy.comparators.listed_pairs import with_listed_pairs
from frenemy.problem import Labels, Problem
from frenemy.run import Progress, Run, Stop
from frenemy.solvers.checked_parameters import check_at_least

_SHARE = 0.8  # of the time


@dataclass(frozen=True)
class LPRelaxation:
    """The linear relaxation of correlation clustering, rounded: "R-LP" in comparisons.

    Approaches the solution of the linear program over all cycles with one repelling pair by messages between pairs and
    cycles, as :func:`frenemy.lower_bound` does; its value is a lower bound, told to the run. The prices of attracting
    pairs then are lengths, and clusters are made in two ways: what pairs up to a threshold connect, for several
    thresholds, and balls that grow around one node after the other to the radius below 1/2 at which what they cut is
    least for what they hold. The best of these and the start is the answer, with nothing done to improve it. A round is
    one clustering. Choose it to compare with.

    Charikar, Guruswami & Wirth, "Clustering with qualitative information" (2005), section 4; Demaine, Emanuel, Fiat &
    Immorlica, "Correlation clustering in general weighted graphs" (2006).

    Attributes
    ----------
    n_thresholds : int
        How many thresholds between 0 and 1 to try.
    n_growths : int
        How many times to grow balls, each in a new random order of the nodes.
    most_pairs : int
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
    most_pairs: int = 500_000

    def __post_init__(self) -> None:
        check_at_least(self.n_thresholds, 1, "n_thresholds")
        check_at_least(self.n_growths, 0, "n_growths")
        check_at_least(self.most_pairs, 1, "most_pairs")

    def __call__(self, problem: Problem, start: Labels, run: Run) -> Labels:
        import scipy.sparse.csgraph  # noqa: F401  # what growing needs; it takes a while, so before time is divided

        listed = with_listed_pairs(
            problem, "LPRelaxation", most_pairs=self.most_pairs, is_complete=problem.missing != 0.0
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

    def _relaxed(self, listed: Problem, run: Run) -> npt.NDArray[np.float64]:
        """Prices of the listed pairs; with limited time, some of it is left for rounding them."""
        bounding = Bounding(listed)

        def tell(progress: Progress) -> bool:
            run.bound_found(bounding.told(progress).bound)
            return False

        left = None if run.stop.seconds is None else _SHARE * max(0.0, run.stop.seconds - run.seconds)
        inner = run.inner(tell, stop=Stop(seconds=left))
        bounding.search(inner)
        run.bound_found(bounding.value)
        return bounding.core.prices()
