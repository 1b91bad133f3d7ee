"""One cluster at a time, and who joins it."""

from __future__ import annotations

from dataclasses import dataclass

from frenemy import _core
from frenemy.problem import Labels, Problem
from frenemy.run import Run
from frenemy.solvers.swap_explore import MOST_STORED_PAIRS


@dataclass(frozen=True)
class ExpandExplore:
    """For every cluster, and for an empty one, decide for all nodes at once who joins it.

    Each step is a binary problem over all nodes, solved by QPBO-I from the current labels, and is kept only if the
    energy falls. Slightly better than :class:`SwapExplore` and much slower: a round costs one pass over all pairs for
    every cluster. With ``missing`` other than 0 all pairs are stored, and too many of them are refused before any work.
    Choose it for the paper's lowest energies, on small problems.

    Bagon & Galun, "Optimizing large scale correlation clustering", Algorithm 1.

    Attributes
    ----------
    most_stored_pairs : int
        How many pairs may be stored if ``missing`` is not 0; each takes about 70 bytes.

    Examples
    --------
    >>> import frenemy as fr
    >>> path = fr.Problem.from_edges([0, 1, 2], [1, 2, 3], [1.0, -1.0, 1.0])
    >>> fr.solve(path, fr.ExpandExplore()).energy
    -1.0
    """

    most_stored_pairs: int = MOST_STORED_PAIRS

    def __call__(self, problem: Problem, start: Labels, run: Run) -> Labels:
        return _core.expand_explore(problem.graph, start, run.core, self.most_stored_pairs)
