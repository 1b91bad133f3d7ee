"""A picture of the clusters as a graph: one circle per cluster, lines where they attract or repel each other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from frenemy.plot.clustered import clustered
from frenemy.plot.matplotlib_axes import new_axes
from frenemy.problem import Problem
from frenemy.problem.array_types import Floats
from frenemy.problem.checked_arrays import whole_number
from frenemy.sign_colors import BLUE, ORANGE, hex_color

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_MAX_AREA = 1800.0  # of the largest circle, in square points
_MIN_AREA = 150.0
_POINTS = 90.0  # of a unit length in a small figure: neighbors on the circle must not cover each other
_MAX_WIDTH = 5.0  # of the heaviest line, in points


def cluster_graph(
    problem: Any,
    labels: Any = None,
    *,
    ax: Axes | None = None,
    max_clusters: int = 30,
    title: str | None = None,
) -> Axes:
    """Draw clusters as circles and the total weight between them as lines.

    The area of a circle is the size of its cluster. Blue lines attract, orange lines repel, and wider lines weigh more.
    In an optimal clustering no line is blue.

    Parameters
    ----------
    problem : Result, Problem, or whatever :func:`frenemy.as_problem` takes
    labels : (n_nodes,) int or Result, optional
        The cluster of each node; by default those of the Result.
    ax : matplotlib Axes, optional
        By default a new figure.
    max_clusters : int
        Only the largest ones are drawn.
    title : str, optional
        By default the number of clusters.

    Returns
    -------
    matplotlib Axes

    Examples
    --------
    >>> import frenemy as fr
    >>> result = fr.solve([("ann", "bob", 2.0), ("bob", "cid", -1.0)])
    >>> ax = fr.plot.cluster_graph(result)  # doctest: +SKIP
    """
    whole, clusters = clustered(problem, labels)
    if clusters is None:
        raise ValueError("labels are needed unless a Result is given")
    small = Problem(whole.graph).contract(clusters)
    counts = np.bincount(small.labels, minlength=small.problem.n_nodes)
    n_shown = min(whole_number(max_clusters, "max_clusters", minimum=1), len(counts))
    shown = np.argsort(-counts, kind="stable")[:n_shown].astype(np.int32)
    between = small.problem.restrict(shown).problem
    axes = new_axes() if ax is None else ax
    places = _circle(n_shown)
    _draw_lines(axes, places, _weights(between))
    largest = min(_MAX_AREA, (2 * _POINTS * np.sin(np.pi / max(n_shown, 2))) ** 2)
    areas = np.maximum(_MIN_AREA, largest * counts[shown] / max(int(counts.max(initial=1)), 1))
    axes.scatter(places[:, 0], places[:, 1], s=areas, color="#f3f4f6", edgecolor="#374151", zorder=3)
    for (x, y), count in zip(places, counts[shown], strict=True):
        axes.annotate(f"{count:,}", (x, y), ha="center", va="center", fontsize=7, zorder=4)
    axes.set(xlim=(-1.25, 1.25), ylim=(-1.25, 1.25), aspect="equal")
    axes.set_axis_off()
    which = "" if n_shown == len(counts) else f", the {n_shown} largest"
    axes.set_title(f"{len(counts):,} cluster{'' if len(counts) == 1 else 's'}{which}" if title is None else title)
    return axes


def _circle(n: int) -> Floats:
    angles = np.pi / 2 - 2 * np.pi * np.arange(n) / max(n, 1)
    return np.stack((np.cos(angles), np.sin(angles)), axis=1) * (1.0 if n > 1 else 0.0)


def _weights(problem: Problem) -> Floats:
    """The total weight of each pair of clusters, unlisted pairs too."""
    n = problem.n_nodes
    weights: Floats = problem.missing * np.outer(problem.sizes, problem.sizes)
    u, v, w = problem.edges()
    weights[u, v] = w
    return np.triu(weights, 1) if n else weights


def _draw_lines(axes: Axes, places: Floats, weights: Floats) -> None:
    heaviest = float(np.abs(weights).max(initial=0.0))
    for i, j in np.argwhere(weights != 0):
        share = abs(weights[i, j]) / heaviest
        color = hex_color(BLUE if weights[i, j] > 0 else ORANGE)
        ends = places[[i, j]]
        axes.plot(
            ends[:, 0],
            ends[:, 1],
            color=color,
            linewidth=max(0.4, _MAX_WIDTH * share),
            alpha=0.2 + 0.6 * share,
            zorder=1,
        )
