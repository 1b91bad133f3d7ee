"""The pictures of the README and of the pages: ``python docs/pictures.py``, from the root of the repository."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import matplotlib

matplotlib.use("Agg")

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.colors import ListedColormap
from scipy.ndimage import distance_transform_edt
from scipy.stats import norm

import frenemy as fr
from frenemy.affinity import feature_problem, guess_distance_weights
from frenemy.affinity.volume import ContrastWeights, Watershed, cell_volume
from frenemy.apps.segmentation import sample

if TYPE_CHECKING:
    from matplotlib.axes import Axes

IMAGES = Path(__file__).parent / "images"
ATTRACT, REPEL = "#2166ac", "#b2182b"
CLUSTERS = ("#f4a582", "#92c5de", "#b8e186", "#d9b8e8")


def main() -> None:
    plt.rcParams.update({"font.size": 9, "axes.spines.top": False, "axes.spines.right": False, "figure.dpi": 150})
    save("concept_energy", energy(plt.figure(figsize=(8.0, 2.7), layout="constrained")))
    save("concept_number", number(plt.figure(figsize=(8.0, 2.9), layout="constrained")))
    save("concept_missing", missing(plt.figure(figsize=(8.0, 2.7), layout="constrained")))
    save("concept_weights", weights(plt.figure(figsize=(8.0, 2.9), layout="constrained")))
    save("reader_records", records(plt.figure(figsize=(5.0, 1.9), layout="constrained")))
    save("reader_vectors", vectors(plt.figure(figsize=(5.0, 1.9), layout="constrained")))
    save("reader_graphs", signed_graph(plt.figure(figsize=(5.0, 1.9), layout="constrained")))
    save("reader_big_data", big_data(plt.figure(figsize=(5.0, 1.9), layout="constrained")))
    save("reader_volumes", volume(plt.figure(figsize=(5.0, 1.9), layout="constrained")))
    save("volume_corrections", corrections(plt.figure(figsize=(8.0, 1.7), layout="constrained")))
    # Photographs do not compress: no more pixels than they have themselves.
    save("segmentation", segmentation(plt.figure(figsize=(8.0, 2.8), layout="constrained")), dpi=100)


def save(name: str, figure: plt.Figure, *, dpi: float | str = "figure") -> None:
    figure.savefig(IMAGES / f"{name}.png", dpi=dpi)
    plt.close(figure)


# ------------------------------------------------------------------------------------------------------------- pictures


def energy(figure: plt.Figure) -> plt.Figure:
    """Five nodes, and three clusterings of them with their energies."""
    places = np.array([[0.0, 1.0], [0.0, -0.2], [1.0, 0.4], [2.2, 1.0], [2.2, -0.2]])
    problem = fr.Problem.from_edges([0, 1, 0, 2, 2, 3], [1, 2, 2, 3, 4, 4], [3.0, 2.0, -1.0, -4.0, 1.0, 2.0])
    panels = figure.subplots(1, 3)
    for panel, labels in zip(panels, ([0] * 5, [0, 0, 1, 2, 2], fr.solve(problem).labels), strict=True):
        draw_graph(panel, problem, places, np.asarray(labels), with_weights=True)
        panel.set_title(f"energy {problem.energy(labels):g}")
    panels[0].set_xlabel("one cluster: nothing is cut")
    panels[1].set_xlabel("too many: attraction is cut as well")
    panels[2].set_xlabel("the best: only what is worth it")
    return figure


def number(figure: plt.Figure) -> plt.Figure:
    """Points in four clouds: a sum of squares falls with every split, the energy has a lowest point."""
    rng = np.random.default_rng(3)
    points = np.concatenate([rng.normal(center, 0.5, (15, 2)) for center in ((0, 0), (3, 0.4), (0.5, 3), (3.4, 3.2))])
    distance = np.linalg.norm(points[:, None] - points[None], axis=2)
    w = np.triu(2.0 - distance, 1)
    problem = fr.as_problem(w + w.T)
    path = joined(problem)
    k = np.array([labels.max() + 1 for labels in path])
    left, right = figure.subplots(1, 2, width_ratios=(1, 1.5))
    found = fr.solve(problem)
    for cluster in range(found.n_clusters):
        left.plot(*points[found.labels == cluster].T, "o", color=CLUSTERS[cluster], markeredgecolor="#505050")
    left.set_title(f"found: {found.n_clusters} clusters")
    left.set_aspect("equal")
    left.axis("off")
    spread = np.array([sum_of_squares(points, labels) for labels in path])
    right.plot(k, spread / spread.max(), color="#909090", label="sum of squares within clusters: never rises")
    energies = np.array([problem.energy(labels) for labels in path])
    right.plot(k, energies / -energies.min(), color="black", label="energy: lowest at the right number")
    right.plot([found.n_clusters], [found.energy / -energies.min()], "o", color=REPEL)
    right.set_xlim(0, 30)
    right.set_xlabel("number of clusters")
    right.set_yticks([-1, 0, 1])
    right.set_title("scaled to a largest size of 1", fontsize=8, loc="right", color="#606060")
    right.legend(frameon=False, loc="upper right", bbox_to_anchor=(1.0, 0.95))
    return figure


def missing(figure: plt.Figure) -> plt.Figure:
    """Two groups and one false pair between them."""
    angles = np.linspace(0, 2 * np.pi, 5, endpoint=False)
    ring = np.stack([np.cos(angles), np.sin(angles)], axis=1)
    places = np.concatenate([ring, -ring + [4.0, 0.0]])
    pairs = [(0, 1), (1, 2), (2, 3), (3, 4), (4, 0), (0, 2), (0, 3)]
    pairs += [(a + 5, b + 5) for a, b in pairs] + [(0, 5)]
    u, v = np.array(pairs).T
    left, right = figure.subplots(1, 2)
    for panel, unlisted in ((left, 0.0), (right, -0.5)):
        problem = fr.Problem.from_edges(u, v, np.full(len(u), 2.0), missing=unlisted)
        labels = fr.solve(problem).labels
        draw_graph(panel, problem, places, labels)
        n_clusters = labels.max() + 1
        panel.set_title(f"missing = {unlisted:g}: {n_clusters} cluster{'s' if n_clusters > 1 else ''}")
    left.set_xlabel("a pair not listed says nothing:\none false pair chains two groups")
    right.set_xlabel("a pair not listed repels a little:\nnobody else knows each other, so it is cut")
    return figure


def weights(figure: plt.Figure) -> plt.Figure:
    """Two densities, and the log-odds between them."""
    s = np.linspace(-4, 6, 400)
    same, other = norm(2.0, 1.0), norm(-0.5, 1.2)
    left, right = figure.subplots(1, 2)
    left.fill_between(s, same.pdf(s), color=ATTRACT, alpha=0.4, label="f+: pairs that belong together")
    left.fill_between(s, other.pdf(s), color=REPEL, alpha=0.4, label="f-: pairs that do not")
    left.set_xlabel("similarity s")
    left.set_yticks([])
    left.set_ylim(0, 0.6)
    left.legend(frameon=False, loc="upper left", fontsize=8)
    odds = same.logpdf(s) - other.logpdf(s)
    right.axhline(0.0, color="#909090", linewidth=0.8)
    right.plot(s[odds > 0], odds[odds > 0], color=ATTRACT)
    right.plot(s[odds <= 0], odds[odds <= 0], color=REPEL)
    right.set_xlabel("similarity s")
    right.set_ylabel("weight  log f+(s) / f-(s)")
    right.annotate("attracts", (3.2, 2.0), color=ATTRACT)
    right.annotate("repels", (-3.0, -4.0), color=REPEL)
    return figure


def segmentation(figure: plt.Figure) -> plt.Figure:
    """The sample picture with strokes, and its objects in colors."""
    found = fr.segment(sample.picture(), sample.strokes())
    drawn, colored = figure.subplots(1, 2)
    drawn.imshow(found.overlay(0.0))
    drawn.set_title(f"{len(found.strokes)} strokes along parts of the boundaries")
    colored.imshow(found.overlay(0.6, strokes=False))
    colored.set_title(f"{found.n_objects} objects")
    for panel in (drawn, colored):
        panel.axis("off")
    return figure


def records(figure: plt.Figure) -> plt.Figure:
    """Two people and one wrong pair: chained by a threshold, told apart by all pairs between them."""
    places = np.array([[0.0, 1.0], [0.0, 0.0], [0.8, 0.5], [2.0, 0.5], [2.8, 1.0], [2.8, 0.0]])
    u, v = [0, 0, 1, 3, 3, 4, 2], [1, 2, 2, 4, 5, 5, 3]
    problem = fr.Problem.from_edges(u, v, [9.0, 6.0, 7.0, 8.0, 6.0, 9.0, 5.0], missing=-2.0)
    panels = figure.subplots(1, 2)
    for panel, labels in zip(panels, (np.zeros(6, int), fr.solve(problem).labels), strict=True):
        draw_graph(panel, problem, places, labels)
        for place, name in zip(places, "AAABBB", strict=True):
            panel.text(*place, name, ha="center", va="center", fontsize=8, zorder=3)
    panels[0].set_title("a threshold: one wrong pair chains", fontsize=8)
    panels[1].set_title("frenemy: two people", fontsize=8)
    return figure


def vectors(figure: plt.Figure) -> plt.Figure:
    """Rows of two numbers, before and after."""
    rng = np.random.default_rng(4)
    rows = np.concatenate([rng.normal(center, 0.35, (25, 2)) for center in ((0, 0), (3, 0.4), (0.5, 3), (3.4, 3.2))])
    found = fr.solve(feature_problem(guess_distance_weights(rows).prepare(rows)))
    before, after = figure.subplots(1, 2)
    before.scatter(*rows.T, s=18, c="#c0c0c0", edgecolors="#505050", linewidths=0.6)
    after.scatter(*rows.T, s=18, c=[CLUSTERS[k] for k in found.labels], edgecolors="#505050", linewidths=0.6)
    before.set_title("rows of numbers", fontsize=8)
    after.set_title(f"{found.n_clusters} clusters", fontsize=8)
    for panel in (before, after):
        panel.set_aspect("equal")
        panel.axis("off")
    return figure


def signed_graph(figure: plt.Figure) -> plt.Figure:
    """Three camps with friends inside and foes between, before and after."""
    rng = np.random.default_rng(5)
    camps, seat = np.repeat([0, 1, 2], 5), np.arange(15) % 5
    places = np.exp(2j * np.pi * (camps / 3 + 0.25)) + 0.5 * np.exp(2j * np.pi * seat / 5)
    places = np.stack([places.real, places.imag], axis=1)
    u, v = np.triu_indices(15, 1)
    listed = rng.random(len(u)) < np.where(camps[u] == camps[v], 0.9, 0.25)
    u, v = u[listed], v[listed]
    problem = fr.Problem.from_edges(u, v, np.where(camps[u] == camps[v], 1.0, -1.0))
    before, after = figure.subplots(1, 2)
    draw_graph(before, problem, rng.permutation(places), np.zeros(15, int))
    found = fr.solve(problem)
    draw_graph(after, problem, places, found.labels)
    before.set_title("friends (blue) and foes (red)", fontsize=8)
    after.set_title(f"{found.n_clusters} camps", fontsize=8)
    return figure


def big_data(figure: plt.Figure) -> plt.Figure:
    """Files of pairs, tasks that fit in memory, files of labels."""
    panel = figure.subplots()
    titles = ("pairs, in files", "tasks that fit in memory", "labels, in files")
    for column, (title, color) in enumerate(zip(titles, ("#d9d9d9", *CLUSTERS[1::-1]), strict=True)):
        for row in range(4):
            panel.add_patch(plt.Rectangle((4 * column, row), 2, 0.7, facecolor=color, edgecolor="#505050"))
            if column < 2:
                arrow = {"arrowstyle": "->", "color": "#505050"}
                panel.annotate("", (4 * column + 3.8, row + 0.35), (4 * column + 2.2, row + 0.35), arrowprops=arrow)
        panel.text(4 * column + 1, 4.1, title, ha="center", fontsize=8)
    panel.set(xlim=(-0.6, 10.6), ylim=(-0.2, 4.6))
    panel.axis("off")
    return figure


# ---------------------------------------------------------------------------------------------------------------- parts


def volume(figure: plt.Figure) -> plt.Figure:
    """A slice of the volume that the guide makes: membranes, regions and cells."""
    guide = (Path(__file__).parent / "guides" / "segment_volumes.md").read_text(encoding="utf-8")
    made: dict[str, Any] = {}
    exec("\n".join(re.findall(r"```python\n(.*?)```", guide, re.DOTALL)), made)
    regions, cells = made["regions"], made["cells"]
    n_joined = [len(np.unique(r)) - len(np.unique(c)) for r, c in zip(regions, cells, strict=True)]
    place = int(np.argmax(n_joined))
    panels = figure.subplots(1, 3)
    panels[0].imshow(made["membrane"][place], cmap="gray_r")
    for panel, labels in zip(panels[1:], (regions, cells), strict=True):
        numbers = np.unique(labels[place], return_inverse=True)[1].reshape(labels[place].shape)
        panel.imshow(numbers % 20, cmap="tab20", vmin=0, vmax=19, interpolation="nearest")
    for panel, title in zip(panels, ("membranes", "regions", "cells"), strict=True):
        panel.set(xticks=[], yticks=[], title=title)
    return figure


def corrections(figure: plt.Figure) -> plt.Figure:
    """A cell in two parts is joined by a stroke, and two cells that ran together are split by one in each."""
    membrane, truth = cell_volume((96, 144), cell_size=24, noise=0.1, seed=11)
    found = fr.segment_volume(membrane, watershed=Watershed(seed_smoothing=1.0), weights=ContrastWeights(prior=0.05))
    together = largest_pair(truth, found.labels)
    across = [middle((truth == together[0]) & (found.labels == part)) for part in together[1:]]
    as_one = found.join(*together[1:])
    apart = largest_pair(as_one.labels, truth)
    centers = [middle((as_one.labels == apart[0]) & (truth == part)) for part in apart[1:]]
    strokes = [at + np.array([[0, -5], [0, 5]]) for at in centers]
    parted = as_one.split(*strokes)
    shown = {
        "cells": (found, []),
        "a stroke across two": (found, [np.stack(across)]),
        "one in each of two": (as_one, strokes),
        "corrected": (parted, []),
    }
    colors = ListedColormap([*plt.get_cmap("tab20").colors, *plt.get_cmap("Set3").colors])
    for panel, (title, (result, drawn)) in zip(figure.subplots(1, 4), shown.items(), strict=True):
        panel.imshow(membrane, cmap="gray_r")
        panel.imshow(result.labels % 32, cmap=colors, vmin=0, vmax=31, interpolation="nearest", alpha=0.6)
        for stroke in drawn:
            panel.plot(stroke[:, 1], stroke[:, 0], color="black", linewidth=3, solid_capstyle="round")
        panel.set(xticks=[], yticks=[], title=title)
    return figure


def largest_pair(whole: np.ndarray, parts: np.ndarray) -> tuple[int, int, int]:
    """The label of ``whole`` whose second largest part is largest, and the labels of its two largest parts."""
    (labels, inside), counts = np.unique(np.stack((whole.ravel(), parts.ravel())), axis=1, return_counts=True)
    best = max(np.unique(labels), key=lambda one: np.sort(np.append(counts[labels == one], 0))[-2])
    own = labels == best
    first, second = inside[own][np.argsort(counts[own])[:-3:-1]]
    return int(best), int(first), int(second)


def middle(region: np.ndarray) -> np.ndarray:
    """The pixel of a region that is farthest from all others."""
    return np.array(np.unravel_index(np.argmax(distance_transform_edt(np.pad(region, 1))[1:-1, 1:-1]), region.shape))


def draw_graph(
    panel: Axes, problem: fr.Problem, places: np.ndarray, labels: np.ndarray, *, with_weights: bool = False
) -> None:
    """Nodes colored by cluster; pairs blue or red, dashed where they are cut."""
    for a, b, w in zip(*problem.edges(), strict=True):
        style = {"color": ATTRACT if w > 0 else REPEL, "linestyle": "--" if labels[a] != labels[b] else "-"}
        panel.plot(*places[[a, b]].T, linewidth=1.0 + 0.5 * abs(w), zorder=1, **style)
        if with_weights:
            middle = places[[a, b]].mean(axis=0)
            box = {"facecolor": "white", "edgecolor": "none", "pad": 0.8}
            panel.text(*middle, f"{w:+g}", ha="center", va="center", fontsize=8, bbox=box, color=style["color"])
    panel.scatter(*places.T, s=150, c=[CLUSTERS[label] for label in labels], edgecolors="#505050", zorder=2)
    panel.set_aspect("equal")
    panel.margins(0.15)
    panel.set(xticks=[], yticks=[])
    for spine in panel.spines.values():
        spine.set_visible(False)


def joined(problem: fr.Problem) -> list[np.ndarray]:
    """From single nodes to one cluster, always joining the two whose join has the lowest energy."""
    labels = np.arange(problem.n_nodes)
    path = [labels]
    while labels.max() > 0:
        small = problem.contract(labels).problem
        between = np.full((small.n_nodes, small.n_nodes), -np.inf)
        u, v, w = small.edges()
        between[u, v] = w
        a, b = np.unravel_index(np.argmax(between), between.shape)
        labels = problem.check_labels(np.where(labels == b, a, labels))
        path.append(labels)
    return path


def sum_of_squares(points: np.ndarray, labels: np.ndarray) -> float:
    count = np.bincount(labels)[:, None]
    center = np.stack([np.bincount(labels, weights=column) for column in points.T], axis=1) / count
    return float(((points - center[labels]) ** 2).sum())


if __name__ == "__main__":
    main()
