"""
See how many clusters to expect
===============================

If all partitions are equally probable, some numbers of clusters are more probable than others. This is what to expect
before any pair is seen, and how evidence changes it.
"""

import matplotlib.pyplot as plt
import numpy as np
from scipy.stats import norm

import frenemy as fr
from frenemy.affinity import PairModel, approximate_mode, paper_mode, prior_on_clusters, uniform_partition

# %%
# The probability of k clusters for n nodes. The more nodes, the smaller the likely share, and the surer it is.

figure, axes = plt.subplots(figsize=(8, 3.6), layout="constrained")
for n in (30, 100, 300, 1000):
    probability = np.exp(prior_on_clusters(n).log_probability)
    axes.plot(np.arange(1, n + 1) / n, probability / probability.max(), label=f"{n} nodes")
axes.xaxis.set_major_formatter("{x:.0%}")
axes.set(xlabel="clusters, as a share of the nodes", ylabel="probability, highest = 1", xlim=(0, 0.7))
axes.legend()
plt.show()

# %%
# The mode, and two formulas for it.

print("     n   mode     mean   std   exp(W(n))-1   n/log(n)")
for n in (10, 100, 750, 1000, 10_000):
    prior = prior_on_clusters(n)
    formulas = f"{approximate_mode(n):13.1f} {paper_mode(n):10.1f}"
    print(f"{n:6} {prior.mode:6} {prior.mean:8.1f} {prior.std:5.1f} {formulas}")

# %%
# Uniformly drawn partitions have that many clusters, nearly all of them small.

labels = uniform_partition(1000, seed=0)
print(f"one of all partitions of 1000 nodes, drawn: {labels.max() + 1} clusters")

# %%
# A uniform prior does not change the most probable partition. It matters for the posterior: with weak evidence k
# follows the prior, with strong evidence it does not. Here, pairs that are together score higher on average, by a
# distance in standard deviations.

truth = [i % 4 for i in range(80)]
distances = (0.1, 0.3, 0.6, 0.8, 1.0, 1.5)
best, mean = [], []
for distance in distances:
    seen = PairModel(norm(distance, 1.0), norm(0.0, 1.0)).sample(80, labels=truth, seed=0)
    problem = seen.problem()
    best.append(fr.solve(problem).n_clusters)
    mean.append(fr.posterior(problem, n_samples=1000).mean_n_clusters)
figure, axes = plt.subplots(figsize=(8, 3.6), layout="constrained")
axes.axhline(prior_on_clusters(80).mean, color="gray", linestyle=":", label="mean before any pair is seen")
axes.plot(distances, mean, "o-", label="mean over the posterior")
axes.plot(distances, best, "o-", label="the best partition")
axes.axhline(4, color="black", linewidth=0.8, label="truth")
axes.set(xlabel="distance between pairs that are together and others", ylabel="clusters of 80 nodes")
axes.legend()
plt.show()
