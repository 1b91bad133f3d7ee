"""
Pairs that do not touch
=======================

Two pixels far apart can say whether they look alike, which helps where neighbors are noisy. But things that look alike
may be two things. In a lifted problem such pairs count, and every cluster is connected.
"""

import matplotlib.pyplot as plt
import numpy as np
from scipy.ndimage import label

import frenemy as fr

rng = np.random.default_rng(0)

# %%
# Discs in two gray values on a third, under strong noise.

shape, step, noise = (48, 64), 0.4, 0.12
y, x = np.mgrid[: shape[0], : shape[1]]
clean = np.zeros(shape)
for at_y, at_x, radius, gray in [(12, 12, 8, 2), (34, 18, 9, 1), (14, 34, 8, 1), (35, 44, 9, 2), (13, 54, 7, 2)]:
    clean[(y - at_y) ** 2 + (x - at_x) ** 2 < radius**2] = gray * step
seen = clean + rng.normal(0, noise, shape)
truth = label(clean > 0)[0]

# %%
# Base edges join neighbors: clusters must be connected along them. Lifted pairs are 3, 6 and 12 pixels apart along
# rows, columns and diagonals. Weights are log-odds: is the difference that of one gray value, or of two that are one
# step apart?

node = np.arange(seen.size).reshape(shape)


def pairs(directions: list[tuple[int, int]], length: int) -> tuple[np.ndarray, np.ndarray]:
    """All pairs at this distance, (n, 2), and their weights."""
    ends = []
    for down, right in directions:
        by = right * length
        here = node[: shape[0] - down * length, max(0, -by) : shape[1] - max(0, by)]
        there = node[down * length :, max(0, by) : shape[1] + min(0, by)]
        ends.append(np.stack((here.ravel(), there.ravel()), axis=1))
    found = np.concatenate(ends)
    difference = np.abs(seen.ravel()[found[:, 0]] - seen.ravel()[found[:, 1]])
    return found, step * (step / 2 - difference) / (2 * noise**2)


base, base_weights = pairs([(0, 1), (1, 0)], 1)
parts = [pairs([(0, 1), (1, 0), (1, 1), (1, -1)], length) for length in (3, 6, 12)]
far, far_weights = (np.concatenate(part) for part in zip(*parts, strict=True))
lifted = fr.Problem.lifted(base, base_weights, far, far_weights)
plain = fr.Problem.from_edges(*np.concatenate((base, far)).T, np.concatenate((base_weights, far_weights)))
neighbors = fr.Problem.from_edges(*base.T, base_weights)

results = {"neighbors alone": fr.solve(neighbors), "all pairs": fr.solve(plain), "lifted": fr.solve(lifted)}
pictures = {}
for name, result in results.items():
    found = result.labels.reshape(shape)
    is_large = np.bincount(result.labels)[found] >= 20
    places = [label((found == cluster) & is_large)[1] for cluster in range(result.n_clusters)]
    index = fr.metrics.adjusted_rand_index(result.labels, truth.ravel())
    print(f"{name:15}  {np.count_nonzero(places)} clusters of 20 pixels or more, adjusted Rand index {index:.2f}")
    print(f"{'':15}  the most places of one: {max(places)}")
    pictures[name] = np.where(is_large, found, -1)
lifted_result = results["lifted"]
print(f"energy of the lifted problem {lifted_result.energy:,.0f}, at least {lifted_result.lower_bound:,.0f}")

# %%
# One color per cluster; pieces of fewer than 20 pixels are black. With all pairs as ordinary ones, discs of one gray
# value are one cluster, in several places. Lifted, each disc is a cluster of its own.

shades = plt.get_cmap("tab20")(np.arange(20))[:, :3]
figure, panels = plt.subplots(1, 5, figsize=(12, 2.2), layout="constrained")
panels[0].imshow(seen, cmap="gray")
for panel, labels in zip(panels[1:], (*pictures.values(), truth), strict=True):
    numbers = np.unique(labels, return_inverse=True)[1].reshape(shape) - int(labels.min() < 0)
    panel.imshow(np.where(labels[..., None] < 0, 0.0, shades[numbers % 20]))
for panel, name in zip(panels, ("seen", *pictures, "truth"), strict=True):
    panel.set(xticks=[], yticks=[], title=name)
plt.show()
