"""A picture of the number of clusters over the bias."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from frenemy.plot.matplotlib_axes import new_axes
from frenemy.sign_colors import BLUE, ORANGE, hex_color

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from frenemy.solving.bias_path import PathPoint


def path(points: Sequence[PathPoint], *, ax: Axes | None = None, title: str | None = None) -> Axes:
    """Draw the number of clusters over the bias, and how alike each clustering is to the one before.

    Where the second curve is near 1, the clusters hardly change with the bias: such a stretch is worth a look.

    Parameters
    ----------
    points : sequence of PathPoint
        ``path_`` of a fitted :class:`frenemy.CorrelationClustering`.
    ax : matplotlib Axes, optional
        By default a new figure.
    title : str, optional

    Returns
    -------
    matplotlib Axes

    Examples
    --------
    >>> import frenemy as fr, numpy as np
    >>> clustering = fr.CorrelationClustering().fit(np.random.default_rng(0).normal(size=(200, 2)))
    >>> ax = fr.plot.path(clustering.path_)  # doctest: +SKIP
    """
    axes = new_axes() if ax is None else ax
    biases = [point.bias for point in points]
    axes.plot(biases, [point.n_groups for point in points], "o-", color=hex_color(BLUE), markersize=4)
    axes.set_yscale("log")
    axes.yaxis.set_major_formatter("{x:.0f}")
    axes.yaxis.set_minor_formatter("{x:.0f}")
    axes.set(xlabel="bias, in nats", ylabel="clusters", title="" if title is None else title)
    axes.yaxis.label.set_color(hex_color(BLUE))
    axes.axvline(0.0, color="gray", linewidth=0.8)
    alike = axes.twinx()
    alike.plot(biases[1:], [point.stability for point in points[1:]], ".--", color=hex_color(ORANGE), linewidth=1.0)
    alike.set(ylabel="alike to the one before", ylim=(0.0, 1.05))
    alike.yaxis.label.set_color(hex_color(ORANGE))
    return axes
