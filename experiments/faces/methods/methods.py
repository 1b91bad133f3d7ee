"""All methods on rows: those in use today, and correlation clustering with several kinds of weights.

To add one, write a line: a name and a function that learns from rows and classes and gives one from rows to labels.
"""

from __future__ import annotations

from copy import copy
from functools import partial

import frenemy as fr
from experiments.faces.data.rows import Classes, Features, Labels
from experiments.faces.methods.leiden import leiden
from experiments.faces.methods.method import Clusterer, Learner, RowMethod
from experiments.faces.methods.peers import dbscan, hdbscan, linkage, whispers
from experiments.faces.methods.weighted import by_weigher, clustered_by, logistic, with_tuned_bias
from frenemy.affinity import feature_problem, guess_spread_weights, learn_spread_weights

OURS, GUESSED = "ours", "ours, guessed"
SKLEARN = ("sklearn",)


def methods() -> dict[str, RowMethod]:
    """By name, in the order of the tables."""
    return {
        "thresholded components": RowMethod(
            partial(linkage, rule="single"), "all pairs nearer than a threshold are joined", "#cc0000"
        ),
        "DBSCAN": RowMethod(dbscan, "radius and least number of neighbors; noise is alone", "#e69f00", needs=SKLEARN),
        "HDBSCAN": RowMethod(
            hdbscan, "least size, least number of neighbors, eom or leaf; noise is alone", "#d55e00", needs=SKLEARN
        ),
        "average link": RowMethod(partial(linkage, rule="average"), "cut at a distance", "#8a3d90"),
        "Chinese whispers": RowMethod(
            partial(whispers, is_weighted=False), "on pairs nearer than a threshold, as dlib does it", "#009e73"
        ),
        "Chinese whispers, weighted": RowMethod(
            partial(whispers, is_weighted=True), "the same, nearer pairs count more", "#009e73", "--"
        ),
        "Leiden CPM": RowMethod(
            leiden,
            "on logistic probabilities; tuned resolution; one draw of each",
            "#a6761d",
            needs=("igraph", "leidenalg"),
            max_draws=1,
        ),
        "cc, natural pairs": RowMethod(
            _logistic(share=None), "logistic log-odds of the distance, all pairs as they come", "#56b4e9", ":"
        ),
        "cc, likelihood ratio": RowMethod(
            _logistic(share=None, prior=0.5), "the same less the share of same pairs: `Calibration.log_odds`", "#56b4e9"
        ),
        "cc, balanced pairs": RowMethod(_logistic(share=0.5), "fitted to as many same as other pairs", "#56b4e9", "--"),
        "cc, tuned bias": RowMethod(_tuned_bias, "and a constant chosen on the people learned from", "#0072b2"),
        "estimator, guessed": RowMethod(
            _estimator_guessed,
            "`CorrelationClustering().fit(X)`: learns nothing from anyone",
            "#666666",
            ":",
            needs=SKLEARN,
        ),
        "estimator, learned": RowMethod(
            _estimator, "`CorrelationClustering().fit(X, y)`, then `fit_predict` of others", "#666666", needs=SKLEARN
        ),
        GUESSED: RowMethod(
            _guessed,
            "`guess_spread_weights`: from the rows to cluster alone",
            "#000000",
            ":",
        ),
        OURS: RowMethod(by_weigher(learn_spread_weights), "`learn_spread_weights`, nothing else", "#000000"),
    }


def _logistic(*, share: float | None, prior: float | None = None) -> Learner:
    def learn(features: Features, classes: Classes) -> Clusterer:
        return clustered_by(logistic(features, classes, share=share, prior=prior))

    return learn


def _tuned_bias(features: Features, classes: Classes) -> Clusterer:
    return clustered_by(with_tuned_bias(features, classes))


def _guessed(features: Features, classes: Classes) -> Clusterer:  # noqa: ARG001
    def cluster(test: Features, seed: int) -> Labels:
        weights = guess_spread_weights(test, seed=seed).prepare(test)
        return fr.solve(feature_problem(weights, seed=seed), seed=seed).labels

    return cluster


def _estimator_guessed(features: Features, classes: Classes) -> Clusterer:  # noqa: ARG001
    return lambda test, seed: fr.CorrelationClustering(random_state=seed).fit_predict(test)


def _estimator(features: Features, classes: Classes) -> Clusterer:
    """As users call it; each test gets a copy, because fitting changes it."""
    learned = fr.CorrelationClustering().fit(features, classes)
    return lambda test, seed: copy(learned).set_params(random_state=seed).fit_predict(test)
