"""A picture of how a solve went: energy and lower bound over time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from frenemy.plot.matplotlib_axes import new_axes
from frenemy.sign_colors import BLUE, ORANGE, hex_color

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from frenemy.solving import Result


def history(result: Result, *, ax: Axes | None = None, title: str | None = None) -> Axes:
    """Draw the energy after each round and the lower bound, over time; no clustering is below the bound.

    Parameters
    ----------
    result : Result
    ax : matplotlib Axes, optional
        By default a new figure.
    title : str, optional
        By default the final energy and the gap.

    Returns
    -------
    matplotlib Axes

    Examples
    --------
    >>> import frenemy as fr
    >>> result = fr.solve(fr.affinity.planted(100, seed=1)[0], stop=1)
    >>> ax = fr.plot.history(result)  # doctest: +SKIP
    """
    axes = new_axes() if ax is None else ax
    end = max(result.seconds, *(b.seconds for b in result.bounds), *(r.seconds for r in result.history), 0.0)
    rounds = [(r.seconds, r.energy) for r in result.history] or [(0.0, result.energy)]
    bounds = [(b.seconds, b.bound) for b in result.bounds]
    axes.step(*_until(rounds, end), where="post", color=hex_color(BLUE), label="energy")
    axes.step(*_until(bounds, end), where="post", color=hex_color(ORANGE), label="lower bound")
    if len(rounds) == 1:
        axes.plot(*rounds[0], "o", color=hex_color(BLUE), markersize=4)
    axes.set(xlabel="seconds", ylabel="energy", xlim=(0.0, end or 1.0))
    axes.legend(frameon=False)
    axes.set_title(f"energy {result.energy:,.6g}, gap {result.gap:.2%}" if title is None else title)
    return axes


def _until(points: list[tuple[float, float]], end: float) -> tuple[list[float], list[float]]:
    """The points, the last one held until the end."""
    held = [*points, (end, points[-1][1])] if points else []
    return [seconds for seconds, _ in held], [value for _, value in held]
