"""Rows of numbers to clusters: beside HDBSCAN."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from benchmarks.beside.task import Data, Labels, Source, Task
from harness.folders import DATA
from harness.method import Method

Points = npt.NDArray[Any]

FACES = DATA / "faces_lfw_dev_dlib128.npz"


def with_frenemy(points: Points) -> Labels:
    import frenemy as fr

    return fr.CorrelationClustering().fit_predict(points)


def with_hdbscan(points: Points, min_cluster_size: int = 5) -> Labels:
    from sklearn.cluster import HDBSCAN

    return HDBSCAN(min_cluster_size=min_cluster_size, copy=True).fit_predict(points)


# ---------------------------------------------------------------------------------------------------------------- data


def _data(points: Points, truth: npt.NDArray[Any]) -> Data:
    n, d = points.shape
    return Data((points,), f"{n:,} x {d}", truth)


def groups(n_groups: int, *, n_strays: int = 0, seed: int = 0) -> Data:
    """Round groups of 1 to 40 points in 10 dimensions, and points that belong nowhere."""
    rng = np.random.default_rng(seed)
    truth = np.repeat(np.arange(n_groups), rng.integers(1, 41, n_groups))
    points = rng.normal(0.0, 4.0, (n_groups, 10))[truth] + rng.normal(size=(len(truth), 10))
    strays = rng.uniform(points.min(0), points.max(0), (n_strays, 10))
    alone = n_groups + np.arange(n_strays)
    return _data(np.concatenate([points, strays]), np.concatenate([truth, alone]))


def moons() -> Data:
    from sklearn.datasets import make_moons

    return _data(*make_moons(600, noise=0.06, random_state=0))


def digits() -> Data:
    from sklearn.datasets import load_digits

    return _data(*load_digits(return_X_y=True))


def faces() -> Data:
    with np.load(FACES) as file:
        return _data(file["embeddings"], np.unique(file["labels"], return_inverse=True)[1])


TASK = Task(
    title="Vectors",
    aim=(
        "Both with their defaults, and HDBSCAN with larger clusters, too. A row that HDBSCAN leaves out as noise "
        "counts as a cluster of its own, as strays truly are."
    ),
    sources={
        "round groups": Source(partial(groups, 50), is_quick=True),
        "round groups, strays": Source(partial(groups, 50, n_strays=300)),
        "two moons": Source(moons),
        "digits": Source(digits),
        "faces (LFW)": Source(faces, FACES),
    },
    methods={
        "frenemy": Method(with_frenemy, needs=("sklearn",)),
        "HDBSCAN": Method(with_hdbscan, needs=("sklearn",)),
        "HDBSCAN, at least 15": Method(partial(with_hdbscan, min_cluster_size=15), needs=("sklearn",)),
    },
)
