"""The paper's weights: LDML on SIFT descriptors, with its own bias or one fitted on unseen people."""

from __future__ import annotations

import numpy as np

import frenemy as fr
from experiments.faces.data.rows import Classes, Features, Rows
from experiments.faces.methods.tuning import tuned
from experiments.faces.methods.weighted import BIASES, Weigher, all_pairs
from frenemy.affinity import fit_logistic

RANK = 35
STRENGTH = 1e-4
N_PAIRS = 50_000
MAX_ROUNDS = 100
HELD_OUT = 1.0 / 3.0  # of the people to learn from


def ldml(features: Features, classes: Classes, *, balance: str | float = "balanced") -> Weigher:
    """As in the paper: the logit by maximum likelihood, for pairs in the shares of ``balance``."""
    from frenemy.affinity.metric import LDML

    learned = LDML(
        min(RANK, features.shape[1]),
        n_pairs=N_PAIRS,
        strength=STRENGTH,
        max_rounds=MAX_ROUNDS,
        balance=balance,
        prior="trained",
    ).fit(features, classes)
    return lambda test: learned.prepare(test).weights(*np.triu_indices(len(test), 1))


def ldml_held_out(features: Features, classes: Classes) -> Weigher:
    """L is learned from two thirds of the people, the weights of its distances from the others.

    With few people L fits them so well that its logits are far too sure of others. So a logistic curve is fitted to the
    logits of pairs of people that L has not seen, and the constant is the one with which they are clustered best.
    """
    people = Rows(features, classes)
    order = np.random.default_rng(0).permutation(people.n_classes)
    n_held = max(2, round(HELD_OUT * people.n_classes))
    held, seen = people.of(order[:n_held]), people.of(order[n_held:])
    weigh = ldml(seen.features, seen.classes)
    logits = weigh(held.features)
    u, v = np.triu_indices(len(held.classes), 1)
    calibration = fit_logistic(logits, held.classes[u] == held.classes[v])
    weights = calibration.log_odds(logits)
    bias = tuned(
        lambda bias: fr.solve(all_pairs(weights + bias, len(held.classes)), seed=0).labels, BIASES, held.classes
    )
    return lambda test: calibration.log_odds(weigh(test)) + bias
