"""Training data of the networks: features, and what people decided at the same places."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from experiments.segmentation.data.cases import SHARES, Scene
from experiments.segmentation.data.protocol import protocol
from experiments.segmentation.data.scores import boundary
from frenemy import Problem, Result, solve
from frenemy.affinity.image import (
    Appearance,
    Network,
    Stroke,
    StrokeLines,
    appearance_of,
    checked_picture,
    completions,
    edge_cues,
    scene,
)
from frenemy.apps.segmentation.objects.joining import join_pieces, join_regions

Floats = npt.NDArray[np.float32]
LabelMap = npt.NDArray[np.int64]

MAX_PEOPLE = 4  # of those who segmented a picture
N_EDGE_PIXELS = 20_000  # of a picture
N_BORDERS = 3_000  # of a picture with strokes
NEAR_EDGE = 1.5  # pixels from a border that is at one
NEAR_WIRE = 4.0  # pixels from a border that a wire follows
FOLLOWS = 0.85  # the share of a wire that has to be near
BORDER_BIASES = (-3.0, -2.0, -1.0, 0.0)
REGION_BIASES = (-1.0, 0.0)
TYPICAL_REGION = 0.01  # of the picture: smaller ones count for less


@dataclass
class Lesson:
    """Rows to learn from."""

    features: list[Floats] = field(default_factory=list)
    targets: list[Floats] = field(default_factory=list)
    weights: list[Floats] = field(default_factory=list)

    def add(self, features: Floats, targets: npt.NDArray[np.generic], weights: Floats | None = None) -> None:
        self.features.append(features.astype(np.float32))
        self.targets.append(targets.astype(np.float32))
        self.weights.append(np.ones(len(targets), np.float32) if weights is None else weights.astype(np.float32))

    def tables(self) -> tuple[Floats, Floats, Floats]:
        return np.concatenate(self.features), np.concatenate(self.targets), np.concatenate(self.weights)


def people(case: Scene) -> list[LabelMap]:
    """The segmentations of up to ``MAX_PEOPLE`` people, if they have more than one region."""
    return [seen for seen in (case.reference, *case.others) if seen.max() > 0][:MAX_PEOPLE]


def drawings(case: Scene) -> Iterator[tuple[LabelMap, tuple[Stroke, ...]]]:
    """Each person's regions with strokes on each share of their borders."""
    for number, seen in enumerate(people(case)):
        name = case.name if number == 0 else f"{case.name} {number}"
        for share in SHARES:
            drawn = case.strokes(share) if seen is case.reference else protocol().strokes(seen, name, share)[0]
            yield seen, tuple(Stroke(points) for points in drawn)


def distance_to_border(seen: LabelMap) -> Floats:
    from scipy.ndimage import distance_transform_edt

    return np.asarray(distance_transform_edt(~boundary(seen)), np.float32)


def appearance(case: Scene, edge: Network) -> Appearance:
    return appearance_of(checked_picture(case.picture), edge)


def on_grid(seen: LabelMap, grid: tuple[int, int]) -> LabelMap:
    """The same regions on the work grid, which small pictures are enlarged to."""
    rows, columns = (((np.arange(n) + 0.5) * (m / n)).astype(int) for n, m in zip(grid, seen.shape, strict=True))
    return seen[np.ix_(rows, columns)]


def edge_lesson(case: Scene) -> Lesson:
    """Pixels: how many people saw a border there?"""
    from frenemy.affinity.image import to_lab

    cues = edge_cues(to_lab(checked_picture(case.picture).rgb) / np.float32(100.0))
    share = np.mean([distance_to_border(seen) <= NEAR_EDGE for seen in people(case)], axis=0)
    chosen = np.random.default_rng(0).choice(share.size, min(N_EDGE_PIXELS, share.size), replace=False)
    lesson = Lesson()
    lesson.add(cues.reshape(share.size, -1)[chosen], share.ravel()[chosen])
    return lesson


def wire_lesson(case: Scene, edge: Network) -> Lesson:
    """Wires: do they follow a border?"""
    seen_once = appearance(case, edge)
    lesson = Lesson()
    for seen, strokes in drawings(case):
        scaled = [stroke.scaled(*seen_once.scale) for stroke in strokes]
        found = completions(seen_once, StrokeLines.of(scaled, seen_once.grid))
        is_near = distance_to_border(on_grid(seen, seen_once.grid)).flat[found.paths.pixels] <= NEAR_WIRE
        lesson.add(found.features, found.paths.mean(is_near.astype(np.float32)) > FOLLOWS)
    return lesson


def border_lesson(case: Scene, edge: Network, wire: Network) -> Lesson:
    """Pieces that touch: are they of different regions?"""
    seen_once = appearance(case, edge)
    rng, lesson = np.random.default_rng(0), Lesson()
    for seen, strokes in drawings(case):
        pieces = scene(seen_once, strokes, wire)
        pairs = pieces.evidence.pairs(np.arange(pieces.evidence.n_pieces, dtype=np.int32))
        most = _regions_of(pieces.pieces, on_grid(seen, seen_once.grid))
        chosen = rng.permutation(len(pairs.u))[:N_BORDERS]
        lesson.add(pairs.features[chosen], (most[pairs.u] != most[pairs.v])[chosen])
    return lesson


def region_lesson(case: Scene, edge: Network, wire: Network, border: Network, region: Network | None) -> Lesson:
    """Regions that touch: are they of different ones? With a network for regions, of those that it joins, too."""
    seen_once = appearance(case, edge)
    lesson = Lesson()
    for seen, strokes in drawings(case):
        pieces = scene(seen_once, strokes, wire)
        for border_bias in BORDER_BIASES:
            level = join_pieces(pieces, border, solved, bias=border_bias)
            biases = () if region is None or border_bias != BORDER_BIASES[1] else REGION_BIASES
            for bias in (None, *biases):
                if bias is not None and region is not None:
                    level = join_regions(pieces, level, region, solved, bias=bias)
                regions = level.region_of_piece
                pairs = pieces.evidence.pairs(regions)
                of_pixel = regions[pieces.pieces]
                most = _regions_of(of_pixel, on_grid(seen, seen_once.grid))
                size = np.bincount(of_pixel.ravel()) / of_pixel.size
                smaller = np.minimum(size[pairs.u], size[pairs.v])
                weights = np.clip(np.sqrt(smaller / TYPICAL_REGION), 0.1, 2.0)
                lesson.add(pairs.features, most[pairs.u] != most[pairs.v], weights)
    return lesson


def solved(problem: Problem) -> Result:
    return solve(problem, seed=0)


def _regions_of(pieces: npt.NDArray[np.int32], seen: LabelMap) -> npt.NDArray[np.int64]:
    """The region that most of each piece is in."""
    n_seen = int(seen.max()) + 1
    counts = np.bincount(pieces.ravel().astype(np.int64) * n_seen + seen.ravel())
    n = int(pieces.max()) + 1
    table = np.append(counts, np.zeros(n * n_seen - len(counts), counts.dtype)).reshape(n, n_seen)
    return np.asarray(table.argmax(axis=1), np.int64)


def n_processes() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
