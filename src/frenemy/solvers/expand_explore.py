"""Expand-and-explore: alpha-expansion with an adaptive number of labels (Bagon & Galun)."""

from __future__ import annotations

from dataclasses import dataclass

from frenemy import _core
from frenemy.problem import Labels, Problem
from frenemy.problem.renamed_parameters import renamed_parameters
from frenemy.run import Run
from frenemy.solvers.swap_explore import MAX_STORED_PAIRS


@renamed_parameters(most_stored_pairs="max_stored_pairs")
@dataclass(frozen=True)
class ExpandExplore:
    """For each cluster, and for an empty one, let every node decide at once whether to join it.

    Each step is a binary problem over all nodes, solved by QPBO-I from the current labels, and kept only if it lowers
    the energy. Slightly better than :class:`SwapExplore` and much slower: a round costs one pass over all pairs per
    cluster. With a nonzero ``missing`` all pairs are stored; too many raise an error before any work. Choose it for the
    lowest energies of the paper's methods, on small problems.

    Bagon & Galun, "Optimizing large scale correlation clustering", Algorithm 1.

    Attributes
    ----------
    max_stored_pairs : int
        Maximum number of pairs to store if ``missing`` is not 0; each takes about 70 bytes.

    Examples
    --------
    >>> import frenemy as fr
    >>> path = fr.Problem.from_edges([0, 1, 2], [1, 2, 3], [1.0, -1.0, 1.0])
    >>> fr.solve(path, fr.ExpandExplore()).energy
    -1.0
    """

    max_stored_pairs: int = MAX_STORED_PAIRS

    def __call__(self, problem: Problem, start: Labels, run: Run) -> Labels:
        return _core.expand_explore(problem.graph, start, run.core, self.max_stored_pairs)
