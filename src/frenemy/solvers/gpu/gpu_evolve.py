"""Clusterings on the card, recombined until nothing better turns up."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from frenemy.problem import Labels, Problem
from frenemy.problem.checked_arrays import whole_number
from frenemy.run import Run
from frenemy.solvers.gpu.rounds import solved_on_card
from frenemy.solvers.gpu.search import THOROUGH, Found, Pace, Search


@dataclass(frozen=True)
class GpuEvolve:
    """Search on an NVIDIA card: recombine the best clustering with ever new ones. Needs CuPy.

    New clusterings are made and recombined as in :class:`GpuMultilevel`, each with the best one so far. The search ends
    at a limit, or if nothing better turns up. Each new clustering is a round. The same problem and seed give the same
    rounds on every run. Choose it for millions of pairs if there are seconds to spare.

    After Hausberger, Faraj & Schulz, "A distributed multilevel memetic algorithm for signed graph clustering" (2022).

    Attributes
    ----------
    patience : int
        End after this many new clusterings in a row that bring no improvement.
    copies : int
        Of a problem of up to 2 million pairs, make this number of new clusterings at once and take the best.

    Examples
    --------
    >>> import frenemy as fr
    >>> path = fr.Problem.from_edges([0, 1, 2], [1, 2, 3], [1.0, -1.0, 1.0])
    >>> fr.solve(path, fr.GpuEvolve(), stop=fr.Stop(seconds=1)).energy  # doctest: +SKIP
    -1.0
    """

    patience: int = 8
    copies: int = 16

    def __post_init__(self) -> None:
        whole_number(self.patience, "patience", minimum=1)
        whole_number(self.copies, "copies", minimum=1)

    def __call__(self, problem: Problem, start: Labels, run: Run) -> Labels:
        return solved_on_card(problem, start, run, self)

    @property
    def pace(self) -> Pace:
        return THOROUGH

    def rounds(self, search: Search, begin: Found | None) -> Iterator[Found]:
        best = search.improved(search.fresh(self.copies) if begin is None else begin)
        yield best
        n_vain = 0
        while n_vain < self.patience:
            found = search.recombined(best, search.fresh(self.copies))
            n_vain = 0 if found.energy < best.energy else n_vain + 1
            best = found
            yield best
        yield search.improved(best)
