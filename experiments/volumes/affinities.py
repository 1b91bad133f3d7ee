"""Affinities at several distances: the watershed alone, and with default weights."""

from __future__ import annotations

from statistics import mean
from typing import Any

import numpy as np

import frenemy as fr
from experiments.volumes.methods import largest_between
from frenemy.affinity.volume import cell_volume
from harness.progress import with_progress
from harness.results_file import ResultsFile
from harness.tables import Column, Table

COLUMNS = ("broken", "seed", *(f"{key} {of}" for of in ("watershed", "default") for key in ("error", "split", "merge")))
_BROKEN = (0.1, 0.3)
_SEEDS = (801, 802, 803, 804)
_SIDE = 72
_OFFSETS = [tuple(-step * int(k == axis) for k in range(3)) for step in (1, 4, 9) for axis in range(3)]


def measured(results: ResultsFile) -> None:
    for broken, seed in with_progress(results.left([(b, s) for b in _BROKEN for s in _SEEDS]), "affinities"):
        boundaries, truth = cell_volume((_SIDE,) * 3, broken=broken, seed=seed)
        affinities = np.stack([1.0 - largest_between(boundaries, offset) for offset in _OFFSETS]).astype(np.float32)
        found = fr.segment_volume(affinities, offsets=_OFFSETS, threads=1)
        row: dict[str, Any] = {"broken": broken, "seed": seed}
        for of, labels in (("watershed", found.supervoxels), ("default", found.labels)):
            halves = fr.metrics.split_and_merge(labels, truth)
            row[f"error {of}"] = fr.metrics.adapted_rand_error(labels, truth)
            row[f"split {of}"], row[f"merge {of}"] = halves.split, halves.merge
        results.add(row)


def table(rows: list[dict[str, Any]]) -> Table:
    means = [
        {"broken": broken} | {key: mean(row[key] for row in rows if row["broken"] == broken) for key in COLUMNS[2:]}
        for broken in _BROKEN
    ]
    return Table(
        title="Affinities",
        aim=(
            f"Means over {len(_SEEDS)} made-up volumes of {_SIDE} voxels along each axis, from affinities at 1, 4 and "
            "9 voxels along each axis. Adapted Rand error and variation of information in bits."
        ),
        columns=(
            Column("broken", "share of faint membranes", ".1f"),
            *(
                Column(f"{key} {of}", f"{name}: {heading}" if key == "error" else heading, ".3f")
                for of, name in (("watershed", "watershed alone"), ("default", "default weights"))
                for key, heading in (("error", "Rand error"), ("split", "VI split"), ("merge", "VI merge"))
            ),
        ),
        rows=means,
    )
