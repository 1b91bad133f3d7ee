"""All that is measured: ours, the paper's, and what one has today; all are given the same strokes."""

from __future__ import annotations

from functools import cache, partial

import frenemy as fr
from experiments.segmentation.cases import QUICK_SHARES, SHARES, training_scenes
from experiments.segmentation.edges import LabelMap, Picture, Strokes
from experiments.segmentation.learned_merging import Weights, learned, learned_merging
from experiments.segmentation.live_wire import live_wires
from experiments.segmentation.method import Method
from experiments.segmentation.paper import leiden, paper_recipe
from experiments.segmentation.reduced import at_scale
from experiments.segmentation.seeded_merging import seeded_merging
from experiments.segmentation.watersheds import distance_watershed, gradient_watershed

OURS = "ours"
HUMAN = "another human, no strokes"
SEGMENT = "frenemy.apps.segmentation"
PAPER = "frenemy.apps.segmentation.paper_cut"


def methods(*, quick: bool, scale: float) -> dict[str, Method]:
    """By name; those on all pixels are run at ``scale`` times the width and height, and named for it."""
    peers = ("skimage",)
    size = "" if scale == 1.0 else f", scale {scale:g}"

    def learned_weights(picture: Picture, strokes: Strokes) -> LabelMap:
        return learned_merging(picture, strokes, weights=_weights(quick))

    def paper(solver: fr.Solver, about: str, color: str) -> Method:
        return Method(at_scale(partial(paper_recipe, solver=solver), scale), about, color, "--", (PAPER,))

    def with_leiden(confidence: bool, about: str, line: str) -> Method:
        segment = at_scale(partial(leiden, confidence=confidence), scale)
        return Method(segment, about, "#d55e00", line, ("igraph", "frenemy.affinity.image.paper_affinities"))

    return {
        OURS: Method(_ours, "`fr.segment(picture, strokes)`, no other setting", "#000000", needs=(SEGMENT,)),
        f"paper recipe, Swap{size}": paper(fr.SwapExplore(), "affinities and solver of the paper", "#0000ff"),
        f"paper recipe, default solver{size}": paper(fr.DEFAULT, "its affinities, our solver", "#56b4e9"),
        f"paper recipe, ICM{size}": paper(fr.AdaptiveICM(), "its affinities, its fastest solver", "#00c000"),
        f"paper affinities, Leiden{size}": with_leiden(False, "its affinities; igraph, resolution 0", ":"),
        f"with confidence and edges, Leiden{size}": with_leiden(True, "the same, with size of v and edges", "-"),
        "learned weights, GAEC": Method(
            learned_weights,
            "superpixels, log-odds by logistic regression on the tuned half, greedy additive contraction",
            "#8a3d90",
            needs=peers,
        ),
        "live wires": Method(live_wires, "open ends go on along edges to what is nearest", "#009e73", needs=peers),
        "seeded merging": Method(
            seeded_merging, "superpixels merged by color, never over both sides of a stroke", "#e69f00", needs=peers
        ),
        "watershed, gradient": Method(
            gradient_watershed, "basins of the gradient, strokes as ridges", "#999999", needs=peers
        ),
        "watershed, distance": Method(
            distance_watershed, "basins of the distance to strokes", "#999999", "--", needs=peers
        ),
    }


def _ours(picture: Picture, strokes: Strokes) -> LabelMap:
    return fr.segment(picture, list(strokes)).labels


@cache
def _weights(quick: bool) -> Weights:
    """Learned when first asked for."""
    return learned(
        (scene.picture, scene.strokes(share), scene.reference)
        for scene in training_scenes(quick)
        for share in (QUICK_SHARES if quick else SHARES)
    )


def warm_up(quick: bool, names: list[str]) -> None:
    """Learning is no part of what is timed."""
    if any(name.startswith("learned weights") for name in names):
        _weights(quick)
