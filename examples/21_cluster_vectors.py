"""
Cluster vectors: from distances to weights
==========================================

Rows of numbers go in, labels come out. On the way, distances become weights: near rows attract, far rows repel. This
example shows where the line between the two comes from.
"""

import matplotlib.pyplot as plt
import numpy as np

import frenemy as fr

rng = np.random.default_rng(1)
centers = rng.normal(0, 4, (8, 10))
truth = rng.integers(8, size=240)
X = centers[truth] + rng.normal(size=(240, 10))

# %%
# Nothing is known about these rows. The estimator guesses the weights from the distances, and says so.

clustering = fr.CorrelationClustering().fit(X)
print(f"{clustering.n_clusters_} clusters of {len(X)} rows")
print(f"weights {clustering.weights_account_}")
print(f"B-cubed F {fr.metrics.b_cubed(clustering.labels_, truth).f1:.2f}")

# %%
# ``problem_`` holds the weight of every pair. Where the curve crosses 0, attraction becomes repulsion. It lies between
# distances inside groups and distances between them.

u, v, weight = clustering.problem_.edges()
distance = np.linalg.norm(X[u] - X[v], axis=1)
is_same = truth[u] == truth[v]
order = np.argsort(distance)
crossing = distance[weight > 0].max()

figure, (upper, lower) = plt.subplots(2, 1, figsize=(8, 5), sharex=True, layout="constrained")
upper.hist(distance[is_same], bins=60, density=True, alpha=0.6, color="tab:blue", label="pairs of one group")
upper.hist(distance[~is_same], bins=60, density=True, alpha=0.6, color="tab:red", label="pairs of two groups")
upper.set(ylabel="density", title="distances, with the truth that the estimator does not see")
upper.legend()
lower.plot(distance[order], weight[order], color="black")
lower.axhline(0, color="gray", linewidth=0.8)
lower.set(xlabel="distance", ylabel="weight", title="the weights it guessed")
for panel in (upper, lower):
    panel.axvline(crossing, color="gray", linestyle=":")
plt.show()

# %%
# The rows on their two main axes, by group and by cluster.

axes = np.linalg.svd(X - X.mean(axis=0), full_matrices=False)[2][:2]
places = (X - X.mean(axis=0)) @ axes.T
figure, panels = plt.subplots(1, 2, figsize=(9, 4), layout="constrained")
for panel, labels, name in zip(panels, (truth, clustering.labels_), ("groups", "clusters"), strict=True):
    panel.scatter(*places.T, c=labels, cmap="tab10", s=14)
    panel.set(title=f"{labels.max() + 1} {name}", xticks=[], yticks=[])
plt.show()
