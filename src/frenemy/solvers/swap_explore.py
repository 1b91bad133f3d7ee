"""Two clusters at a time, dealt out anew."""

from __future__ import annotations

from dataclasses import dataclass

from frenemy import _core
from frenemy.problem import Labels, Problem
from frenemy.run import Run

MOST_STORED_PAIRS = 20_000_000


@dataclass(frozen=True)
class SwapExplore:
    """For every two clusters, and for every cluster and an empty one, deal their nodes out anew.

    Each step is a binary problem, solved by QPBO-I from the current labels, and is kept only if the energy falls. It
    touches the pairs of the two clusters only; it is repeated only if one of them has changed, and then for the nodes
    around the change. When no step gains, single nodes may move, so the end point is 1-optimal. With ``missing`` other
    than 0 all pairs are stored, and too many of them are refused before any work. Choose it for the paper's best method
    between quality and speed, as it is.

    Bagon & Galun, "Optimizing large scale correlation clustering", Algorithm 2.

    Attributes
    ----------
    most_stored_pairs : int
        How many pairs may be stored if ``missing`` is not 0; each takes about 70 bytes.

    Examples
    --------
    >>> import frenemy as fr
    >>> path = fr.Problem.from_edges([0, 1, 2], [1, 2, 3], [1.0, -1.0, 1.0])
    >>> fr.solve(path, fr.SwapExplore()).energy
    -1.0
    """

    most_stored_pairs: int = MOST_STORED_PAIRS

    def __call__(self, problem: Problem, start: Labels, run: Run) -> Labels:
        return _core.swap_explore(problem.graph, start, run.core, self.most_stored_pairs)
