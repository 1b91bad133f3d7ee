"""
Segment a volume
================

A stack of images is a grid of voxels, and voxels can be nodes. Neighbours attract unless a membrane lies between them.
Voxels further apart repel if a membrane lies between them. The number of cells comes out.
"""

import matplotlib.pyplot as plt
import numpy as np
from scipy.ndimage import gaussian_filter
from scipy.spatial import cKDTree

import frenemy as fr
from frenemy.affinity import fit_logistic

rng = np.random.default_rng(0)

# %%
# A made-up stack of 12 slices: each voxel belongs to the nearest of 14 centers. A membrane lies on the border
# between two centers, under noise.

shape = (12, 56, 56)
centers = rng.uniform(0, 1, (14, 3)) * shape
voxels = np.stack(np.meshgrid(*map(np.arange, shape), indexing="ij"), axis=-1)
near, cell = cKDTree(centers).query(voxels, k=2)
truth = cell[..., 0]
between = np.linalg.norm(centers[cell[..., 0]] - centers[cell[..., 1]], axis=-1)
to_border = (near[..., 1] ** 2 - near[..., 0] ** 2) / (2 * between)
seen = gaussian_filter(np.exp(-(to_border**2)) + rng.normal(0, 0.4, shape), 0.7)

# %%
# Steps of one, two and four voxels along each axis, and the strongest membrane on the way.

node = np.arange(truth.size).reshape(shape)


def steps(axis: int, length: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Both ends of all steps, and the strongest membrane on the way."""
    n = shape[axis] - length
    on_the_way = [np.take(seen, np.arange(k, k + n), axis) for k in range(length + 1)]
    ends = [np.take(node, np.arange(k, k + n), axis).ravel() for k in (0, length)]
    return ends[0], ends[1], np.max(on_the_way, axis=0).ravel()


# %%
# Someone has drawn the cells of the first slice. From its steps we learn what a membrane says, for each length, as
# log-odds that both ends lie in one cell.

is_drawn = node.ravel() < node[1].min()
u, v, weight = [], [], []
for length in (1, 2, 4):
    a, b, strength = (np.concatenate(part) for part in zip(*(steps(axis, length) for axis in range(3)), strict=True))
    known = is_drawn[a] & is_drawn[b]
    is_same = truth.ravel()[a] == truth.ravel()[b]
    fit = fit_logistic(strength[known], is_same[known])
    u.append(a)
    v.append(b)
    weight.append(fit.log_odds(strength))
problem = fr.Problem.from_edges(np.concatenate(u), np.concatenate(v), np.concatenate(weight))
result = fr.solve(problem)
found = result.labels.reshape(shape)
sizes = np.bincount(result.labels)
is_cell = sizes[found] >= 50
print(f"{problem.n_nodes:,} voxels, {problem.n_edges:,} pairs, solved in {result.seconds:.1f} s")
print(f"{np.sum(sizes >= 50)} cells of 50 voxels or more, {len(np.unique(truth))} in truth")
print(f"adjusted Rand index {fr.metrics.adjusted_rand_index(found[is_cell], truth[is_cell]):.2f} inside cells")

# %%
# Some slices: what is seen, the cells found, and the true ones. A cell has the same color in all slices. Pieces of
# fewer than 50 voxels are black.

shades = plt.get_cmap("tab20")(np.arange(20))[:, :3]
shown = np.where(is_cell[..., None], shades[np.argsort(np.argsort(-sizes))[found] % 20], 0.0)
figure, rows = plt.subplots(3, 4, figsize=(9, 7), layout="constrained")
for column, slice_ in zip(rows.T, (0, 4, 8, 11), strict=True):
    column[0].imshow(seen[slice_], cmap="gray_r")
    column[1].imshow(shown[slice_])
    column[2].imshow(shades[truth[slice_]])
    column[0].set_title(f"slice {slice_}")
for row, name in zip(rows, ("membranes", "found", "truth"), strict=True):
    row[0].set_ylabel(name)
    for panel in row:
        panel.set(xticks=[], yticks=[])
plt.show()
