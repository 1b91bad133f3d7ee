"""The colors of the sample picture: wood, cloth, leaves, glaze, leather and skins under one light."""

from __future__ import annotations

import numpy as np

from frenemy.apps.segmentation.sample.shapes import HORIZON, VASE_X, Plane, along_book, vase_radius

_LIGHT = np.array([-0.45, -0.62, 0.64])  # direction of the light: left, above, front


def _mixed(low: tuple[float, ...], high: tuple[float, ...], share: Plane) -> Plane:
    one, other = np.array(low, np.float32), np.array(high, np.float32)
    return (one + np.clip(share, 0.0, 1.0)[:, :, None] * (other - one)).astype(np.float32)


def _waves(x: Plane, y: Plane, rng: np.random.Generator, length: float, n: int = 6) -> Plane:
    """Smooth random texture of about this wavelength, mean 0."""
    total = np.zeros(x.shape, np.float32)
    for _ in range(n):
        angle, phase, k = (
            rng.uniform(0, 2 * np.pi),
            rng.uniform(0, 2 * np.pi),
            2 * np.pi * rng.uniform(0.7, 1.5) / length,
        )
        # Python floats keep the arrays in float32.
        total += np.sin(x * float(k * np.cos(angle)) + y * float(k * np.sin(angle)) + float(phase))
    return total / float(np.sqrt(n))


def wall(x: Plane, y: Plane, rng: np.random.Generator) -> Plane:
    """A wooden wall."""
    bent = y + 5.0 * np.sin(x / 90.0) + 3.0 * _waves(x / 5, y, rng, 34.0)
    grain = 0.5 + 0.3 * np.sin(bent * 0.55) + 0.12 * np.sin(bent * 1.7 + x / 60.0)
    glow = np.exp(-(((x - 330) / 280) ** 2 + ((y - 60) / 210) ** 2))
    return _mixed((0.50, 0.32, 0.19), (0.69, 0.48, 0.30), grain) * (0.80 + 0.24 * glow).astype(np.float32)[:, :, None]


def cloth(x: Plane, y: Plane, rng: np.random.Generator) -> Plane:
    light = (y - HORIZON) / 160 + 0.25 * np.sin(x / 150.0)
    return _mixed((0.55, 0.62, 0.70), (0.72, 0.76, 0.80), light) + 0.012 * _waves(x, y, rng, 14.0, 9)[:, :, None]


def _lit(nx: Plane, ny: Plane, shine: float) -> tuple[Plane, Plane]:
    """Brightness and gloss of a surface from its normal."""
    nz = np.sqrt(np.maximum(0.0, 1.0 - nx**2 - ny**2))
    facing = nx * _LIGHT[0] + ny * _LIGHT[1] + nz * _LIGHT[2]
    gloss = np.maximum(0.0, 2 * facing * nz - _LIGHT[2]) ** 26 * shine
    return (0.30 + 0.75 * np.maximum(0.0, facing)).astype(np.float32), gloss.astype(np.float32)


def _shaded(color: Plane, nx: Plane, ny: Plane, shine: float) -> Plane:
    bright, gloss = _lit(nx, ny, shine)
    return color * bright[:, :, None] + gloss[:, :, None]


def _leaf_paint(x: Plane, y: Plane, distance: Plane, rng: np.random.Generator) -> Plane:
    veins = 0.5 + 0.25 * np.sin((x + 1.7 * y) / 3.6) + 0.2 * _waves(x, y, rng, 26.0)
    return _mixed((0.13, 0.36, 0.20), (0.32, 0.57, 0.25), veins) * (0.85 + 0.02 * np.minimum(-distance, 10))[:, :, None]


def _vase_paint(x: Plane, y: Plane, _: Plane, rng: np.random.Generator) -> Plane:
    glaze = 1 / (1 + np.exp(-(np.abs(y - 182.0) - 18.0) / 5.0)) + 0.08 * _waves(x, y, rng, 12.0)
    color = _mixed((0.30, 0.58, 0.68), (0.16, 0.42, 0.57), glaze)
    return _shaded(color, np.clip((x - VASE_X) / vase_radius(y), -1, 1), 0 * y, 0.45)


def _book_paint(x: Plane, y: Plane, _: Plane, rng: np.random.Generator) -> Plane:
    along, across = along_book(x, y)
    cover = _mixed((0.42, 0.10, 0.19), (0.52, 0.14, 0.24), 0.5 + 0.3 * _waves(x, y, rng, 9.0))
    gold = 0.25 * np.exp(-(((np.abs(along) - 50.0) / 1.3) ** 2)).astype(np.float32)[:, :, None]
    bound = cover + gold * (np.array([0.80, 0.66, 0.36], np.float32) - cover)
    return bound * (1.0 - 0.012 * across).astype(np.float32)[:, :, None]


def _orange_paint(x: Plane, y: Plane, _: Plane, rng: np.random.Generator) -> Plane:
    skin = _mixed((0.94, 0.50, 0.10), (0.98, 0.62, 0.17), 0.5 + 0.35 * _waves(x, y, rng, 7.0, 9))
    pits = 0.05 * _waves(x, y, rng, 4.5, 9)
    return _shaded(skin, (x - 331.0) / 46.0 + pits, (y - 205.0) / 45.0 + pits, 0.35)


def _pear_paint(x: Plane, y: Plane, _: Plane, rng: np.random.Generator) -> Plane:
    blush = np.exp(-(((x - 432) / 26) ** 2 + ((y - 212) / 34) ** 2))
    skin = _mixed((0.70, 0.76, 0.28), (0.82, 0.52, 0.26), blush + 0.05 * _waves(x, y, rng, 6.0, 9))
    near = 1 / (1 + np.exp((y - 182.0) / 9.0))
    nx = near * (x - 411.0) / 26.0 + (1 - near) * (x - 404.0) / 44.0
    ny = near * np.clip((y - 165.0) / 30.0, -0.8, 0.1) + (1 - near) * (y - 216.0) / 44.0
    return _shaded(skin, np.clip(nx, -1, 1), np.clip(ny, -1, 1), 0.30)


PAINTS = {2: _leaf_paint, 3: _vase_paint, 4: _book_paint, 5: _orange_paint, 6: _pear_paint}
