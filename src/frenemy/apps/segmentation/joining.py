"""From pieces to regions, and from regions to objects: what surely belongs together first."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from frenemy.affinity.image import LearnedWeights, Network, Scene
from frenemy.problem import Problem
from frenemy.solve import Result

Ints = npt.NDArray[np.int32]
Solve = Callable[[Problem], Result]

BORDER_BIAS = -2.0  # log-odds: pieces join only where a border is that unlikely
EDGE_BIAS = -2.0  # without strokes: the log-odds of a border from which on pieces repel each other
JOINING_BIASES = (-1.0, 0.0, 0.0)  # the same of regions, which are looked at anew each time
_APART_PIECES = 5.0  # what a place where two pieces face each other across a stroke weighs, next to a pixel of border
_APART_REGIONS = 0.2  # the same next to the log-odds of a pair of regions


@dataclass(frozen=True, eq=False)
class Level:
    """One problem and its solution.

    Attributes
    ----------
    node_of_piece : (n_pieces,) int32
        The node of the problem that each piece is in.
    problem : Problem
    result : Result
    """

    node_of_piece: Ints
    problem: Problem
    result: Result

    @property
    def region_of_piece(self) -> Ints:
        """(n_pieces,) the cluster that each piece came to be in."""
        return self.result.labels[self.node_of_piece]


def join_pieces(scene: Scene, border: Network, solve: Solve, *, bias: float = BORDER_BIAS) -> Level:
    """Pieces to regions. A pair weighs its log-odds for every pixel of its border."""
    node_of_piece = np.arange(scene.evidence.n_pieces, dtype=np.int32)
    pairs = scene.evidence.pairs(node_of_piece)
    weights = (bias - border.log_odds(pairs.features)) * pairs.length
    return _solved(scene, node_of_piece, pairs.u, pairs.v, weights, _APART_PIECES, solve)


def join_regions(scene: Scene, below: Level, region: Network, solve: Solve, *, bias: float) -> Level:
    """Regions to larger ones. A pair weighs its log-odds: all of its border was looked at together."""
    node_of_piece = below.region_of_piece
    pairs = scene.evidence.pairs(node_of_piece)
    weights = np.float32(bias) - region.log_odds(pairs.features)
    return _solved(scene, node_of_piece, pairs.u, pairs.v, weights, _APART_REGIONS, solve)


def join_along_edges(scene: Scene, solve: Solve) -> Level:
    """Pieces to objects by what is seen along their borders alone: the networks know pictures with strokes only."""
    node_of_piece = np.arange(scene.evidence.n_pieces, dtype=np.int32)
    pairs = scene.evidence.pairs(node_of_piece)
    return _solved(scene, node_of_piece, pairs.u, pairs.v, (EDGE_BIAS - pairs.edge) * pairs.length, 0.0, solve)


def join(scene: Scene, weights: LearnedWeights, solve: Solve) -> Level:
    """All levels; the last of them."""
    if not scene.has_strokes:
        return join_along_edges(scene, solve)
    level = join_pieces(scene, weights.border, solve)
    for bias in JOINING_BIASES:
        level = join_regions(scene, level, weights.region, solve, bias=bias)
    return level


def _solved(
    scene: Scene, node_of_piece: Ints, u: Ints, v: Ints, weights: npt.NDArray[np.float32], apart: float, solve: Solve
) -> Level:
    facing = node_of_piece[scene.apart]
    facing = facing[facing[:, 0] != facing[:, 1]]
    problem = Problem.from_edges(
        np.concatenate((u, facing[:, 0])),
        np.concatenate((v, facing[:, 1])),
        np.concatenate((weights.astype(np.float64), np.full(len(facing), -apart))),
        n_nodes=int(node_of_piece.max()) + 1,
    )
    return Level(node_of_piece, problem, solve(problem))
