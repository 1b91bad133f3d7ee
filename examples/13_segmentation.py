"""
Segment a picture with strokes
==============================

Draw along parts of some boundaries, and get all objects of the picture. Then correct the result with a merge, a join
and one more stroke.
"""

import matplotlib.pyplot as plt
import numpy as np

import frenemy as fr
from frenemy.apps.segmentation import sample

# %%
# A picture is any array; this one is part of frenemy. The strokes follow about 60 % of its boundaries.

picture, strokes = sample.picture(), sample.strokes()
found = fr.segment(picture, strokes)
print(f"{len(strokes)} strokes, {found.n_objects} objects, solved to {found.status.name}")

figure, (drawn, colored) = plt.subplots(1, 2, figsize=(9, 3.4), layout="constrained")
drawn.imshow(found.overlay(0.0))
drawn.set_title(f"{len(strokes)} strokes")
colored.imshow(found.overlay(0.6, strokes=False))
colored.set_title(f"{found.n_objects} objects")
drawn.axis("off")
colored.axis("off")
plt.show()

# %%
# The true objects of this picture are known, so we can measure the quality.

truth = sample.labels()
print(f"adjusted Rand index {fr.metrics.adjusted_rand_index(found.labels.ravel(), truth.ravel()):.2f}")
for one in found.objects:
    name = sample.NAMES[np.bincount(truth[found.labels == one.label]).argmax()]
    print(f"  object {one.id}: {name:7} {one.area:6} pixels around {one.center}")

# %%
# Two clicks merge: one point in the vase, one in its leaves. A join does the same: a line that lies within one object.

plant = found.merge(found.object_at(126, 180), found.object_at(128, 50))
joined = found.join([(126, 180), (128, 60)])
print(f"vase and leaves merged: {plant.n_objects} objects, joined: {joined.n_objects}")

# %%
# One more stroke splits: it cuts the wall in two, from the rim to the table, where the picture has no edge.

split = joined.add(fr.Stroke([(240, -5), (236, 60), (240, 140), (238, 218)], width=3))
print(f"a stroke down the wall: {split.n_objects} objects")
kept = set(joined.ids.tolist()) & set(split.ids.tolist())
print(f"{len(kept)} of them are those from before, with their ids and colors")

figure, panels = plt.subplots(1, 2, figsize=(9, 3.4), layout="constrained")
for panel, one, title in zip(panels, (joined, split), ("a join, in green", "and one more stroke"), strict=True):
    panel.imshow(one.overlay(0.6))
    panel.set_title(f"{title}: {one.n_objects} objects")
    panel.axis("off")
plt.show()

# %%
# Everything can be undone: the labels depend on strokes, joins and merges alone.

assert (split.undo().undo().labels == found.labels).all()
again = fr.segment(picture, split.strokes, joins=split.joins)
print("the same from a fresh start:", bool((again.labels == split.labels).all()))

# %%
# The stages of the first result, and those that one more stroke repeats.

for what, one in (("first", found), ("one more stroke", split)):
    print(f"{what}: {', '.join(one.seconds)}")
