"""Labels found from some pairs, compared with labels found from all pairs."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
import numpy.typing as npt

import frenemy as fr
from benchmarks.options import Options
from frenemy.affinity import PairWeights, feature_problem, learn_distance_weights
from frenemy.affinity.neighbors import group_pairs, near_pairs, nearest
from frenemy.metrics import adjusted_rand_index
from harness.folders import DATA
from harness.measure.fresh_process import Measured, fresh
from harness.tables import Column, Row, Table

Features = tuple[npt.NDArray[np.float32], npt.NDArray[np.integer]]

N_NEIGHBORS, N_PARTNERS = 15, 32
SECONDS = 20.0  # for the labels of all pairs


def tables(options: Options) -> Iterator[Table]:
    names = ("clusters of 1..300 rows",) if options.quick else tuple(SETS)
    seconds = 0.3 if options.quick else SECONDS
    rows: list[Row] = [
        {"data": name} | fresh(measure, name=name, seconds=seconds, most=400 if options.quick else 10_000)
        for name in names
        if SETS[name]() is not None
    ]
    yield Table(
        title="Some pairs instead of all",
        aim=(
            "Weights learned from the classes themselves. Adjusted Rand index with the labels found for all pairs in "
            f"{seconds:g} s, of four problems that list few: {N_NEIGHBORS} near pairs a row, where the others weigh 0 "
            f"or their mean; {N_PARTNERS} random partners a row; and feature_problem, which lists both. Energy: of "
            "the labels of all pairs, by feature_problem, over what they truly have."
        ),
        columns=(
            Column("data", "data"),
            Column("n", "rows", ",.0f"),
            Column("clusters", "clusters", ",.0f"),
            Column("near, others 0", "near, others 0", ".3f"),
            Column("near, others their mean", "near, others their mean", ".3f"),
            Column("random partners", "random partners", ".3f"),
            Column("feature_problem", "feature_problem", ".3f"),
            Column("pairs", "pairs a row", ".0f"),
            Column("energy", "energy", ".3f"),
        ),
        rows=rows,
    )


def measure(name: str, seconds: float, most: int) -> Measured:
    features, classes = _needed(SETS[name]())
    features, classes = features[:most], classes[:most]
    rows = learn_distance_weights(features, classes).prepare(features)
    dense = feature_problem(rows, n_neighbors=len(features))
    best = fr.solve(dense, stop=fr.Stop(seconds=seconds))
    ours = feature_problem(rows, n_neighbors=N_NEIGHBORS, n_partners=N_PARTNERS)
    problems = {
        "near, others 0": _near(rows, others=False),
        "near, others their mean": _near(rows, others=True),
        "random partners": _partners(rows),
        "feature_problem": ours,
    }
    return {
        "n": len(features),
        "clusters": best.n_clusters,
        "pairs": ours.n_edges / len(features),
        "energy": ours.energy(best.labels) / best.energy,
        **{how: adjusted_rand_index(fr.solve(one).labels, best.labels) for how, one in problems.items()},
    }


def _near(rows: PairWeights, *, others: bool) -> fr.Problem:
    n = len(rows.coordinates)
    near = nearest(rows.coordinates, n_neighbors=N_NEIGHBORS)
    u, v = near_pairs(near)
    far = group_pairs(np.zeros(n, np.int32), n_partners=4)
    missing = min(0.0, float(rows.weights(far.u, far.v).mean())) if others else 0.0
    return fr.Problem.from_edges(u, v, rows.weights(u, v), n_nodes=n, missing=missing)


def _partners(rows: PairWeights) -> fr.Problem:
    n = len(rows.coordinates)
    drawn = group_pairs(np.zeros(n, np.int32), n_partners=N_PARTNERS)
    return fr.Problem.from_edges(drawn.u, drawn.v, rows.weights(drawn.u, drawn.v), n_nodes=n)


# ------------------------------------------------------------------------------------------------------------ the data


def blobs(sizes: list[int], *, width: float, d: int = 64) -> Features:
    """Rows around centers at distance 1; rows of a blob are ``width`` from each other."""
    rng = np.random.default_rng(0)
    classes = np.repeat(np.arange(len(sizes)), sizes)
    centers = rng.normal(size=(len(sizes), d)) / np.sqrt(2 * d)
    rows = centers[classes] + width * rng.normal(size=(len(classes), d)) / np.sqrt(2 * d)
    order = rng.permutation(len(rows))
    return rows[order].astype(np.float32), classes[order]


def uneven(n: int, *, largest: int, width: float) -> Features:
    """Blobs with power-law sizes."""
    rng, sizes = np.random.default_rng(1), []
    while sum(sizes) < n:
        sizes.append(min(int(rng.pareto(0.4)) + 1, largest, n - sum(sizes)))
    return blobs(sizes, width=width)


def two_modes(n_classes: int, n_each: int) -> Features:
    """All neighbours of a row are in its own half of the class, though both halves are near each other."""
    halves, half = blobs([n_each] * (2 * n_classes), width=0.25)
    rng = np.random.default_rng(2)
    centers = np.stack([halves[half == one].mean(axis=0) for one in range(2 * n_classes)])
    step = rng.normal(size=(n_classes, halves.shape[1]))
    step *= 0.45 / np.linalg.norm(step, axis=1, keepdims=True)
    target = centers.copy()
    target[1::2] = centers[::2] + step
    return (halves - centers[half] + target[half]).astype(np.float32), half // 2


def _faces(name: str) -> Features | None:
    path = DATA / f"faces_{name}_dlib128.npz"
    if not path.exists():
        return None
    with np.load(path) as file:
        rows = next(file[key] for key in file.files if file[key].ndim == 2)
        return rows.astype(np.float32), np.unique(file["labels"], return_inverse=True)[1]


def _tweets() -> Features | None:
    path = DATA / "text" / "tweet_minilm384.npz"
    if not path.exists():
        return None
    with np.load(path) as file:
        rows = file[file.files[0]].astype(np.float32)
    return rows, np.array((DATA / "text" / "Tweet_LABEL.txt").read_text().split(), dtype=int)


def _digits() -> Features | None:
    try:
        from sklearn.datasets import load_digits
    except ImportError:
        return None
    rows, classes = load_digits(return_X_y=True)
    return rows.astype(np.float32), classes


def _needed(features: Features | None) -> Features:
    assert features is not None, "left out where it is not there"
    return features


SETS: dict[str, Callable[[], Features | None]] = {
    "clusters of 1..300 rows": lambda: uneven(1_500, largest=300, width=1.0),
    "the same, wider": lambda: uneven(1_500, largest=300, width=1.4),
    "the same, overlapping": lambda: uneven(1_500, largest=300, width=1.8),
    "clusters of 1..900 rows": lambda: uneven(3_000, largest=900, width=1.4),
    "three clusters of 2,500, 1,500 and 500 rows": lambda: blobs([2500, 1500, 500], width=0.9),
    "clusters of 1..6 rows": lambda: uneven(2_500, largest=6, width=1.2),
    "clusters of two modes without near pairs between": lambda: two_modes(20, 40),
    "faces, LFW, dlib": lambda: _faces("lfw_dev"),
    "faces, ORL, dlib": lambda: _faces("orl"),
    "tweets, sentence embeddings": _tweets,
    "digits, pixels": _digits,
}
