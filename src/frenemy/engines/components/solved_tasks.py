"""What all tasks found, added up."""

from __future__ import annotations

from math import fsum
from typing import Any, NamedTuple

from frenemy.engines.pairs.row_weights import COUNTS


class SolvedTasks(NamedTuple):
    """The facts of all tasks.

    Attributes
    ----------
    whole : list of dict
        Of components: energy, lower bound, the unlisted pairs that these count, and counts of rows.
    between : list of dict
        Of the pairs between components: their weight, and counts of rows.
    """

    whole: list[dict[str, Any]]
    between: list[dict[str, Any]]

    @property
    def counts(self) -> dict[str, int]:
        return {name: sum(one[name] for one in (*self.whole, *self.between)) for name in COUNTS}

    @property
    def n_tasks(self) -> int:
        """The number of solves."""
        return sum(one.get("n_tasks", 1) for one in self.whole)

    @property
    def n_dropped(self) -> int:
        """Pairs between components."""
        return sum(one["n_pairs"] for one in self.between)

    def energies(self, missing: float, n_nodes: int) -> tuple[float, float]:
        """The energy of all pairs, and a lower bound."""
        # Unlisted pairs that no task has counted: between components, and in large ones.
        n_unlisted = 0.5 * n_nodes * (n_nodes - 1) - fsum(one["unlisted"] for one in self.whole) - self.n_dropped
        common = (*(one["weight"] for one in self.between), missing * n_unlisted)
        energy, bound = (fsum((*common, *(one[name] for one in self.whole))) for name in ("energy", "lower_bound"))
        return energy, bound
