"""The paper's affinities under other solvers than its own, and with confidence and image edges added."""

from __future__ import annotations

import numpy as np

import frenemy as fr
from benchmarks.clustering_peers import PEERS
from benchmarks.problems import Pairs
from experiments.segmentation.edges import LabelMap, Picture, Strokes
from experiments.segmentation.scores import connected_parts

LEIDEN = PEERS["leidenalg, 10 iterations"]
SEED = 0


def leiden(picture: Picture, strokes: Strokes, *, confidence: bool) -> LabelMap:
    """Leiden with the constant Potts model at resolution 0: the same energy as ours.

    With ``confidence`` weights are smaller where no soft segmentation is sure, and image edges speak where none is.
    """
    from frenemy.affinity.image import paper_affinities

    problem = paper_affinities(
        np.asarray(picture, np.float64) / 255.0, [fr.Stroke(stroke) for stroke in strokes], confidence=confidence
    )
    labels = LEIDEN.run(LEIDEN.build(Pairs(*problem.edges(), problem.n_nodes)), SEED)
    return connected_parts(labels.reshape(picture.shape[:2]))


def paper_recipe(picture: Picture, strokes: Strokes, *, solver: fr.Solver) -> LabelMap:
    """Affinities, solver and connected parts as in section 7.1."""
    return fr.segment(picture, list(strokes), recipe="paper", solver=solver, seed=SEED).labels
