"""
Segment a picture with strokes
==============================

Segmentation: strokes on boundaries, all objects of the picture, and edits of the result.
"""

import numpy as np

import frenemy as fr
from frenemy.apps.segmentation import sample

# A picture is any array; this one is part of frenemy. The strokes follow about 60 % of its boundaries.
picture, strokes = sample.picture(), sample.strokes()
found = fr.segment(picture, strokes)
print(f"{len(strokes)} strokes, {found.n_objects} objects, solved to {found.status.name}")

# The true objects of this picture are known, so we can measure the quality.
truth = sample.labels()
print(f"adjusted Rand index {fr.metrics.adjusted_rand_index(found.labels.ravel(), truth.ravel()):.2f}")
for one in found.objects:
    name = sample.NAMES[np.bincount(truth[found.labels == one.label]).argmax()]
    print(f"  object {one.id}: {name:7} {one.area:6} pixels around {one.center}")

# Two clicks merge: one point in the vase, one in its leaves.
plant = found.merge(found.object_at(126, 180), found.object_at(128, 50))
print(f"vase and leaves merged: {plant.n_objects} objects")

# One more stroke splits: it cuts the wall in two, from the rim to the table, where the picture has no edge.
split = plant.add(fr.Stroke([(240, -5), (236, 60), (240, 140), (238, 218)], width=3))
print(f"a stroke down the wall: {split.n_objects} objects")
kept = set(plant.ids.tolist()) & set(split.ids.tolist())
print(f"{len(kept)} of them are those from before, with their ids and colors")

# Everything can be undone: the labels depend on strokes and merges alone.
assert (split.undo().undo().labels == found.labels).all()
again = fr.segment(picture, split.strokes, merges=split.merges)
print("the same from a fresh start:", bool((again.labels == split.labels).all()))

# Time of each stage, for the first result and after one more stroke.
for what, one in (("first", found), ("one more stroke", split)):
    print(f"{what}: {', '.join(one.seconds)}")

# The picture in the colors of its objects, if pillow is installed.
try:
    from PIL import Image
except ImportError:
    print('no picture written: pip install "frenemy[images]"')
else:
    Image.fromarray(split.overlay()).save("objects.png")
    print("objects.png: the picture in the colors of its objects")
