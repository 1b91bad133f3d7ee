"""A picture of a problem and its clusters."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from frenemy.plot.binned_matrix import binned, by_cluster, full_scale, lined_ends
from frenemy.plot.clustered import clustered
from frenemy.plot.matplotlib_axes import new_axes
from frenemy.problem import Labels, Problem
from frenemy.problem.array_types import Ints
from frenemy.problem.checked_arrays import whole_number

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def matrix(
    problem: Any,
    labels: Any = None,
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
    problem : Result, Problem, or whatever :func:`frenemy.as_problem` takes
    labels : (n_nodes,) int or Result, optional
        Clusters, by default those of a Result, drawn from the largest to the smallest; without them the nodes stay in
        their own order.
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
    >>> import frenemy as fr
    >>> problem, _ = fr.affinity.planted(100)
    >>> ax = fr.plot.matrix(fr.solve(problem))  # doctest: +SKIP
    """
    problem, clusters = clustered(problem, labels)
    n_pixels = whole_number(max_pixels, "max_pixels", minimum=1)
    image = binned(problem, _sequence(problem, clusters, order), n_pixels)

    axes = new_axes() if ax is None else ax
    scale = full_scale(image)
    shown = axes.imshow(image, cmap="RdBu", vmin=-scale, vmax=scale, interpolation="nearest", extent=_extent(problem))
    axes.set_xticks([])
    axes.set_yticks([])
    if clusters is not None and order is None:
        _draw_lines(axes, clusters)
    if colorbar:
        axes.figure.colorbar(shown, ax=axes, fraction=0.046, pad=0.04, label="weight")
    axes.set_title(_default_title(problem, clusters) if title is None else title)
    return axes


def _sequence(problem: Problem, clusters: Labels | None, order: npt.ArrayLike | None) -> Ints:
    if order is None:
        return np.arange(problem.n_nodes) if clusters is None else by_cluster(clusters)
    sequence = np.asarray(order)
    if sequence.dtype.kind not in "iu" or not np.array_equal(np.sort(sequence), np.arange(problem.n_nodes)):
        raise ValueError(f"order must name each of the {problem.n_nodes} nodes once")
    return sequence.astype(np.int64)


def _extent(problem: Problem) -> tuple[float, float, float, float]:
    n = max(problem.n_nodes, 1)
    return 0.0, float(n), float(n), 0.0


def _draw_lines(axes: Axes, clusters: Labels) -> None:
    ends = lined_ends(clusters)
    ends = ends[ends < len(clusters)]
    axes.hlines(ends, 0, len(clusters), colors="black", linewidth=0.8)
    axes.vlines(ends, 0, len(clusters), colors="black", linewidth=0.8)


def _default_title(problem: Problem, clusters: Labels | None) -> str:
    if clusters is None:
        return f"{problem.n_nodes:,} nodes, {problem.n_edges:,} pairs"
    n_clusters = int(clusters.max(initial=-1)) + 1
    return f"{n_clusters:,} cluster{'' if n_clusters == 1 else 's'}, energy {problem.energy(clusters):,.6g}"
