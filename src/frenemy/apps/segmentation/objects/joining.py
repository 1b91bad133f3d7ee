"""Cluster superpixels into regions, and regions into objects, the most certain joins first."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from frenemy.affinity.image import LearnedWeights, Network, Scene
from frenemy.problem import Problem
from frenemy.problem.array_types import Floats32, Ints32
from frenemy.solving import Result

Solve = Callable[[Problem], Result]

BORDER_BIAS = -2.0  # log-odds of a boundary below which superpixels attract
EDGE_BIAS = -2.0  # the same without strokes, for the log-odds of edges
JOINING_BIASES = (-1.0, 0.0, 0.0)  # the same for regions, one per level
_APART_PIECES = 5.0  # repulsion per sample of a stroke between two superpixels, in pixels of border
_APART_REGIONS = 0.2  # the same between regions, in log-odds


@dataclass(frozen=True, eq=False)
class Level:
    """One level of clustering: a problem and its solution.

    Attributes
    ----------
    node_of_piece : (n_pieces,) int32
        The node of the problem that each superpixel belongs to.
    problem : Problem
    result : Result
    """

    node_of_piece: Ints32
    problem: Problem
    result: Result

    @property
    def region_of_piece(self) -> Ints32:
        """(n_pieces,): the cluster of each superpixel."""
        return self.result.labels[self.node_of_piece]


def join_pieces(scene: Scene, border: Network, solve: Solve, *, bias: float = BORDER_BIAS) -> Level:
    """Cluster superpixels into regions. The weight of a pair is its log-odds times the length of its border."""
    node_of_piece = np.arange(scene.evidence.n_pieces, dtype=np.int32)
    pairs = scene.evidence.pairs(node_of_piece)
    weights = (bias - border.log_odds(pairs.features)) * pairs.length
    return _solved(scene, node_of_piece, pairs.u, pairs.v, weights, _APART_PIECES, solve)


def join_regions(scene: Scene, below: Level, region: Network, solve: Solve, *, bias: float) -> Level:
    """Cluster regions into larger ones. The weight of a pair is its log-odds, which refer to the whole border."""
    node_of_piece = below.region_of_piece
    pairs = scene.evidence.pairs(node_of_piece)
    weights = np.float32(bias) - region.log_odds(pairs.features)
    return _solved(scene, node_of_piece, pairs.u, pairs.v, weights, _APART_REGIONS, solve)


def join_along_edges(scene: Scene, solve: Solve) -> Level:
    """Cluster superpixels into objects by edges alone: the networks are trained on pictures with strokes."""
    node_of_piece = np.arange(scene.evidence.n_pieces, dtype=np.int32)
    pairs = scene.evidence.pairs(node_of_piece)
    return _solved(scene, node_of_piece, pairs.u, pairs.v, (EDGE_BIAS - pairs.edge) * pairs.length, 0.0, solve)


def join(scene: Scene, weights: LearnedWeights, solve: Solve) -> Level:
    """Run all levels of clustering of a picture with strokes; returns the last one."""
    level = join_pieces(scene, weights.border, solve)
    for bias in JOINING_BIASES:
        level = join_regions(scene, level, weights.region, solve, bias=bias)
    return level


def _solved(
    scene: Scene,
    node_of_piece: Ints32,
    u: Ints32,
    v: Ints32,
    weights: Floats32,
    apart: float,
    solve: Solve,
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
