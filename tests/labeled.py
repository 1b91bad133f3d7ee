"""Labelled pairs for the tests of this folder."""

import numpy as np


def two_normals(n_pairs, *, share=0.3, apart=0.0, together=2.0, widths=(1.0, 1.0), seed=0):
    """Scores of pairs, normal around ``apart`` and ``together``, and which pairs are together."""
    rng = np.random.default_rng(seed)
    is_same = rng.random(n_pairs) < share
    is_same[:2] = True, False
    scores = rng.normal(np.where(is_same, together, apart), np.where(is_same, widths[1], widths[0]))
    return scores, is_same
