"""The pictures of concepts.md and segmentation.md: ``python docs/pictures.py``, from the root of the repository."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import matplotlib

matplotlib.use("Agg")

import matplotlib.pyplot as plt
import numpy as np
from scipy.stats import norm

import frenemy as fr
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
    save("segmentation", segmentation(plt.figure(figsize=(8.0, 2.8), layout="constrained")))


def save(name: str, figure: plt.Figure) -> None:
    figure.savefig(IMAGES / f"{name}.png")
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
    figure.set_dpi(100)  # photographs do not compress
    drawn, colored = figure.subplots(1, 2)
    drawn.imshow(found.overlay(0.0))
    drawn.set_title(f"{len(found.strokes)} strokes along parts of the boundaries")
    colored.imshow(found.overlay(0.6, strokes=False))
    colored.set_title(f"{found.n_objects} objects")
    for panel in (drawn, colored):
        panel.axis("off")
    return figure


# ---------------------------------------------------------------------------------------------------------------- parts


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
