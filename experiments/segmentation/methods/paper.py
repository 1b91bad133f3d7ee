"""The paper's affinities with other solvers, and with confidence and image edges added."""

from __future__ import annotations

import frenemy as fr
from experiments.segmentation.data.edges import LabelMap, Picture, Strokes
from experiments.segmentation.data.scores import connected_parts
from harness.data.problems import Pairs
from harness.peers.clustering import LEIDEN_10, PEERS

LEIDEN = PEERS[LEIDEN_10]
SEED = 0


def leiden(picture: Picture, strokes: Strokes, *, confidence: bool) -> LabelMap:
    """Leiden with the constant Potts model at resolution 0: the same energy as ours.

    With ``confidence`` weights are smaller where no soft segmentation is sure, and image edges speak where none is.
    """
    from frenemy.affinity.image import paper_affinities

    problem = paper_affinities(picture, strokes, confidence=confidence)
    labels = LEIDEN.run(LEIDEN.build(Pairs(*problem.edges(), problem.n_nodes)), SEED)
    return connected_parts(labels.reshape(picture.shape[:2]))


def paper_recipe(picture: Picture, strokes: Strokes, *, solver: fr.Solver) -> LabelMap:
    """The same as ``fr.segment(..., recipe="paper")``, but on all pixels instead of its work grid."""
    from frenemy.apps.segmentation.cut.paper_cut import paper_cut

    return paper_cut(picture, strokes, solver=solver, seed=SEED).labels
