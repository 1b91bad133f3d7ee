"""Weights learned from volumes whose cells are known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from frenemy.affinity.calibrate.log_odds import log_odds, logit
from frenemy.affinity.volume.edge_weights import sized
from frenemy.affinity.volume.region_graph import RegionGraph
from frenemy.problem.array_types import Bools, Floats, Ints, Ints32
from frenemy.problem.checked_arrays import shown

Model = Literal["logistic", "forest"]

_LEAST = 1e-3
_MIN_SHARE = 0.6  # of the known voxels of a region, for its largest cell; less is no example


@dataclass(frozen=True, eq=False)
class LearnedWeights:
    """Weights from a classifier of pairs of regions, made by :func:`learn_weights`.

    Parameters
    ----------
    classifier
        Of scikit-learn: from the features of a :class:`RegionGraph` to the probability that a pair is together.
    prior : float
        As in :class:`BoundaryWeights`.
    size_power : float
        As in :class:`BoundaryWeights`.
    """

    classifier: Any
    prior: float = 0.5
    size_power: float = 0.5

    def __call__(self, graph: RegionGraph) -> Floats:
        if not graph.n_edges:
            return np.zeros(0)
        together = self.classifier.predict_proba(graph.features())[:, 1]
        return sized(log_odds(np.clip(together, _LEAST, 1.0 - _LEAST), target=self.prior), graph, self.size_power)


def learn_weights(
    graphs: Sequence[RegionGraph],
    truths: Sequence[npt.ArrayLike],
    *,
    model: Model = "forest",
    prior: float | None = None,
    size_power: float = 0.5,
    seed: int = 0,
    threads: int = 1,
) -> LearnedWeights:
    """Learn weights from region graphs and the true cell of each region.

    :func:`frenemy.fit_volume` does this from volumes. Needs the extra ``sklearn``.

    Parameters
    ----------
    graphs : sequence of RegionGraph
    truths : sequence of (n_nodes,) int
        The true cell of each region; below 0 if there is none, as :func:`majority_cells` finds them. Pairs with such
        a region are left out.
    model : {"forest", "logistic"}
        A random forest, or logistic regression, which needs fewer examples.
    prior : float, optional
        As in :class:`BoundaryWeights`; by default the share of the pairs to learn from that are together.
    size_power : float
        As in :class:`BoundaryWeights`.
    seed : int
    threads : int
    """
    if model not in ("logistic", "forest"):
        raise ValueError(f"model must be 'logistic' or 'forest', got {shown(model)}")
    if prior is not None:
        logit(prior, "prior")
    features, together, sizes = _examples(graphs, truths)
    if together.all() or not together.any():
        raise ValueError(
            f"learning needs pairs of regions that are together and pairs that are apart, got {len(together)} pairs, "
            f"of which {int(together.sum())} are together; smaller regions give more pairs: "
            "Watershed(seed_smoothing=0.5)"
        )
    classifier = _classifier(model, seed, threads)
    classifier.fit(features, together, **{"sample_weight" if model == "forest" else "regression__sample_weight": sizes})
    # Both classes have the same weight in the classifier, so that a few examples of one of them count.
    return LearnedWeights(classifier, float(together.mean()) if prior is None else prior, size_power)


def majority_cells(regions: Ints32, truth: Ints, n_regions: int) -> Ints:
    """The cell that most of the known voxels of each region are in, (n_regions,); -1 if it is not clear or not known.

    ``truth`` is 0 where nothing is known, or where a boundary is.
    """
    known = truth > 0
    keys, counts = np.unique(regions[known].astype(np.int64) << 32 | truth[known].astype(np.int64), return_counts=True)
    region, cell = keys >> 32, keys & 0xFFFFFFFF
    total = np.bincount(region, weights=counts, minlength=n_regions)
    by_count = np.lexsort((counts, region))
    is_last = np.append(np.diff(region[by_count]) > 0, True)[: len(by_count)]
    best = by_count[is_last]
    cells = np.full(n_regions, -1, np.int64)
    is_clear = counts[best] >= _MIN_SHARE * total[region[best]]
    cells[region[best][is_clear]] = cell[best][is_clear]
    return cells


def _examples(graphs: Sequence[RegionGraph], truths: Sequence[npt.ArrayLike]) -> tuple[Floats, Bools, Floats]:
    if len(graphs) != len(truths) or not len(graphs):
        raise ValueError(f"there must be one truth for each graph, got {len(graphs)} graphs and {len(truths)} truths")
    features, together, sizes = [], [], []
    for graph, truth in zip(graphs, truths, strict=True):
        cells = np.asarray(truth)
        if cells.shape != (graph.n_nodes,):
            raise ValueError(f"a truth must have one cell per region, got {cells.shape} and {graph.n_nodes} regions")
        u, v = cells[graph.u], cells[graph.v]
        known = (u >= 0) & (v >= 0)
        features.append(graph.features()[known])
        together.append(u[known] == v[known])
        sizes.append(np.sqrt(graph.n_faces[known]))
    return np.concatenate(features), np.concatenate(together), np.concatenate(sizes)


def _classifier(model: Model, seed: int, threads: int) -> Any:
    try:
        from sklearn.ensemble import RandomForestClassifier
        from sklearn.linear_model import LogisticRegression
        from sklearn.pipeline import Pipeline
        from sklearn.preprocessing import StandardScaler
    except ImportError:
        raise ImportError("learning weights needs scikit-learn: pip install 'frenemy[sklearn]'") from None
    if model == "forest":
        return RandomForestClassifier(
            n_estimators=200, min_samples_leaf=5, class_weight="balanced", random_state=seed, n_jobs=threads
        )
    regression = LogisticRegression(class_weight="balanced", max_iter=1000)
    return Pipeline([("scale", StandardScaler()), ("regression", regression)])
