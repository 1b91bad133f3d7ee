"""A picture of how large clusters are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from frenemy.plot.matplotlib_axes import new_axes
from frenemy.problem.checked_arrays import whole_numbers
from frenemy.sign_colors import BLUE, hex_color

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_MAX_NAMED = 30  # bars that have their number below them


def sizes(labels: Any, *, ax: Axes | None = None, title: str | None = None) -> Axes:
    """Draw the size of each cluster, the largest first.

    Parameters
    ----------
    labels : Result or (n_nodes,) int
        The cluster of each node.
    ax : matplotlib Axes, optional
        By default a new figure.
    title : str, optional
        By default the number of clusters, and how many have one node.

    Returns
    -------
    matplotlib Axes

    Examples
    --------
    >>> import frenemy as fr
    >>> ax = fr.plot.sizes(fr.solve([("ann", "bob", 2.0), ("bob", "cid", -1.0)]))  # doctest: +SKIP
    """
    given = np.asarray(getattr(labels, "labels", labels))
    if given.ndim != 1:
        raise ValueError(f"labels must be one-dimensional, got shape {given.shape}")
    counts = np.unique(whole_numbers(given, "labels", "node"), return_counts=True)[1] if len(given) else given
    counts = -np.sort(-counts)
    axes = new_axes() if ax is None else ax
    place = np.arange(1, len(counts) + 1)
    if len(counts) > _MAX_NAMED:
        axes.fill_between(place, counts, step="mid", color=hex_color(BLUE), linewidth=0)
        axes.set_yscale("log" if counts[0] >= 100 * counts[-1] else "linear")
    else:
        axes.bar(place, counts, color=hex_color(BLUE))
        axes.set_xticks(place)
    axes.set(xlabel="cluster, from the largest", ylabel="nodes", xlim=(0.4, len(counts) + 0.6))
    n_alone = int((counts == 1).sum())
    alone = f", {n_alone:,} with one node" if n_alone else ""
    default = f"{len(counts):,} cluster{'' if len(counts) == 1 else 's'}{alone}"
    axes.set_title(default if title is None else title)
    return axes
