"""Boundary maps of many kinds, with no setting for any: half of the kinds and sections chose the defaults."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import mean
from typing import Any

import numpy as np
from scipy import ndimage

import frenemy as fr
from experiments.volumes import membranes
from experiments.volumes.methods import untuned
from frenemy.affinity.volume import cell_volume
from harness.progress import with_progress
from harness.tables import Column, Row, Table

COLUMNS = ("half", "map", "method", "rand_error", "split", "merge")
_SETS = {"isbi": "sections, classifier", "ridge": "sections, ridge filter", "grey": "sections, darkness"}

Map = tuple[np.ndarray, np.ndarray]


def measured() -> Iterator[dict[str, Any]]:
    maps = {(half, name): volume for half, name, volume in _maps()}
    for half, name in with_progress(list(maps), "kinds of maps"):
        boundaries, truth = maps[half, name]
        for method, labels_of in untuned().items():
            labels = labels_of(np.clip(boundaries, 0.0, 1.0).astype(np.float32))
            halves = fr.metrics.split_and_merge(labels, truth)
            error = fr.metrics.adapted_rand_error(labels, truth)
            yield dict(zip(COLUMNS, (half, name, method, error, halves.split, halves.merge), strict=True))


def _maps() -> Iterator[tuple[str, str, Map]]:
    for half, made in (("tuned", _tuned_on()), ("reported", _reported())):
        for name, volume in made.items():
            yield half, name, volume
    if not membranes.FOLDER.is_dir():
        return
    for half, sections in zip(("tuned", "reported"), membranes.sections(), strict=True):
        for section in sections:
            grey = membranes.grey("image", section.number)
            yield half, f"isbi {section.number}", (section.boundaries, section.truth)
            yield half, f"ridge {section.number}", (_ridges(grey), section.truth)
            yield half, f"grey {section.number}", (1.0 - ndimage.gaussian_filter(grey, 1.5), section.truth)


def _tuned_on() -> dict[str, Map]:
    blurred, truth = _cells(8, broken=0.1)
    return {
        "plain": _cells(1),
        "many faint": _cells(2, broken=0.4),
        "noisy": _cells(3, broken=0.0, noise=0.3),
        "thin": _cells(4, thickness=0.8, noise=0.1),
        "small cells": cell_volume((80,) * 3, cell_size=14, broken=0.1, noise=0.03, seed=5),
        "low contrast": _changed(_cells(6, broken=0.1), lambda b: 0.35 + 0.25 * b),
        "squared": _changed(_cells(7, broken=0.1, noise=0.1), np.square),
        "blurred": (ndimage.gaussian_filter(blurred, 2), truth),
        "picture": cell_volume((512, 512), cell_size=30, seed=9),
        "vesicles": _with_vesicles(_cells(10, broken=0.1, noise=0.05), n=60, strength=0.6),
    }


def _reported() -> dict[str, Map]:
    rng = np.random.default_rng(7)
    thick = cell_volume((128,) * 3, broken=0.15, seed=705)
    long_cells = cell_volume((96, 48, 96), cell_size=20, noise=0.0, seed=709)
    return {
        "larger": cell_volume((160,) * 3, seed=701),
        "thick": _cells(702, thickness=3.0, broken=0.3),
        "square root": _changed(_cells(703, broken=0.15), np.sqrt),
        "correlated noise": _changed(
            _cells(704, broken=0.15, noise=0.1),
            lambda b: b + 0.6 * ndimage.gaussian_filter(rng.normal(size=b.shape), 2),
        ),
        "thick sections": (thick.boundaries[::4], thick.truth[::4]),
        "faint picture": cell_volume((512, 512), cell_size=22, thickness=1.2, broken=0.3, noise=0.2, seed=706),
        "uneven background": _changed(
            _cells(707, noise=0.3), lambda b: 0.6 * b + np.linspace(0, 0.4, 96)[:, None, None]
        ),
        "many vesicles": _with_vesicles(_cells(708, broken=0.05, noise=0.05), n=150, strength=0.8),
        "long cells": (
            np.repeat(long_cells.boundaries, 2, axis=1) + rng.normal(0.0, 0.15, (96, 96, 96)),
            np.repeat(long_cells.truth, 2, axis=1),
        ),
    }


def _cells(seed: int, **settings: float) -> Map:
    return cell_volume((96,) * 3, seed=seed, **settings)


def _changed(volume: Map, change: Any) -> Map:
    return change(volume[0]), volume[1]


def _with_vesicles(volume: Map, *, n: int, strength: float) -> Map:
    """Bright shells inside of cells, which are no boundaries."""
    boundaries, truth = volume
    rng = np.random.default_rng(n)
    is_center = np.zeros(boundaries.shape, bool)
    is_center[tuple(rng.integers(0, side, n) for side in boundaries.shape)] = True
    distance = ndimage.distance_transform_edt(~is_center)
    shells = strength * np.exp(-0.5 * ((distance - 3.0) / 1.2) ** 2) * rng.uniform(0.5, 1.0)
    return np.maximum(boundaries, shells), truth


def _ridges(grey: np.ndarray) -> np.ndarray:
    """The larger curvature of dark lines, a filter without any learning."""
    smooth = ndimage.gaussian_filter(grey, 2)
    xx, yy, xy = (ndimage.gaussian_filter(smooth, 1, order=order) for order in ((0, 2), (2, 0), (1, 1)))
    ridges = np.clip((xx + yy) / 2 + np.hypot((xx - yy) / 2, xy), 0.0, None)
    return np.clip(ridges / np.quantile(ridges, 0.999), 0.0, 1.0)


def tables(rows: list[dict[str, Any]]) -> list[Table]:
    """Means over the maps of each half and set."""
    return [_table(half, [row for row in rows if row["half"] == half]) for half in ("reported", "tuned")]


def _table(half: str, rows: list[dict[str, Any]]) -> Table:
    sets = dict.fromkeys(_set_of(row["map"]) for row in rows)
    shown: list[Row] = []
    for name in dict.fromkeys(row["method"] for row in rows):
        own = [row for row in rows if row["method"] == name]
        line: dict[str, Any] = {"method": name}
        for key in sets:
            part = [row for row in own if _set_of(row["map"]) == key]
            line[f"{key} error"] = mean(row["rand_error"] for row in part)
            line[f"{key} vi"] = mean(row["split"] + row["merge"] for row in part)
        shown.append(line)
    return Table(
        title=f"Maps of many kinds, {half}",
        aim="Means of adapted Rand error and variation of information (bits); lower is better. Nothing is set per map.",
        columns=(
            Column("method", "method"),
            *(
                column
                for key in sets
                for column in (Column(f"{key} error", f"{key}: Rand error", ".3f"), Column(f"{key} vi", "VI", ".2f"))
            ),
        ),
        rows=shown,
    )


def _set_of(name: str) -> str:
    return _SETS.get(name.split()[0], "made up")
