"""
Sort faces by person
====================

Find out who is who, and how many people there are. Give names, correct mistakes, and add new photos later.
"""

from pathlib import Path
from tempfile import TemporaryDirectory

import matplotlib.pyplot as plt
import numpy as np

import frenemy as fr
from frenemy.apps.faces import Album, AlbumFolder, faces_from_embeddings

# %%
# Any face recognition gives a row of numbers per face. These are generated, with distances like dlib's: about 0.4
# between two faces of a person, 0.85 between people. ``frenemy.apps.faces.scan("photos/")`` finds faces in real photos.

rng = np.random.default_rng(7)
centers = rng.normal(0, 0.053, (6, 128))
who = rng.choice(6, 40, p=[0.3, 0.25, 0.2, 0.1, 0.1, 0.05])
rows = centers[who] + rng.normal(0, 0.024, (40, 128))
photos = [f"party {i // 2}.jpg" for i in range(40)]  # two faces per photo

faces = faces_from_embeddings(rows, photos=photos, describer="dlib")
album = Album(faces)
print(f"{len(faces)} faces in {len(faces.photos)} photos: {album.people.summary()}")
print(f"adjusted Rand index {fr.metrics.adjusted_rand_index(album.people.labels, who):.2f}")

# %%
# Distances between all faces, before and after sorting by person. Dark means alike: each dark square is one person.

distance = np.linalg.norm(rows[:, None] - rows[None], axis=2)
sizes = np.bincount(album.people.labels)
order = np.argsort(album.people.labels, kind="stable")
figure, (before, after) = plt.subplots(1, 2, figsize=(9, 4.2), layout="constrained")
before.imshow(distance, cmap="viridis")
shown = after.imshow(distance[np.ix_(order, order)], cmap="viridis")
before.set(title="as the photos come", xticks=[], yticks=[])
after.set(title=f"by person: {album.people.n_people} people", xticks=[], yticks=np.cumsum(sizes) - sizes / 2 - 0.5)
after.set_yticklabels([f"{size} faces" for size in sizes])
figure.colorbar(shown, ax=(before, after), label="distance", shrink=0.8)
plt.show()

# %%
# People are numbered by size. Names stay with the faces they were given to.

album = album.name(0, "Ann").name(1, "Ben")
for person in range(album.people.n_people):
    print(f"  {album.people.names[person] or '?':4} {len(album.people.members(person)):3} faces")

# %%
# "Same person", "different people": corrections hold, and the other faces follow at once.

last = album.people.n_people - 1
album = album.merge(0, last)
print(f"merged with the smallest: {album.people.summary()}; Ann has {len(album.people.members(0))} faces")
album = album.undo()
print(f"taken back: {album.people.summary()}")

# %%
# New photos: names and corrections are kept.

more = np.vstack([rows, centers[[0, 1, 1]] + rng.normal(0, 0.024, (3, 128))])
photos += ["beach.jpg", "beach.jpg", "dog.jpg"]
album = album.with_faces(faces_from_embeddings(more, photos=photos, describer="dlib"))
print(f"with new photos: {album.people.summary()}; still {', '.join(n for n in album.people.names if n)}")

# %%
# Save all of it in a folder. ``frenemy serve --faces people/`` opens such a folder, too.

with TemporaryDirectory() as people:
    folder = AlbumFolder(people)
    folder.save(album)
    folder.write_outcome(album.people)
    print("written:", ", ".join(sorted(file.name for file in Path(people).iterdir())))
