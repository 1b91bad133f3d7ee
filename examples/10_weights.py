"""
Turn scores into good weights
=============================

You have scores of pairs, and you know the answer for some pairs. A fit turns scores into log-odds, and the right number
of clusters follows.
"""

import matplotlib.pyplot as plt
import numpy as np

import frenemy as fr
import frenemy.plot
from frenemy.affinity import (
    brier_score,
    fit_histogram,
    fit_isotonic,
    fit_kernel,
    fit_logistic,
    fit_parametric,
    is_clipped,
    log_odds,
)

rng = np.random.default_rng(0)


def things(n: int, n_groups: int) -> tuple[np.ndarray, ...]:
    """Things with noisy features, and all their pairs: the groups, the pairs, and how similar each pair is, in 0..1."""
    groups = rng.integers(n_groups, size=n)
    features = rng.normal(size=(n_groups, 16))[groups] + 0.7 * rng.normal(size=(n, 16))
    features /= np.linalg.norm(features, axis=1, keepdims=True)
    u, v = np.triu_indices(n, 1)
    return groups, u, v, (1.0 + np.sum(features[u] * features[v], axis=1)) / 2.0


# %%
# 2000 pairs of other things are labelled. Fit a curve or two densities to them.

groups, u, v, score = things(300, 25)
labelled = rng.choice(len(u), 2000, replace=False)
known, is_same = score[labelled], (groups[u] == groups[v])[labelled]
fits = {
    "logistic": fit_logistic(known, is_same),
    "isotonic": fit_isotonic(known, is_same),
    "normal densities": fit_parametric(known, is_same),
    "histogram": fit_histogram(known, is_same),
    "kernel densities": fit_kernel(known, is_same, bounds=(0, 1)),
}
print(f"labelled: {is_same.sum()} pairs together, {np.sum(~is_same)} apart")

# %%
# New things of other groups: the similarity itself as a probability, and the fitted probabilities.

truth, u, v, score = things(300, 25)
true = truth[u] == truth[v]
print(f"{len(set(truth.tolist()))} groups; weights from     clusters   pairs right   Brier score   cut to 20 nats")


def tell(name: str, p: np.ndarray, w: np.ndarray) -> None:
    found = fr.solve(fr.Problem.from_edges(u, v, w))
    brier, n_cut = brier_score(p, true).score, is_clipped(w).sum()
    print(
        f"{name:26} {found.n_clusters:9} {fr.metrics.pairwise(found.labels, truth).f1:13.2f} {brier:13.4f} {n_cut:16}"
    )


tell("the similarity as it is", score, log_odds(score))
for name, fit in fits.items():
    tell(name, fit.probability(score), fit.log_odds(score))

# %%
# How common are pairs of one group? For groups like these, the evidence alone is right. If nearly all things are
# singletons, as in record linkage, give the share of such pairs, or a weight for pairs that were not compared.

sizes = rng.choice([1, 2, 3], p=[0.6, 0.3, 0.1], size=1000)
truth = np.repeat(np.arange(1000), sizes)[:1000]
u, v = np.triu_indices(1000, 1)
kept = (rng.random(len(u)) < 0.01) | (truth[u] == truth[v])  # compared: every true pair, and some others
u, v = u[kept], v[kept]
true = truth[u] == truth[v]
evidence = 3.0 * (rng.normal(np.where(true, 3.0, 0.0), 1.0) - 1.5)  # log-odds of normal scores around 3 and around 0
share = true.mean()
print(f"{len(set(truth.tolist()))} persons in 1000 records, {share:.1%} of the pairs compared are together")
for name, prior, missing in [("evidence alone", 0.5, 0.0), ("share", share, 0.0), ("evidence, missing -3", 0.5, -3.0)]:
    w = evidence + log_odds(prior)
    found = fr.solve(fr.Problem.from_edges(u, v, w, n_nodes=1000, missing=missing))
    print(f"{name:26} {found.n_clusters:9} {fr.metrics.pairwise(found.labels, truth).f1:13.2f}")

# %%
# Are the probabilities calibrated? Points on the diagonal are. Below it, pairs are together less often than predicted.

truth, u, v, score = things(300, 25)
true = truth[u] == truth[v]
figure, (before, after) = plt.subplots(1, 2, figsize=(9.5, 5.0), layout="constrained")
frenemy.plot.calibration(score, true, ax=before)
frenemy.plot.calibration(fits["logistic"].probability(score), true, ax=after)
before.set_title(f"As it is\n{before.get_title()}")
after.set_title(f"Calibrated\n{after.get_title()}")
plt.show()
