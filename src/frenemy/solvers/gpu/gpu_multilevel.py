"""A few clusterings on the card, recombined."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from frenemy.problem import Labels, Problem
from frenemy.problem.checked_arrays import whole_number
from frenemy.run import Run
from frenemy.solvers.gpu.rounds import solved_on_card
from frenemy.solvers.gpu.search import QUICK, Found, Pace, Search

_MAX_ENTRIES = 24_000_000  # of all copies: about as many as a card works on at once
_IF_LARGE, _IF_LARGE_AND_MIXED = 8, 32  # members are divided by


@dataclass(frozen=True)
class GpuMultilevel:
    """One good pass on an NVIDIA card: a few clusterings, recombined, then improved. Needs CuPy.

    To make a clustering, all nodes propose the cluster that attracts them most, with noise at first, and all proposals
    are applied but those of neighbors that would hurt each other. The clusters are contracted and join in the same way,
    and so on; nodes move again on the way back. To recombine two clusterings, what they agree on is contracted and
    annealed. At last parts of clusters move. Sums are exact, so the same problem and seed give the same labels on every
    run. Each clustering is a round. Weights are rounded to about four digits on the card; energies are not.
    ``missing`` and node sizes are handled without storing pairs. Choose it for millions of pairs, when the answer must
    come at once.

    After Ovelgönne & Geyer-Schulz, "An ensemble learning strategy for graph clustering" (2012), and Auer & Bisseling,
    "Graph coarsening and clustering on the GPU" (2012).

    Attributes
    ----------
    members : int
        Clusterings to make, at most: as many side by side as keep the card busy, and half as many where neighbors of a
        node are no more likely to be neighbors, so that single nodes take long to find their cluster. Of more than 2
        million pairs, an eighth as many, one after the other, or a single one in the latter case.

    Examples
    --------
    >>> import frenemy as fr
    >>> path = fr.Problem.from_edges([0, 1, 2], [1, 2, 3], [1.0, -1.0, 1.0])
    >>> fr.solve(path, fr.GpuMultilevel()).energy  # doctest: +SKIP
    -1.0
    """

    members: int = 32

    def __post_init__(self) -> None:
        whole_number(self.members, "members", minimum=1)

    def __call__(self, problem: Problem, start: Labels, run: Run) -> Labels:
        return solved_on_card(problem, start, run, self)

    @property
    def pace(self) -> Pace:
        return QUICK

    def rounds(self, search: Search, begin: Found | None) -> Iterator[Found]:
        best = begin
        for found in self._chained(search) if search.is_large else search.best_of(self._n_members(search)):
            best = found
            yield best
        assert best is not None
        yield search.improved(best if begin is None else search.recombined(begin, best))

    def _chained(self, search: Search) -> Iterator[Found]:
        best = search.made()
        yield best
        for _ in range(self._n_members(search) - 1):
            best = search.recombined(best, search.made())
            yield best

    def _n_members(self, search: Search) -> int:
        if search.is_large:
            return max(1, self.members // (_IF_LARGE_AND_MIXED if search.is_mixed else _IF_LARGE))
        at_once = min(self.members, _MAX_ENTRIES // max(1, search.n_entries)) // (2 if search.is_mixed else 1)
        return 1 << max(0, at_once.bit_length() - 1)  # pairs of pairs
