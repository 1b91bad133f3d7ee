"""Segmentation: strokes where objects meet, all objects of the picture, and edits of what was found."""

import numpy as np

import frenemy as fr
from frenemy.apps.segmentation import sample

# A picture is any array; this one comes along. The strokes follow some six tenths of its boundaries.
picture, strokes = sample.picture(), sample.strokes()
found = fr.segment(picture, strokes)
print(f"{len(strokes)} strokes, {found.n_objects} objects, solved to {found.status.name}")

# How right it is, as the objects of this picture are known.
truth = sample.labels()
print(f"adjusted Rand index {fr.metrics.adjusted_rand_index(found.labels.ravel(), truth.ravel()):.2f}")
for one in found.objects:
    name = sample.NAMES[np.bincount(truth[found.labels == one.label]).argmax()]
    print(f"  object {one.id}: {name:7} {one.area:6} pixels around {one.center}")

# Two clicks merge: one point in the vase, one in its leaves.
plant = found.merge(found.object_at(126, 180), found.object_at(128, 50))
print(f"vase and leaves merged: {plant.n_objects} objects")

# One more stroke splits: here it cuts the wall in two, from the rim to the table, where there is no edge at all.
split = plant.add(fr.Stroke([(240, -5), (236, 60), (240, 140), (238, 218)], width=3))
print(f"a stroke down the wall: {split.n_objects} objects")
kept = set(plant.ids.tolist()) & set(split.ids.tolist())
print(f"{len(kept)} of them are those from before, with their ids and colors")

# Everything can be undone, and the labels depend on strokes and merges alone.
assert (split.undo().undo().labels == found.labels).all()
again = fr.segment(picture, split.strokes, merges=split.merges)
print("the same from a fresh start:", bool((again.labels == split.labels).all()))

# Where the time went, after a first look at the picture and after one more stroke.
for what, one in (("first", found), ("one more stroke", split)):
    print(f"{what}: {', '.join(one.seconds)}")

# The picture in the colors of its objects, where there is something to write it with.
try:
    from PIL import Image
except ImportError:
    print('no picture written: pip install "frenemy[images]"')
else:
    Image.fromarray(split.overlay()).save("objects.png")
    print("objects.png: the picture in the colors of its objects")
