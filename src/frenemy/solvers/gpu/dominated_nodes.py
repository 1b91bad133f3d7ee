"""Nodes that one neighbor attracts at least as strongly as all their other pairs count together.

Such a node is together with that neighbor in some best clustering, as to move it there never costs anything. So both
become one node before the search. In social networks, this leaves less than half of the nodes.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass, replace

import numpy as np

from frenemy.problem.array_types import Floats
from frenemy.solvers.gpu.level import CardArray
from frenemy.solvers.gpu.problem_on_card import ProblemOnCard

_logger = logging.getLogger(__name__)

_MAX_ROUNDS = 3
_MIN_SHARE = 0.02  # of the nodes that must go, for a contraction to pay


@dataclass(frozen=True, eq=False)
class Contracted:
    """A problem with fewer nodes, whose energies are those of the whole problem.

    Attributes
    ----------
    card : ProblemOnCard
    parts : (n_whole,) int32, optional
        What each node of the whole problem became; None if all are as they were.
    roots : (n_nodes,) int32, optional
        For each node, that of the whole problem which the others joined.
    """

    card: ProblemOnCard
    parts: CardArray | None = None
    roots: CardArray | None = None

    def lifted(self, labels: CardArray) -> CardArray:
        """Labels of the whole problem."""
        return labels if self.parts is None else labels[self.parts]

    def projected(self, labels: CardArray) -> CardArray:
        """Labels of the contracted problem, with an energy that is no higher."""
        return labels if self.roots is None else labels[self.roots]


def without_dominated(card: ProblemOnCard) -> Contracted:
    """Contracts dominated nodes, and those that are dominated then; needs a problem without unlisted weights."""
    found = Contracted(card)
    if card.level.missing != 0.0:  # which all nodes have with all others
        return found
    for _ in range(_MAX_ROUNDS):
        try:
            smaller = _contracted(found)
        except MemoryError:
            _logger.warning("the card has no memory to contract dominated nodes, which is left out")
            return found
        if smaller is None:
            return found
        found = smaller
    return found


def _contracted(whole: Contracted) -> Contracted | None:
    card = whole.card
    kernels, level = card.kernels, card.level
    dominating, nodes = kernels.dominating(level), kernels.nodes(level.n_nodes)
    if int((dominating != nodes).sum()) < _MIN_SHARE * level.n_nodes:
        return None
    # Ties go to smaller nodes, so no chain comes back to its begin but by two nodes that dominate each other.
    is_mutual = dominating[dominating] == nodes
    root = np.where(is_mutual, np.minimum(dominating, nodes), dominating)
    for _ in range(level.n_nodes.bit_length()):
        root = root[root]
    parts, n_parts = kernels.overlay(root, root)
    roots = (root == nodes).nonzero()[0]
    roots = roots[parts[roots].argsort()]

    def listed_energies(labels: CardArray, n_copies: int) -> Floats:
        return card.listed_energies(labels.reshape(n_copies, -1)[:, parts].ravel(), n_copies)

    small = replace(card, level=kernels.contract(level, parts, n_parts), listed_energies=listed_energies)
    if whole.parts is None or whole.roots is None:
        return Contracted(small, parts, roots)
    return Contracted(small, parts[whole.parts], whole.roots[roots])
