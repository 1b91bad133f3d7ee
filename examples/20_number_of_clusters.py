"""
Let the data say how many clusters there are
============================================

You never set the number of clusters. Three data sets, the same line of code, three different numbers.
"""

import matplotlib.pyplot as plt
import numpy as np

import frenemy as fr

rng = np.random.default_rng(1)

# %%
# Round clouds of points, at random places that are not too near each other.


def clouds(n_clouds: int) -> np.ndarray:
    centers = [rng.uniform(0, 10, 2)]
    while len(centers) < n_clouds:
        center = rng.uniform(0, 10, 2)
        if np.linalg.norm(np.array(centers) - center, axis=1).min() > 2.6:
            centers.append(center)
    turn, radius = rng.uniform(0, 2 * np.pi, (n_clouds, 20)), np.sqrt(rng.random((n_clouds, 20)))
    around = np.stack((radius * np.cos(turn), radius * np.sin(turn)), axis=2)
    return (np.array(centers)[:, None] + around).reshape(-1, 2)


figure, panels = plt.subplots(1, 3, figsize=(9, 3.4), layout="constrained")
for panel, n_clouds in zip(panels, (3, 6, 10), strict=True):
    X = clouds(n_clouds)
    labels = fr.CorrelationClustering().fit_predict(X)
    panel.scatter(*X.T, c=labels, cmap="tab10", s=16)
    panel.set(title=f"{n_clouds} clouds, {labels.max() + 1} clusters", xticks=[], yticks=[], aspect="equal")
plt.show()

# %%
# Why does that work? Pairs that are near attract, pairs that are far repel. Too few clusters keep pairs together that
# repel, too many cut pairs that attract. So the energy has a lowest point. A sum of squares, as k-means has it, falls
# with every split and never says where to stop.

X = clouds(6)
distance = np.linalg.norm(X[:, None] - X[None], axis=2)
u, v = np.triu_indices(len(X), 1)
problem = fr.Problem.from_edges(u, v, np.clip(2.0 - distance[u, v], -1.0, 1.0))
found = fr.solve(problem)

# %%
# To draw the curve, join clusters two by two, always the pair that gives the lowest energy.

labels = np.arange(len(X))
number, energy, squares = [], [], []
while True:
    number.append(labels.max() + 1)
    energy.append(problem.energy(labels))
    squares.append(sum(((X[labels == k] - X[labels == k].mean(axis=0)) ** 2).sum() for k in range(number[-1])))
    if number[-1] == 1:
        break
    a, b, w = problem.contract(labels).problem.edges()
    joined = np.argmax(w)
    labels = problem.check_labels(np.where(labels == b[joined], a[joined], labels))

figure, axes = plt.subplots(figsize=(8, 3.6), layout="constrained")
axes.plot(number, np.array(squares) / max(squares), color="gray", label="sum of squares")
axes.plot(number, np.array(energy) / -min(energy), color="tab:blue", label="energy")
axes.plot(found.n_clusters, found.energy / -min(energy), "o", color="tab:red", label=f"found: {found.n_clusters}")
axes.set(xlabel="number of clusters", ylabel="scaled to at most 1", xlim=(0, 40))
axes.legend()
plt.show()
