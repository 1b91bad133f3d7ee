"""Swap-and-explore: alpha-beta swap with an adaptive number of labels (Bagon & Galun)."""

from __future__ import annotations

from dataclasses import dataclass

from frenemy import _core
from frenemy.problem import Labels, Problem
from frenemy.problem.renamed_parameters import renamed_parameters
from frenemy.run import Run

MAX_STORED_PAIRS = 20_000_000


@renamed_parameters(most_stored_pairs="max_stored_pairs")
@dataclass(frozen=True)
class SwapExplore:
    """For each pair of clusters, and for each cluster and an empty one, redistribute their nodes between the two.

    Each step is a binary problem, solved by QPBO-I from the current labels, and kept only if it lowers the energy. It
    reads only the pairs of the two clusters. It is repeated only if one of them has changed, and then only for the
    nodes near the change. When no step gains, single nodes may move, so the result is 1-optimal. With a nonzero
    ``missing`` all pairs are stored; too many raise an error before any work. Choose it for the paper's best compromise
    between quality and speed.

    Bagon & Galun, "Optimizing large scale correlation clustering", Algorithm 2.

    Attributes
    ----------
    max_stored_pairs : int
        Maximum number of pairs to store if ``missing`` is not 0; each takes about 70 bytes.

    Examples
    --------
    >>> import frenemy as fr
    >>> path = fr.Problem.from_edges([0, 1, 2], [1, 2, 3], [1.0, -1.0, 1.0])
    >>> fr.solve(path, fr.SwapExplore()).energy
    -1.0
    """

    max_stored_pairs: int = MAX_STORED_PAIRS

    def __call__(self, problem: Problem, start: Labels, run: Run) -> Labels:
        return _core.swap_explore(problem.graph, start, run.core, self.max_stored_pairs)
