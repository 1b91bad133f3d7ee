"""All methods: ours, the paper's, and those in use today; all get the same strokes."""

from __future__ import annotations

from functools import cache, partial

import frenemy as fr
from experiments.segmentation.data.cases import QUICK_SHARES, SHARES, training_scenes
from experiments.segmentation.data.edges import LabelMap, Picture, Strokes
from experiments.segmentation.methods.learned_merging import Weights, learned, learned_merging
from experiments.segmentation.methods.live_wire import live_wires
from experiments.segmentation.methods.method import PictureMethod
from experiments.segmentation.methods.paper import leiden, paper_recipe
from experiments.segmentation.methods.reduced import at_scale
from experiments.segmentation.methods.seeded_merging import seeded_merging
from experiments.segmentation.methods.watersheds import distance_watershed, gradient_watershed

OURS = "ours"
HUMAN = "another human, no strokes"
SEGMENT = "frenemy.apps.segmentation"
PAPER = "frenemy.apps.segmentation.cut.paper_cut"


def methods(*, quick: bool, scale: float) -> dict[str, PictureMethod]:
    """By name; methods on all pixels get pictures of ``scale`` times the width and height, as their names say."""
    peers = ("skimage",)
    size = "" if scale == 1.0 else f", scale {scale:g}"

    def learned_weights(picture: Picture, strokes: Strokes) -> LabelMap:
        return learned_merging(picture, strokes, weights=_weights(quick))

    def paper(solver: fr.Solver, about: str, color: str) -> PictureMethod:
        return PictureMethod(at_scale(partial(paper_recipe, solver=solver), scale), about, color, "--", (PAPER,))

    def with_leiden(confidence: bool, about: str, line: str) -> PictureMethod:
        segment = at_scale(partial(leiden, confidence=confidence), scale)
        return PictureMethod(
            segment, about, "#d55e00", line, ("igraph", "frenemy.affinity.image.soft.paper_affinities")
        )

    return {
        OURS: PictureMethod(_ours, "`fr.segment(picture, strokes)`, no other setting", "#000000", needs=(SEGMENT,)),
        f"paper recipe, Swap{size}": paper(fr.SwapExplore(), "affinities and solver of the paper", "#0000ff"),
        f"paper recipe, default solver{size}": paper(fr.DEFAULT, "its affinities, our solver", "#56b4e9"),
        f"paper recipe, ICM{size}": paper(fr.AdaptiveICM(), "its affinities, its fastest solver", "#00c000"),
        f"paper affinities, Leiden{size}": with_leiden(False, "its affinities; igraph, resolution 0", ":"),
        f"with confidence and edges, Leiden{size}": with_leiden(True, "the same, with size of v and edges", "-"),
        "learned weights, GAEC": PictureMethod(
            learned_weights,
            "superpixels, log-odds by logistic regression on the tuned half, greedy additive contraction",
            "#8a3d90",
            needs=peers,
        ),
        "live wires": PictureMethod(
            live_wires, "open ends go on along edges to what is nearest", "#009e73", needs=peers
        ),
        "seeded merging": PictureMethod(
            seeded_merging, "superpixels merged by color, never over both sides of a stroke", "#e69f00", needs=peers
        ),
        "watershed, gradient": PictureMethod(
            gradient_watershed, "basins of the gradient, strokes as ridges", "#999999", needs=peers
        ),
        "watershed, distance": PictureMethod(
            distance_watershed, "basins of the distance to strokes", "#999999", "--", needs=peers
        ),
    }


def _ours(picture: Picture, strokes: Strokes) -> LabelMap:
    return fr.segment(picture, list(strokes)).labels


@cache
def _weights(quick: bool) -> Weights:
    """Learned at the first use."""
    return learned(
        (scene.picture, scene.strokes(share), scene.reference)
        for scene in training_scenes(quick)
        for share in (QUICK_SHARES if quick else SHARES)
    )


def warm_up(quick: bool, names: list[str]) -> None:
    """Learn before times are measured."""
    if any(name.startswith("learned weights") for name in names):
        _weights(quick)
