"""What the soft segmentations of strokes cost: many strokes, one stroke, and strokes of a limited reach."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from benchmarks.options import Options
from benchmarks.pictures.hand_made_parts import photo
from frenemy.affinity.image import soft_segmentations
from frenemy.affinity.image.strokes.stroke import Stroke
from harness.measure.fresh_process import Cpu, Measured, fresh
from harness.tables import Column, Table

SHAPE, QUICK_SHAPE = (321, 481), (48, 64)
LENGTHS = (20.0, 60.0)  # pixels of a stroke
#: Number of strokes, and their reach in pixels; None is the whole picture.
CASES = ((40, None), (1, None), (40, 40))


def tables(options: Options) -> Iterator[Table]:
    shape = QUICK_SHAPE if options.quick else SHAPE
    yield Table(
        title="Soft segmentations",
        aim=(
            f"CPU seconds in one thread for all strokes together, of {LENGTHS[0]:g} to {LENGTHS[1]:g} pixels at random "
            f"places of a generated picture of {shape[1]} x {shape[0]} pixels. Residual: the largest of all strokes, "
            "as a share of the right-hand side."
        ),
        columns=(
            Column("strokes", "strokes", ".0f"),
            Column("reach", "reach"),
            Column("seconds", "CPU s", ".2f"),
            Column("residual", "residual at most", ".0e"),
            Column("peak_mb", "peak MB", ",.0f"),
        ),
        rows=[
            {"strokes": n, "reach": str(reach)}
            | fresh(solved, shape=list(shape), n=n, reach=reach, repeats=options.repeats)
            for n, reach in CASES
        ],
    )


def solved(shape: list[int], n: int, reach: int | None) -> Measured:
    picture = photo((shape[0], shape[1]))
    strokes = strokes_at_random(shape[0], shape[1], n)
    with Cpu() as cpu:
        soft = soft_segmentations(picture, strokes, reach=reach, threads=1)
    return {"seconds": cpu.seconds, "residual": max(one.residual for one in soft)}


def strokes_at_random(height: int, width: int, n: int) -> list[Stroke]:
    """Straight strokes; all of them lie in the picture."""
    rng = np.random.default_rng(0)
    length = np.minimum(rng.uniform(*LENGTHS, n), 0.8 * height)
    angle = rng.uniform(0.0, np.pi, n)
    half = np.column_stack([np.cos(angle), np.sin(angle)]) * length[:, None] / 2.0
    margin = np.abs(half) + 1.0
    middle = margin + rng.random((n, 2)) * (np.array([width - 1.0, height - 1.0]) - 2.0 * margin)
    return [Stroke(np.array([begin, end])) for begin, end in zip(middle - half, middle + half, strict=True)]
