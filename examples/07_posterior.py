"""
Ask how certain each pair is
============================

A clustering says "together" or "apart". The posterior says how likely each pair is to be together, and how many
clusters there may be.
"""

import matplotlib.pyplot as plt
import numpy as np

import frenemy as fr
import frenemy.plot
from frenemy.affinity import uniform_partition

rng = np.random.default_rng(0)
N = 40


def measured(truth: np.ndarray, noise: float) -> fr.Problem:
    """A score for every pair: 1 if together, 0 if apart, plus noise. Its log-odds are the weight."""
    u, v = np.triu_indices(len(truth), 1)
    score = np.where(truth[u] == truth[v], 1.0, 0.0) + rng.normal(0.0, noise, len(u))
    return fr.Problem.from_edges(u, v, (score - 0.5) / noise**2)


# %%
# The weights are noisy, so one clustering is not the whole answer.

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

# %%
# Where the two disagree, a person should look first.

print("pairs of which the best clustering is least sure to be right:")
for row in np.argsort(-against)[:4]:
    i, j = found.pairs[row]
    said = "together" if together[row] else "apart"
    really = "together" if truth[i] == truth[j] else "apart"
    chance, error = found.probabilities[row], found.standard_errors[row]
    print(f"  {i:2} and {j:2}: {said}, but together with probability {chance:.3f} +- {error:.3f}; in truth {really}")

# %%
# On the left, nodes stand in the order of the best clustering, with white lines between its clusters. Some of its
# squares are pale: these clusters are doubtful. On the right, how many clusters there may be.

together = np.eye(N)
together[found.pairs[:, 0], found.pairs[:, 1]] = together[found.pairs[:, 1], found.pairs[:, 0]] = found.probabilities
order = np.argsort(result.labels, kind="stable")
figure, (pairs, number) = plt.subplots(1, 2, figsize=(9, 4.2), layout="constrained")
shown = pairs.imshow(together[np.ix_(order, order)], cmap="magma", vmin=0, vmax=1)
ends = np.cumsum(np.bincount(result.labels))[:-1] - 0.5
pairs.vlines(ends, -0.5, N - 0.5, color="white", linewidth=0.5)
pairs.hlines(ends, -0.5, N - 0.5, color="white", linewidth=0.5)
pairs.set(title="probability of being together", xticks=[], yticks=[])
figure.colorbar(shown, ax=pairs, shrink=0.8)
counts, shares = found.n_clusters()
number.bar(counts, shares, color="tab:blue")
number.axvline(len(set(truth.tolist())), color="tab:green", label="truth")
number.axvline(result.n_clusters, color="tab:red", linestyle="--", label="the best clustering")
number.yaxis.set_major_formatter("{x:.0%}")
number.set(title="probability of so many clusters", xlabel="clusters")
number.legend()
plt.show()

# %%
# Of the pairs with probability 0.7, about 70 in 100 are together, if the weights are true log-odds.

chances, truths = [], []
for _ in range(12):
    truth = uniform_partition(N, seed=rng)
    found = fr.posterior(measured(truth, noise=0.7), n_samples=1000)
    chances.append(found.probabilities)
    truths.append(truth[found.pairs[:, 0]] == truth[found.pairs[:, 1]])
chance, is_true = np.concatenate(chances), np.concatenate(truths)
figure, axes = plt.subplots(figsize=(5.5, 5), layout="constrained")
frenemy.plot.calibration(chance, is_true, ax=axes)
plt.show()
