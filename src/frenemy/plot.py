"""Pictures of a problem and its clusters. Needs matplotlib: ``pip install "frenemy[plot]"``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from frenemy.convert import as_problem
from frenemy.problem import Labels, Problem

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_FINEST = 1 / 150  # a cluster that takes less than this share of the picture gets no line of its own


def matrix(
    problem: Any,
    labels: npt.ArrayLike | None = None,
    *,
    ax: Axes | None = None,
    order: npt.ArrayLike | None = None,
    max_pixels: int = 1000,
    colorbar: bool = False,
    title: str | None = None,
) -> Axes:
    """Draw the matrix of weights, clusters together, with lines between them.

    Blue attracts, red repels, white is no weight. A good clustering shows blue blocks along the diagonal.

    Parameters
    ----------
    problem : Problem, or whatever :func:`frenemy.as_problem` takes
    labels : (n_nodes,) int, optional
        Clusters, drawn from the largest to the smallest; without them the nodes stay in their own order.
    ax : matplotlib Axes, optional
        By default a new figure.
    order : (n_nodes,) int, optional
        Nodes in the order to draw them, instead of by ``labels``; no lines are drawn then.
    max_pixels : int
        Larger problems are binned to a picture of this size. A pixel has the mean weight of the pairs that are listed
        in it (of all its pairs if ``missing`` is not 0), so memory does not grow with the square of the nodes.
    colorbar : bool
        Whether to draw the scale.
    title : str, optional
        By default the size of the problem, or the number of clusters and their energy.

    Returns
    -------
    matplotlib Axes

    Examples
    --------
    >>> import frenemy as fr, frenemy.plot
    >>> from frenemy.affinity import planted
    >>> problem, _ = planted(100)
    >>> ax = frenemy.plot.matrix(problem, fr.solve(problem).labels)  # doctest: +SKIP
    """
    problem = as_problem(problem)
    if max_pixels < 1 or int(max_pixels) != max_pixels:
        raise ValueError(f"max_pixels must be a whole number of at least 1, got {max_pixels!r}")
    clusters = None if labels is None else problem.check_labels(labels)
    sequence = _by_cluster(problem, clusters) if order is None else _checked_order(problem, order)
    image = _image(problem, sequence, int(max_pixels))

    axes = _new_axes() if ax is None else ax
    scale = _scale(image)
    shown = axes.imshow(image, cmap="RdBu", vmin=-scale, vmax=scale, interpolation="nearest", extent=_extent(problem))
    axes.set_xticks([])
    axes.set_yticks([])
    if clusters is not None and order is None:
        _draw_lines(axes, clusters)
    if colorbar:
        axes.figure.colorbar(shown, ax=axes, fraction=0.046, pad=0.04, label="weight")
    axes.set_title(_default_title(problem, clusters) if title is None else title)
    return axes


def _by_cluster(problem: Problem, clusters: Labels | None) -> npt.NDArray[np.int64]:
    if clusters is None:
        return np.arange(problem.n_nodes)
    sizes = np.bincount(clusters, minlength=1)
    return np.lexsort((clusters, -sizes[clusters]))


def _checked_order(problem: Problem, order: npt.ArrayLike) -> npt.NDArray[np.int64]:
    sequence = np.asarray(order)
    if sequence.dtype.kind not in "iu" or not np.array_equal(np.sort(sequence), np.arange(problem.n_nodes)):
        raise ValueError(f"order must name each of the {problem.n_nodes} nodes once")
    return sequence.astype(np.int64)


def _image(problem: Problem, sequence: npt.NDArray[np.int64], max_pixels: int) -> npt.NDArray[np.float64]:
    """Mean weights, (n_pixels, n_pixels), at most ``max_pixels`` wide."""
    n = problem.n_nodes
    n_pixels = max(1, min(n, max_pixels))
    pixel = np.empty(n, np.int64)
    pixel[sequence] = np.arange(n) * n_pixels // max(n, 1)
    u, v, w = problem.edges()
    cell = pixel[u] * n_pixels + pixel[v]
    total, count = _mirrored(cell, w, n_pixels), _mirrored(cell, np.ones(len(w)), n_pixels)
    if problem.missing:
        # Every listed pair has taken the place of an unlisted one.
        size = np.bincount(pixel, weights=problem.sizes, minlength=n_pixels)
        square = np.bincount(pixel, weights=problem.sizes**2, minlength=n_pixels)
        listed = _mirrored(cell, problem.sizes[u] * problem.sizes[v], n_pixels)
        total += problem.missing * (np.outer(size, size) - np.diag(square) - listed)
        nodes = np.bincount(pixel, minlength=n_pixels)
        count = (np.outer(nodes, nodes) - np.diag(nodes)).astype(np.float64)
    return np.divide(total, count, out=np.zeros_like(total), where=count > 0)


def _mirrored(cell: npt.NDArray[np.int64], values: npt.NDArray[np.float64], n_pixels: int) -> npt.NDArray[np.float64]:
    flat: npt.NDArray[np.float64] = np.bincount(cell, weights=values, minlength=n_pixels**2).astype(np.float64)
    half = flat.reshape(n_pixels, n_pixels)
    return half + half.T


def _scale(image: npt.NDArray[np.float64]) -> float:
    """The weight that gets the fullest color: a high quantile, so that one huge weight does not bleach the rest."""
    sizes = np.abs(image[image != 0])
    return float(np.quantile(sizes, 0.95)) if len(sizes) else 1.0


def _extent(problem: Problem) -> tuple[float, float, float, float]:
    n = max(problem.n_nodes, 1)
    return 0.0, float(n), float(n), 0.0


def _draw_lines(axes: Axes, clusters: Labels) -> None:
    sizes = -np.sort(-np.bincount(clusters)) if len(clusters) else np.empty(0, np.int64)
    large = sizes[sizes >= _FINEST * len(clusters)]
    ends = np.cumsum(large)
    ends = ends[ends < len(clusters)]
    axes.hlines(ends, 0, len(clusters), colors="black", linewidth=0.8)
    axes.vlines(ends, 0, len(clusters), colors="black", linewidth=0.8)


def _default_title(problem: Problem, clusters: Labels | None) -> str:
    if clusters is None:
        return f"{problem.n_nodes:,} nodes, {problem.n_edges:,} pairs"
    n_clusters = int(clusters.max(initial=-1)) + 1
    return f"{n_clusters:,} cluster{'' if n_clusters == 1 else 's'}, energy {problem.energy(clusters):,.6g}"


def _new_axes() -> Axes:
    try:
        from matplotlib import pyplot
    except ImportError as error:
        raise ImportError('plots need matplotlib: pip install "frenemy[plot]"') from error
    return pyplot.subplots()[1]
