"""Embeddings of people who look alike, at the distances of dlib's."""

import numpy as np

SIZES = (5, 3, 3, 3, 4)
MERGED = (5, 6, 7)  # rows of the second of two people that become one


def alike_people():
    """Rows and whose they are: 5 and 3 that become one person without a doubtful face, and 3 and 3 that nearly do."""
    rng = np.random.default_rng(0)
    people = np.repeat(np.arange(len(SIZES)), SIZES)
    axes = np.eye(64)
    centers = 0.6 * axes[[0, 0, 2, 2, 4]]
    centers[[1, 3]] += np.array([[0.36], [0.365]]) * axes[[1, 3]]
    return (centers[people] + rng.normal(0.0, 0.25 / np.sqrt(64), (len(people), 64))).astype(np.float32), people
