"""A whole problem on the card: its rows in fixed point to search in, and its weights as given for energies."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from frenemy.problem import Problem
from frenemy.problem.array_types import Floats, Ints
from frenemy.solvers.gpu.level import CardArray, FixedPoint, Level, typical_weight, whole_sizes


@dataclass(frozen=True, eq=False)
class ProblemOnCard:
    """
    Attributes
    ----------
    kernels : CardKernels
    level : Level
    listed_energies : callable
        The energies of a number of clusterings on the card, whose labels follow each other, without unlisted pairs, in
        double precision.
    missing : float
        The weight of an unlisted pair, per unit of the whole sizes of its nodes.
    """

    kernels: Any
    level: Level
    listed_energies: Callable[[CardArray, int], Floats]
    missing: float

    def energies(self, labels: CardArray, n_clusters: int, n_copies: int = 1) -> Floats:
        """Of each of several clusterings, whose labels ``0..n_clusters-1`` follow each other."""
        listed = self.listed_energies(labels, n_copies)
        if self.level.sizes is None:
            return listed
        unlisted = np.array([self._unlisted(own, n_clusters) for own in labels.reshape(n_copies, -1)])
        total: Floats = listed + unlisted
        return total

    def _unlisted(self, labels: CardArray, n_clusters: int) -> float:
        sizes = self.kernels.cluster_sizes(self.level.sizes, labels, n_clusters).astype(np.float64)
        return 0.5 * self.missing * float(sizes.sum() ** 2 - np.square(sizes).sum())


def problem_on_card(problem: Problem, kernels: Any) -> ProblemOnCard:
    """A problem from the memory of the computer."""
    graph = problem.graph
    offsets, neighbors, weights = graph.offsets, graph.neighbors, graph.weights
    largest = max(float(weights.max(initial=0.0)), -float(weights.min(initial=0.0)))
    longest_row = int(np.diff(offsets).max(initial=0))
    fixed = FixedPoint.of(largest, typical_weight(weights), longest_row, len(weights))
    whole = whole_missing(problem.sizes, problem.missing) if problem.missing != 0.0 else None
    on_card = kernels.to_card(offsets), kernels.to_card(neighbors), kernels.to_card(weights)
    sizes, missing = (None, 0.0) if whole is None else (kernels.to_card(whole[0]), whole[1])
    level = kernels.level(*on_card, sizes, missing * fixed.scale, fixed)
    return ProblemOnCard(kernels, level, lambda *labels: kernels.energies_of_rows(*on_card, *labels), missing)


def whole_missing(sizes: Floats, missing: float) -> tuple[Ints, float]:
    """Node sizes as whole numbers, and the weight of an unlisted pair per unit of those."""
    whole, scale = whole_sizes(sizes)
    return whole, missing / scale / scale
