"""
Cells from a membrane map
=========================

A network has marked the membranes of a volume. A watershed cuts it into small regions, and regions with no membrane
between them are joined. Weights can be learned from a volume whose cells are known, and cells corrected by strokes.
"""

import matplotlib.pyplot as plt
import numpy as np

import frenemy as fr
from frenemy.affinity.volume import Watershed, cell_volume

# %%
# A made-up volume, as a network would see it: blurred membranes, a tenth of them faint, and noise. Seeds are
# hardly smoothed, so a cell is one small region or more.

membrane, truth = cell_volume((24, 96, 96), cell_size=20, broken=0.1, seed=8)
watershed = Watershed(seed_smoothing=0.5)
found = fr.segment_volume(membrane, watershed=watershed)
print(f"{found.graph.n_nodes} regions, {found.graph.n_edges} pairs, {found.n_cells} cells")

# %%
# Another volume of the same kind has been segmented by hand: learn from it what a membrane looks like.

known = cell_volume((24, 96, 96), cell_size=20, broken=0.1, seed=9)
weights = fr.fit_volume(known.boundaries, known.truth, watershed=watershed, model="logistic")
learned = fr.segment_volume(membrane, watershed=watershed, weights=weights)

# %%
# Correct what is wrong: one stroke in each of two true cells that were joined.

cells = np.unique(np.stack((found.labels[found.labels > 0], truth[found.labels > 0])), axis=1, return_counts=True)
(numbers, names), counts = cells
large = counts > 300
wrong = next((c for c in np.unique(numbers) if (large & (numbers == c)).sum() > 1), None)
corrected = found
if wrong is not None:
    parts = names[large & (numbers == wrong)][:2]
    strokes = [np.argwhere((found.labels == wrong) & (truth == part)) for part in parts]
    corrected = found.split(*([voxels[len(voxels) // 2]] for voxels in strokes))
print(f"{corrected.n_cells} cells after a correction")

# %%
# Adapted Rand error, and the variation of information: how much cells are split, and how much they are merged.

results = {
    "regions": found.supervoxels,
    "default": found.labels,
    "learned": learned.labels,
    "corrected": corrected.labels,
}
for name, labels in results.items():
    halves = fr.metrics.split_and_merge(labels, truth)
    error = fr.metrics.adapted_rand_error(labels, truth)
    print(f"{name:9}  Rand error {error:.3f}  split {halves.split:.2f}  merge {halves.merge:.2f} bits")

# %%
# One slice: each label has a color.

place = 12
figure, panels = plt.subplots(1, 6, figsize=(12, 2.4), layout="constrained")
panels[0].imshow(membrane[place], cmap="gray_r")
for panel, labels in zip(panels[1:], (*results.values(), truth), strict=True):
    numbers = np.unique(labels[place], return_inverse=True)[1].reshape(labels[place].shape)
    panel.imshow(numbers % 20, cmap="tab20", vmin=0, vmax=19, interpolation="nearest")
for panel, name in zip(panels, ("membranes", *results, "truth"), strict=True):
    panel.set(xticks=[], yticks=[], title=name)
plt.show()
