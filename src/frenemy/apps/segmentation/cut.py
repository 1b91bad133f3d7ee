"""From a picture and strokes to connected regions on a grid of moderate size."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from frenemy import _core
from frenemy.affinity.image import Picture, Stroke, to_lab
from frenemy.apps.segmentation.drawn_strokes import line_pixels
from frenemy.apps.segmentation.merging import Merge
from frenemy.apps.segmentation.stages import Stages
from frenemy.problem import Problem
from frenemy.run import Progress, Stop
from frenemy.solve import Result, solve
from frenemy.solvers import Solver

Floats = npt.NDArray[np.float32]
LabelMap = npt.NDArray[np.int32]

MOST_PIXELS = 160_000  # of the work grid
_SIGMA = 1.0  # pixels over which colors are smoothed before they are compared
_SPACING = 8  # pixels between superpixels
_TYPICAL = 11.0  # Lab units per pixel: a border that is as likely to be one of an object as not
_COLOR = 0.1  # what a Lab unit between the mean colors of two superpixels weighs, in such gradients
_STROKE = 20.0  # what a border under strokes repels with, per pixel
_LEAST = 0.001  # of the picture: smaller regions join their neighbors


@dataclass(frozen=True, eq=False)
class Cut:
    """Regions of the work grid, and what was solved to get them.

    Attributes
    ----------
    labels : (height, width) int32
        Connected regions, ``0..k-1``.
    problem : Problem
        What was solved last.
    result : Result
    node_of_pixel : (height, width) int32
        The node of the problem that each pixel of the work grid is in.
    """

    labels: LabelMap
    problem: Problem
    result: Result
    node_of_pixel: LabelMap


@dataclass(frozen=True, eq=False)
class Appearance:
    """What is seen of a picture, whatever the strokes: colors and their changes on the work grid.

    Attributes
    ----------
    shape : (height, width)
        Of the whole picture.
    lab : (h, w, 3) float32
    gradient : (h, w) float32
        How much the color changes, in Lab units per pixel.
    """

    shape: tuple[int, int]
    lab: Floats
    gradient: Floats

    @property
    def scale(self) -> tuple[float, float]:
        """From the whole picture to the work grid: what x and y are multiplied by."""
        h, w = self.gradient.shape
        return w / self.shape[1], h / self.shape[0]


def work_shape(shape: tuple[int, int], most: int = MOST_PIXELS) -> tuple[int, int]:
    """Height and width of the work grid: those of the picture, or as many of the same proportions as are allowed."""
    height, width = shape
    if height * width <= most:
        return shape
    factor = np.sqrt(most / (height * width))
    h, w = max(1, int(height * factor)), max(1, int(width * factor))
    return (h, min(width, most)) if h == 1 else (min(height, most), w) if w == 1 else (h, w)


def prepare(picture: Picture, *, stages: Stages) -> Appearance:
    """What needs no strokes, once per picture."""
    with stages.stage("appearance") as tell:
        lab = to_lab(picture.resized(*work_shape(picture.shape)))
        tell(0.5)
        dy, dx = _core.gaussian_gradients(lab, _SIGMA)
        return Appearance(picture.shape, lab, np.sqrt((dy**2 + dx**2).sum(axis=2)))


def cut(
    appearance: Appearance,
    strokes: tuple[Stroke, ...],
    merges: tuple[Merge, ...] = (),  # noqa: ARG001 (objects that were merged are joined later on)
    *,
    solver: Solver | None,
    stop: Stop | None,
    seed: int,
    threads: int,
    stages: Stages,
) -> Cut:
    """Superpixels, signed weights between those that touch, clusters of them.

    Parameters
    ----------
    appearance : Appearance
    strokes : tuple of Stroke
        In the coordinates of the whole picture.
    merges : tuple of pairs of points
        Not looked at here: what is merged by hand is one object whatever the pixels say, and nothing else changes.
    """
    with stages.stage("superpixels"):
        is_stroke = _drawn(appearance, strokes)
        height = np.where(is_stroke, np.float32(1e6), appearance.gradient)
        pieces = _core.watershed(height, _core.grid_minima(height, _SPACING)) - 1
    with stages.stage("weights"):
        problem = _problem(appearance, pieces, is_stroke)
    with stages.stage("solve") as tell:

        def on_round(_: Progress) -> None:
            tell(0.5)

        result = solve(problem, solver, stop=stop, seed=seed, threads=threads, on_round=on_round)
    with stages.stage("regions"):
        labels, _ = _core.connected_regions(result.labels[pieces])
        labels = _core.merge_small(labels, max(1, int(_LEAST * labels.size)))
        labels, _ = _core.connected_regions(labels)
    return Cut(labels, problem, result, pieces)


def _drawn(appearance: Appearance, strokes: tuple[Stroke, ...]) -> npt.NDArray[np.bool_]:
    shape = appearance.gradient.shape
    is_stroke = np.zeros(shape, bool)
    for stroke in strokes:
        is_stroke.flat[line_pixels(stroke.scaled(*appearance.scale), (shape[0], shape[1]))] = True
    return is_stroke


def _problem(appearance: Appearance, pieces: LabelMap, is_stroke: npt.NDArray[np.bool_]) -> Problem:
    """A border attracts if little changes along it, and repels if much does or if it was drawn."""
    n = int(pieces.max()) + 1
    u, v, border, first, second = _core.region_borders(pieces)
    if not len(u):
        return Problem.from_edges([], [], [], n_nodes=n)
    length = np.bincount(border, minlength=len(u))
    gradient = np.maximum(appearance.gradient.flat[first], appearance.gradient.flat[second])
    drawn = is_stroke.flat[first] | is_stroke.flat[second]
    count = np.bincount(pieces.ravel(), minlength=n)
    mean = np.stack([np.bincount(pieces.ravel(), c.ravel(), n) for c in np.moveaxis(appearance.lab, 2, 0)]) / count
    color = np.linalg.norm(mean[:, u] - mean[:, v], axis=0)
    change = np.bincount(border, gradient, len(u)) / length + _COLOR * color
    share = np.bincount(border, drawn, len(u)) / length
    weights = length * ((_TYPICAL - change) / _TYPICAL - _STROKE * np.where(share > 0.5, share, 0.0))
    return Problem.from_edges(u, v, weights, n_nodes=n)
