"""
Cells from a membrane map
=========================

A network has marked the membranes of a volume. A watershed cuts it into small regions, and regions with no membrane
between them are joined. Weights learned from a volume whose cells are known join more carefully.
"""

import matplotlib.pyplot as plt
import numpy as np

import frenemy as fr
from frenemy.affinity.volume import cell_volume

# %%
# A made-up volume, as a network would see it: blurred membranes, a quarter of them faint, and noise.

membrane, truth = cell_volume((24, 96, 96), cell_size=20, broken=0.25, seed=3)
found = fr.segment_volume(membrane)
print(f"{found.graph.n_nodes} regions, {found.graph.n_edges} pairs, {found.n_cells} cells")

# %%
# Another volume of the same kind has been segmented by hand: learn from it what a membrane looks like.

known = cell_volume((24, 96, 96), cell_size=20, broken=0.25, seed=4)
weights = fr.fit_volume(known.boundaries, known.truth, model="logistic")
learned = fr.segment_volume(membrane, weights=weights)

# %%
# Adapted Rand error, and the variation of information: how much cells are split, and how much they are merged.

results = {"regions": found.supervoxels, "default": found.labels, "learned": learned.labels}
for name, labels in results.items():
    halves = fr.metrics.split_and_merge(labels, truth)
    error = fr.metrics.adapted_rand_error(labels, truth)
    print(f"{name:8}  Rand error {error:.3f}  split {halves.split:.2f}  merge {halves.merge:.2f} bits")

# %%
# One slice: each label has a color.

place = 12
figure, panels = plt.subplots(1, 5, figsize=(10, 2.4), layout="constrained")
panels[0].imshow(membrane[place], cmap="gray_r")
for panel, labels in zip(panels[1:], (*results.values(), truth), strict=True):
    numbers = np.unique(labels[place], return_inverse=True)[1].reshape(labels[place].shape)
    panel.imshow(numbers % 20, cmap="tab20", vmin=0, vmax=19, interpolation="nearest")
for panel, name in zip(panels, ("membranes", *results, "truth"), strict=True):
    panel.set(xticks=[], yticks=[], title=name)
plt.show()
