"""
Cluster vectors: groups that stay
=================================

Rows of numbers go in, labels come out. frenemy looks for groups that stay the same while the resolution changes. This
example shows them, and what other resolutions would give.
"""

import matplotlib.pyplot as plt
import numpy as np

import frenemy as fr

rng = np.random.default_rng(1)
angle = rng.uniform(0, np.pi, (2, 200))
upper = np.stack((np.cos(angle[0]), np.sin(angle[0])), axis=1)
lower = np.stack((1 - np.cos(angle[1]), 0.4 - np.sin(angle[1])), axis=1)
bent = np.concatenate((upper, lower)) + 0.06 * rng.normal(size=(400, 2))
dense, loose = rng.normal((3.2, 0.9), 0.05, (100, 2)), rng.normal((3.4, -0.6), 0.25, (150, 2))
X = np.concatenate((bent, dense, loose))
truth = np.repeat(np.arange(4), (200, 200, 100, 150))

# %%
# Nothing is known about these rows: two bent groups, a dense one and a loose one. The estimator says what it found.

clustering = fr.CorrelationClustering().fit(X)
print(f"{clustering.n_clusters_} clusters of {len(X)} rows")
print(f"weights {clustering.weights_account_}")
print(f"B-cubed F {fr.metrics.b_cubed(clustering.labels_, truth).f1:.2f}")

# %%
# Rows without structure are one cluster.

nothing = rng.uniform(size=(len(X), 2))
empty = fr.CorrelationClustering().fit(nothing)
print(empty.weights_account_)
figure, panels = plt.subplots(1, 2, figsize=(9, 4), layout="constrained")
for panel, rows, found in zip(panels, (X, nothing), (clustering, empty), strict=True):
    panel.scatter(*rows.T, c=found.labels_, cmap="tab10", s=12)
    panel.set(title=f"{found.n_clusters_} cluster(s)", xticks=[], yticks=[], aspect="equal")
plt.show()

# %%
# The number of clusters at other resolutions. A ``bias`` below 0 makes more and smaller clusters. Where the dashed
# curve is near 1, the clusters hardly change.

fr.plot.path(clustering.path_, title="clusters at other resolutions")
plt.show()
