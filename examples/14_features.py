"""
Cluster vectors with known classes
==================================

From rows of features to clusters: learn weights of distances from the digits 0 to 4, then cluster 5 to 9.
"""

from sklearn.datasets import load_digits

import frenemy as fr

X, y = load_digits(return_X_y=True)
X, y = X[:800], y[:800]
known = y < 5

clustering = fr.CorrelationClustering().fit(X[known], y[known])
labels = clustering.fit_predict(X[~known])
print(f"{clustering.n_clusters_} clusters, weights {clustering.weights_account_}")
print(f"B-cubed F {fr.metrics.b_cubed(labels, y[~known]).f1:.2f}")

# Without known classes, the weights are estimated from the distances.
clustering = fr.CorrelationClustering().fit(X)
print(f"{clustering.n_clusters_} clusters, weights {clustering.weights_account_}")
print(f"B-cubed F {fr.metrics.b_cubed(clustering.labels_, y).f1:.2f}")
