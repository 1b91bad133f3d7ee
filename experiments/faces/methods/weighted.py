"""Correlation clustering of rows, with pair weights learned in several ways."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy.spatial.distance import pdist

import frenemy as fr
from experiments.faces.data.labeled_pairs import labeled_pairs
from experiments.faces.data.rows import Classes, Features, Labels
from experiments.faces.methods.method import Clusterer, Learner
from experiments.faces.methods.tuning import to_tune_on, tuned
from frenemy.affinity import Calibration, feature_problem, fit_logistic

Weights = npt.NDArray[np.float64]
#: Rows to the weights of all their pairs, in the order of ``numpy.triu_indices(n, 1)``.
Weigher = Callable[[Features], Weights]

BIASES = tuple(np.linspace(-8.0, 4.0, 25).tolist())  # nats


def all_pairs(weights: Weights, n_nodes: int) -> fr.Problem:
    u, v = np.triu_indices(n_nodes, 1)
    return fr.Problem.from_edges(u, v, weights, n_nodes=n_nodes)


def clustered_by(weigh: Weigher) -> Clusterer:
    """The default solver on all pairs."""

    def cluster(test: Features, seed: int) -> Labels:
        return fr.solve(all_pairs(weigh(test), len(test)), seed=seed).labels

    return cluster


def by_weigher(learn: Callable[[Features, Classes], Any]) -> Learner:
    """A learner of a ``PairWeigher`` as a method: ``prepare`` sees all the rows to cluster, but not their classes."""

    def learned(features: Features, classes: Classes) -> Clusterer:
        weigher = learn(features, classes)
        return lambda test, seed: fr.solve(feature_problem(weigher.prepare(test), seed=seed), seed=seed).labels

    return learned


# ------------------------------------------------------------------------------------------------ logistic calibration


def logistic(
    features: Features, classes: Classes, *, share: float | None = None, prior: float | None = None
) -> Weigher:
    """A logistic curve of the distance.

    Parameters
    ----------
    share : float, optional
        Of same pairs among those that it is fitted to, by leaving out pairs of the kind there are too many of; as it is
        if None.
    prior : float, optional
        What weights begin with; the share of same pairs among those fitted if None, as logistic regression has it.
    """
    calibration = fit_logistic(*labeled_pairs(features, classes, share=share))
    begin = calibration.share if prior is None else prior
    return lambda test: calibration.log_odds(pdist(test), prior=begin)


def with_tuned_bias(features: Features, classes: Classes) -> Weigher:
    """Add a constant to the log-odds of the distance, chosen for the best B-cubed F on the known classes."""
    calibration: Calibration = fit_logistic(*labeled_pairs(features, classes))
    few, few_classes = to_tune_on(features, classes)
    weights = calibration.log_odds(pdist(few))
    bias = tuned(lambda bias: fr.solve(all_pairs(weights + bias, len(few)), seed=0).labels, BIASES, few_classes)
    return lambda test: calibration.log_odds(pdist(test)) + bias
