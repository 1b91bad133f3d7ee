"""
Cluster vectors with known classes
==================================

Learn what a distance means from the digits 0 to 4, then cluster the digits 5 to 9, which were never seen.
"""

import matplotlib.pyplot as plt
import numpy as np
from sklearn.datasets import load_digits

import frenemy as fr

X, y = load_digits(return_X_y=True)
X, y = X[:800], y[:800]
known = y < 5

clustering = fr.CorrelationClustering().fit(X[known], y[known])
labels = clustering.fit_predict(X[~known])
print(f"{clustering.n_clusters_} clusters, weights {clustering.weights_account_}")
print(f"B-cubed F {fr.metrics.b_cubed(labels, y[~known]).f1:.2f}")

# %%
# A row for each of the largest clusters, with some of its digits. Several clusters may hold the same digit, written in
# different ways.

images = X[~known].reshape(-1, 8, 8)
largest = np.argsort(-np.bincount(labels), kind="stable")[:6]
figure, panels = plt.subplots(6, 12, figsize=(8, 4.4), layout="constrained")
for row, cluster in zip(panels, largest, strict=True):
    members = np.flatnonzero(labels == cluster)
    for panel, image in zip(row, images[members], strict=False):
        panel.imshow(image, cmap="gray_r")
    row[0].set_ylabel(f"{len(members)} rows", rotation=0, ha="right", va="center")
    for panel in row:
        panel.set(xticks=[], yticks=[])
        panel.spines[:].set_visible(False)
plt.show()

# %%
# Without known classes, the weights are estimated from the distances.

clustering = fr.CorrelationClustering().fit(X)
print(f"{clustering.n_clusters_} clusters, weights {clustering.weights_account_}")
print(f"B-cubed F {fr.metrics.b_cubed(clustering.labels_, y).f1:.2f}")
