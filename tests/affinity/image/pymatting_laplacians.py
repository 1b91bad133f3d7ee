"""Matting Laplacians by PyMatting, stored: its first call compiles for a minute.

``python tests/affinity/image/pymatting_laplacians.py`` computes them again.
"""

from pathlib import Path

import numpy as np

STORED = Path(__file__).with_suffix(".npz")
#: epsilon and radius of each.
SETTINGS = [(1e-7, 1), (1e-5, 1), (1e-4, 2)]


def textured(shape, seed=0):
    """Smooth colors, noise, and a bright right half."""
    rng = np.random.default_rng(seed)
    y, x = np.indices(shape)
    waves = [0.3 + 0.1 * np.sin(0.2 * k * x + 0.3 * y) for k in (1, 2, 3)]
    picture = np.stack(waves, axis=2) + 0.02 * rng.standard_normal((*shape, 3))
    picture[:, shape[1] // 2 :] += 0.35
    return np.clip(picture, 0, 1).astype(np.float32).astype(np.float64)


if __name__ == "__main__":
    import pymatting

    picture = textured((11, 13))
    found = [pymatting.cf_laplacian(picture, epsilon=epsilon, radius=radius) for epsilon, radius in SETTINGS]
    matrices = {f"matrix_{k}": np.triu(matrix.toarray()) for k, matrix in enumerate(found)}
    np.savez_compressed(STORED, picture=picture, version=pymatting.__version__, **matrices)
