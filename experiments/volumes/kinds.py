"""Boundary maps of many kinds, with no setting for any.

Half of the kinds and sections chose the defaults, another half is reported, and the kinds of that half are made once
more with seeds that nobody had looked at when the defaults were chosen.
"""

from __future__ import annotations

from collections import Counter
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
from harness.results_file import ResultsFile
from harness.tables import Column, Row, Table

COLUMNS = ("half", "map", "method", "rand_error", "split", "merge")
_SETS = {"isbi": "sections, classifier", "ridge": "sections, ridge filter", "grey": "sections, darkness"}

Map = tuple[np.ndarray, np.ndarray]


def measured(results: ResultsFile) -> None:
    maps = {(half, name): volume for half, name, volume in _maps()}
    done = {(row["half"], row["map"]) for row in results.rows}
    for half, name in with_progress([key for key in maps if key not in done], "kinds of maps"):
        boundaries, truth = maps[half, name]
        rows = []
        for method, labels_of in untuned(np.clip(boundaries, 0.0, 1.0).astype(np.float32)).items():
            labels = labels_of()
            halves = fr.metrics.split_and_merge(labels, truth)
            error = fr.metrics.adapted_rand_error(labels, truth)
            rows.append(dict(zip(COLUMNS, (half, name, method, error, halves.split, halves.merge), strict=True)))
        for row in rows:
            results.add(row)


def _maps() -> Iterator[tuple[str, str, Map]]:
    made = {"tuned": _tuned_on(), "reported": _reported(), "new seeds": _reported(5000) | _reported(6000)}
    for half, maps in made.items():
        for name, volume in maps.items():
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
    rng = np.random.default_rng(11)
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
        **{f"thick {seed}": _cells(seed, thickness=2.5, broken=0.25) for seed in (21, 22)},
        **{f"faint picture {seed}": cell_volume((512, 512), cell_size=26, broken=0.25, seed=seed) for seed in (23, 24)},
        **{f"long cells {seed}": _long_cells(seed, 2, 0.1, rng) for seed in (25, 26)},
        **{f"larger {seed}": cell_volume((128,) * 3, seed=seed) for seed in (27, 28)},
        "largest": cell_volume((192,) * 3, seed=29),
    }


def _reported(more: int = 0) -> dict[str, Map]:
    """The reported kinds; ``more`` is added to the seeds, and shown."""
    rng = np.random.default_rng(7 + more)
    thick = cell_volume((128,) * 3, broken=0.15, seed=705 + more)
    picture = {"cell_size": 22, "thickness": 1.2, "broken": 0.3, "noise": 0.2}
    made = {
        "larger": cell_volume((160,) * 3, seed=701 + more),
        "thick": _cells(702 + more, thickness=3.0, broken=0.3),
        "square root": _changed(_cells(703 + more, broken=0.15), np.sqrt),
        "correlated noise": _changed(
            _cells(704 + more, broken=0.15, noise=0.1),
            lambda b: b + 0.6 * ndimage.gaussian_filter(rng.normal(size=b.shape), 2),
        ),
        "thick sections": (thick.boundaries[::4], thick.truth[::4]),
        "faint picture": cell_volume((512, 512), seed=706 + more, **picture),
        "uneven background": _changed(
            _cells(707 + more, noise=0.3), lambda b: 0.6 * b + np.linspace(0, 0.4, 96)[:, None, None]
        ),
        "many vesicles": _with_vesicles(_cells(708 + more, broken=0.05, noise=0.05), n=150, strength=0.8),
        "long cells": _long_cells(709 + more, 1, 0.15, rng),
    }
    return {f"{name} +{more}" if more else name: volume for name, volume in made.items()}


def _long_cells(seed: int, axis: int, noise: float, rng: np.random.Generator) -> Map:
    """Cells twice as long along an axis."""
    short = cell_volume(tuple(48 if k == axis else 96 for k in range(3)), cell_size=20, noise=0.0, seed=seed)
    boundaries, truth = (np.repeat(part, 2, axis=axis) for part in short)
    return boundaries + rng.normal(0.0, noise, boundaries.shape), truth


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


_WATERSHED, _DEFAULT = "watershed alone", "frenemy, default"


def tables(rows: list[dict[str, Any]]) -> list[Table]:
    """Means over the maps of each half and set, and the made-up maps that chose nothing one by one."""
    halves = {half: [row for row in rows if row["half"] == half] for half in ("reported", "new seeds", "tuned")}
    return [*(_table(half, own) for half, own in halves.items()), _one_by_one(halves["reported"] + halves["new seeds"])]


def _one_by_one(rows: list[dict[str, Any]]) -> Table:
    shown: dict[str, Row] = {}
    for row in rows:
        if row["method"] in (_WATERSHED, _DEFAULT) and _set_of(row["map"]) == "made up":
            line = shown.setdefault(row["map"], {"map": row["map"]})
            line[f"{row['method']} error"] = row["rand_error"]
            line[f"{row['method']} vi"] = row["split"] + row["merge"]
    return Table(
        title="Made-up maps, one by one",
        aim=(
            "Adapted Rand error and variation of information (bits) of the watershed and the default weights; with +, "
            "seeds that nobody had looked at when the defaults were chosen."
        ),
        columns=(
            Column("map", "map"),
            *(
                column
                for name in (_WATERSHED, _DEFAULT)
                for column in (Column(f"{name} error", f"{name}: Rand error", ".3f"), Column(f"{name} vi", "VI", ".2f"))
            ),
        ),
        rows=list(shown.values()),
    )


def _table(half: str, rows: list[dict[str, Any]]) -> Table:
    sets = dict.fromkeys(_set_of(row["map"]) for row in rows)
    n_maps = Counter(_set_of(row["map"]) for row in rows if row["method"] == _WATERSHED)
    shown: list[Row] = []
    for name in dict.fromkeys(row["method"] for row in rows):
        own = [row for row in rows if row["method"] == name]
        line: dict[str, Any] = {"method": name}
        for key in sets:
            part = [row for row in own if _set_of(row["map"]) == key]
            if len(part) == n_maps[key]:
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
