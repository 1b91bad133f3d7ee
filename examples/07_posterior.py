"""
Ask how certain each pair is
============================

How certain is each pair: probabilities instead of one clustering, and whether they are calibrated.
"""

import numpy as np

import frenemy as fr
from frenemy.affinity import uniform_partition

rng = np.random.default_rng(0)
N = 40


def measured(truth: np.ndarray, noise: float) -> fr.Problem:
    """A score for every pair: 1 if together, 0 if apart, plus noise. Its log-odds are the weight."""
    u, v = np.triu_indices(len(truth), 1)
    score = np.where(truth[u] == truth[v], 1.0, 0.0) + rng.normal(0.0, noise, len(u))
    return fr.Problem.from_edges(u, v, (score - 0.5) / noise**2)


# A clustering says together or apart. The posterior says how likely.
truth = uniform_partition(N, seed=rng)
problem = measured(truth, noise=0.7)
result = fr.solve(problem)
found = fr.posterior(problem)
print(found)
low, high = found.n_clusters_interval(0.95)
print(
    f"clusters: {len(set(truth.tolist()))} in truth, {result.n_clusters} in the best clustering, {low} to {high} likely"
)

together = result.labels[found.pairs[:, 0]] == result.labels[found.pairs[:, 1]]
against = np.where(together, 1.0 - found.probabilities, found.probabilities)
print("pairs of which the best clustering is least sure to be right:")
for row in np.argsort(-against)[:4]:
    i, j = found.pairs[row]
    said = "together" if together[row] else "apart"
    really = "together" if truth[i] == truth[j] else "apart"
    chance, error = found.probabilities[row], found.standard_errors[row]
    print(f"  {i:2} and {j:2}: {said}, but together with probability {chance:.3f} +- {error:.3f}; in truth {really}")

# Of the pairs with probability 0.7, about 70 in 100 are together, if the weights are true log-odds.
chances, truths = [], []
for _ in range(12):
    truth = uniform_partition(N, seed=rng)
    found = fr.posterior(measured(truth, noise=0.7), n_samples=1000)
    chances.append(found.probabilities)
    truths.append(truth[found.pairs[:, 0]] == truth[found.pairs[:, 1]])
chance, is_true = np.concatenate(chances), np.concatenate(truths)
print("told      true   pairs")
for low, high in [(0.0, 0.1), (0.1, 0.3), (0.3, 0.5), (0.5, 0.7), (0.7, 0.9), (0.9, 1.0)]:
    inside = (chance >= low) & (chance <= high)
    print(f"{low:.1f}..{high:.1f}  {is_true[inside].mean():.2f}   {inside.sum()}")
