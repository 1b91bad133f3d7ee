"""Figures of the co-clustering experiment: ratios of energies, and clusters on pictures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

import frenemy as fr
from experiments.coclustering.cosegmentation import CoSegmentation
from experiments.coclustering.problems import picture_plans
from experiments.coclustering.superpixels import Superpixels
from experiments.coclustering.tables import PAPER, REFERENCE, duels, groups
from experiments.methods import ProblemMethod
from experiments.settings import Settings
from harness.figure import figure
from harness.results_file import Row

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes

LONGEST_TITLE = 32
SPREAD = 0.26  # of the dots of one method, to the sides
WHISKERS = (5.0, 95.0)
PAPER_COLOR = "#b8860b"
TICKS = (-100, -50, -20, -10, -5, -2, -1, -0.5, 0, 0.5, 1, 2, 5, 10, 20, 50, 100)
COARSE_TICKS = (-100, -50, -10, -1, 0, 1, 10, 100, 900, 9900)


# -------------------------------------------------------------------------------------------------------------- ratios


def draw(settings: Settings, rows: Sequence[Row], methods: dict[str, ProblemMethod]) -> None:
    """For each set a dot per problem, a box per method, and the paper's numbers on its own data."""
    sets = groups(rows)
    with figure(
        settings.out, "coclustering", is_draft=settings.quick, panels=(1, len(sets)), size=(1.6 + 3.7 * len(sets), 3.9)
    ) as (
        drawn,
        panels,
    ):
        for panel, group in zip(panels, sets, strict=True):
            _draw_set(panel, rows, group, methods)
            n_problems = len({row["problem"] for row in rows if row["set"] == group})
            panel.set_title(f"{_shortened(group)} ({n_problems})", loc="left")
        panels[0].set_ylabel(f"energy in % of that of {REFERENCE}; higher is better")
        drawn.legend(handles=_legend(), loc="outside lower center", ncols=4 if len(sets) > 1 else 2, frameon=False)


def _shortened(group: str) -> str:
    """Sets of folders have whole paths; the end is shown."""
    return group if len(group) <= LONGEST_TITLE else f"…{group[1 - LONGEST_TITLE :]}"


def _draw_set(panel: Axes, rows: Sequence[Row], group: str, methods: dict[str, ProblemMethod]) -> None:
    """Percent beyond 100, linear up to one and logarithmic from there: most of them are near 0, and few far off."""
    fought = {name: duels(rows, group, name) for name in methods}
    names = [name for name in methods if fought[name]]
    panel.set_yscale("symlog", linthresh=1.0, linscale=0.7)
    for place, name in enumerate(names):
        beyond = np.array([duel.ratio for duel in fought[name]]) - 100.0
        beside = np.random.default_rng(0).uniform(-SPREAD, SPREAD, len(beyond))
        color = methods[name].color
        panel.plot(place + beside, beyond, "o", color=color, markersize=2.6, alpha=0.45, markeredgewidth=0.0)
        panel.boxplot(
            beyond,
            positions=[place],
            widths=0.62,
            showfliers=False,
            whis=WHISKERS,
            medianprops={"color": "black", "linewidth": 1.8},
            **{part: {"color": color} for part in ("boxprops", "whiskerprops", "capprops")},
            manage_ticks=False,
        )
        if name in PAPER:
            panel.errorbar(
                *(place + 0.42, PAPER[name].ratio - 100.0, PAPER[name].deviation),
                fmt="D",
                color=PAPER_COLOR,
                markersize=4.0,
                linewidth=1.2,
            )
    panel.axhline(0.0, color="black", linewidth=0.8, linestyle="--", zorder=0.5)
    panel.set_xticks(range(len(names)), labels=names, rotation=45, ha="right", rotation_mode="anchor")
    panel.set_xlim(-0.6, len(names) - 0.3)
    low, high = panel.get_ylim()
    ticks = TICKS if max(-low, high) < 2 * max(TICKS) else COARSE_TICKS
    shown = [tick for tick in ticks if low <= tick <= high]
    panel.set_yticks(shown, labels=[f"{100.0 + tick:g}" for tick in shown])
    panel.minorticks_off()
    panel.grid(axis="y", color="#e6e6e6", linewidth=0.6)
    panel.set_axisbelow(True)


def _legend() -> list[Artist]:
    from matplotlib.lines import Line2D
    from matplotlib.patches import Patch

    gray = "#909090"
    return [
        Line2D([], [], color="black", linewidth=0.8, linestyle="--", label=REFERENCE),
        Line2D([], [], color=gray, marker="o", markersize=3.0, linestyle="", label="one problem"),
        Patch(edgecolor=gray, facecolor="none", label="quartiles and median; whiskers: 5 to 95 %"),
        Line2D([], [], color=PAPER_COLOR, marker="D", markersize=4.0, label="the paper's mean ± sd, on its own data"),
    ]


# ------------------------------------------------------------------------------------------------------------ pictures

N_SHOWN = 4
#: Of clusters, the largest first; the others are gray.
PALETTE = ((230, 159, 0), (0, 114, 178), (0, 158, 115), (204, 121, 167), (86, 180, 233), (213, 94, 0), (240, 228, 66))
TINT = 0.6
REST = (150, 150, 150)


def draw_pictures(settings: Settings, seed: int) -> None:
    """A few pairs of pictures, and the clusters that are found in both together: one color, one cluster."""
    plans = picture_plans(settings.quick)
    if settings.folders or not plans:
        return
    chosen = [plans[at] for at in np.linspace(0, len(plans) - 1, min(N_SHOWN, len(plans))).round().astype(int)]
    with figure(
        settings.out,
        "coclustering_pictures",
        is_draft=settings.quick,
        panels=(len(chosen), 4),
        size=(11.0, 1.98 * len(chosen)),
    ) as (
        _,
        panels,
    ):
        for line, plan in enumerate(chosen):
            joined = plan.make()
            labels = fr.solve(joined.problem, seed=seed).labels
            n_first = len(joined.first)
            for panel, shown in zip(
                panels[4 * line : 4 * line + 4],
                (
                    joined.first.picture,
                    joined.second.picture,
                    tinted(joined.first, _ranked(labels)[:n_first]),
                    tinted(joined.second, _ranked(labels)[n_first:]),
                ),
                strict=True,
            ):
                panel.imshow(shown, interpolation="nearest")
                panel.set_axis_off()
            panels[4 * line].set_title(_described(plan.name, joined), loc="left")
            panels[4 * line + 2].set_title(_found(labels, n_first), loc="left")


def _described(name: str, joined: CoSegmentation) -> str:
    return f"{name}: {joined.problem.n_nodes} superpixels, {joined.problem.n_edges:,} pairs"


def _found(labels: npt.NDArray[np.int32], n_first: int) -> str:
    in_both = np.intersect1d(labels[:n_first], labels[n_first:])
    return f"{len(np.unique(labels))} clusters, {len(in_both)} of them in both pictures"


def _ranked(labels: npt.NDArray[np.int32]) -> npt.NDArray[np.intp]:
    """Labels such that 0 is the largest cluster."""
    rank = np.empty(labels.max() + 1, np.intp)
    rank[np.argsort(-np.bincount(labels), kind="stable")] = np.arange(len(rank))
    return rank[labels]


def tinted(pieces: Superpixels, ranks: npt.NDArray[np.intp]) -> npt.NDArray[np.uint8]:
    """The picture in gray under the colors of its clusters, with lines between superpixels, heavy between clusters."""
    colors = np.array([*PALETTE, REST], float)
    cluster = ranks[pieces.piece]
    tint = colors[np.minimum(cluster, len(colors) - 1)]
    gray = pieces.picture.mean(axis=2, keepdims=True)
    mixed = TINT * tint + (1.0 - TINT) * gray
    for of, strength in ((pieces.piece, 0.82), (cluster, 0.0)):
        mixed[_borders(of)] *= strength
    return mixed.round().astype(np.uint8)


def _borders(of: npt.NDArray[np.intp]) -> npt.NDArray[np.bool_]:
    border = np.zeros(of.shape, bool)
    border[:-1] |= of[:-1] != of[1:]
    border[:, :-1] |= of[:, :-1] != of[:, 1:]
    return border
