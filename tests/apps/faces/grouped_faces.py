"""Faces of people who are known: what tests of people are made on."""

from __future__ import annotations

import numpy as np
from alike_people import alike_people

from frenemy.apps.faces import faces_from_embeddings


def grouped_faces(sizes, *, spread=0.16, seed=0, photos=None, thumbnails=None, n_features=16):
    """Faces of ``len(sizes)`` people about 1 apart; two of one person are about ``spread`` apart."""
    rng = np.random.default_rng(seed)
    people = np.repeat(np.arange(len(sizes)), sizes)
    centers = rng.normal(0.0, 1.0, (len(sizes), n_features))
    centers /= np.sqrt(2) * np.linalg.norm(centers, axis=1, keepdims=True)
    rows = centers[people] + rng.normal(0.0, spread / np.sqrt(2 * n_features), (len(people), n_features))
    names = [f"{k:03}.jpg" for k in range(len(people))] if photos is None else photos
    return faces_from_embeddings(rows, photos=names, thumbnails=thumbnails, describer="dlib"), people


def ids(faces, nodes):
    """Ids of faces by number."""
    return [faces.faces[node].id for node in nodes]


def alike_faces(photos=None):
    """Faces of people who look alike."""
    rows, _ = alike_people()
    return faces_from_embeddings(rows, photos=photos or [f"{k}.jpg" for k in range(len(rows))], describer="dlib")
