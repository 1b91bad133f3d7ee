"""From the end of a stroke to the new segmentation: time of each stage."""

from __future__ import annotations

import os
import statistics
import time
from collections.abc import Callable, Iterator
from typing import Any

import frenemy as fr
from benchmarks.options import Options
from frenemy.apps.segmentation import sample
from harness.measure.fresh_process import Cpu, Measured, fresh
from harness.tables import Column, Row, Table

#: Width of the sample picture, which is 3 : 2, and seconds that the first and each further stroke may take.
SIZES: dict[str, tuple[int, float, float]] = {
    "0.1 MP": (387, 0.5, 0.3),
    "0.5 MP": (866, 1.0, 1.0),
    "8 MP": (3464, 5.0, 5.0),
}
QUICK_SIZES = {"0.02 MP": (174, 0.5, 0.3)}
N_FURTHER = 5  # strokes that are added one by one when all others are drawn
OVERLAY = "overlay"


def tables(options: Options) -> Iterator[Table]:
    sizes = QUICK_SIZES if options.quick else SIZES
    sizes = {name: sizes[name] for name in options.chosen(sizes)}
    runs = {name: fresh(measure, width=width, repeats=options.repeats) for name, (width, _, _) in sizes.items()}
    if runs:
        yield _summary(sizes, runs, options.repeats)
        yield _stages(runs)


def _summary(sizes: dict[str, tuple[int, float, float]], runs: dict[str, Measured], repeats: int) -> Table:
    rows: list[Row] = []
    for name, (_, first, further) in sizes.items():
        rows.append({"picture": name, "first_aim": first, "further_aim": further} | runs[name])
    return Table(
        title="Pen-up to overlay",
        aim=(
            "The sample picture at several sizes: the first stroke on it, and one more when all but a few are drawn "
            f"(median of {N_FURTHER}); labels and overlay included, what is loaded once per program not. Median of "
            f"{repeats} processes, on as many threads as there are processors. "
            f"Load when done: {os.getloadavg()[0]:.1f}."
        ),
        columns=(
            Column("picture", "picture"),
            Column("strokes", "strokes", ".0f"),
            Column("first_wall", "first, s", ".2f"),
            Column("first_cpu", "CPU s", ".2f"),
            Column("first_aim", "aim", "g"),
            Column("further_wall", "further, s", ".2f"),
            Column("further_cpu", "CPU s", ".2f"),
            Column("further_aim", "aim", "g"),
            Column("objects", "objects", ".0f"),
            Column("peak_mb", "peak MB", ",.0f"),
        ),
        rows=rows,
    )


def _stages(runs: dict[str, Measured]) -> Table:
    rows: list[Row] = []
    for name, run in runs.items():
        stages = [key.removeprefix("first: ") for key in run if key.startswith("first: ")]
        stages += [key.removeprefix("further: ") for key in run if key.startswith("further: ")]
        for stage in dict.fromkeys(stages):
            rows.append(
                {
                    "picture": name,
                    "stage": stage,
                    "first": run.get(f"first: {stage}"),
                    "further": run.get(f"further: {stage}"),
                }
            )
    return Table(
        title="Stages",
        aim="Wall-clock milliseconds of each, of the first stroke and of a further one.",
        columns=(
            Column("picture", "picture"),
            Column("stage", "stage"),
            Column("first", "first, ms", ".1f"),
            Column("further", "further, ms", ".1f"),
        ),
        rows=rows,
    )


# -------------------------------------------------------------------------------------------------------- measurements


def measure(width: int) -> Measured:
    _timed(lambda: fr.segment(sample.picture(60), sample.strokes(60)))  # what is loaded once
    picture, strokes = sample.picture(width), sample.strokes(width)
    found, first = _timed(lambda: fr.segment(picture, strokes[:1]))
    n_before = max(1, len(strokes) - N_FURTHER)
    found = found.add(*strokes[1:n_before])
    further = []
    for stroke in strokes[n_before:]:
        found, one = _timed(lambda before=found, stroke=stroke: before.add(stroke))
        further.append(one)
    return {
        "strokes": len(strokes),
        "objects": found.n_objects,
        **{f"first{key}": value for key, value in first.items()},
        **{f"further{key}": _median([one.get(key) for one in further]) for key in further[-1]},
    }


def _timed(edit: Callable[[], Any]) -> tuple[Any, Measured]:
    """The result of the edit, seconds until its overlay, and stages in milliseconds."""
    begin = time.perf_counter()
    with Cpu() as cpu:
        found = edit()
        edited = time.perf_counter()
        found.overlay()
    end = time.perf_counter()
    stages = {f": {stage}": 1e3 * seconds for stage, seconds in found.seconds.items()}
    return found, {"_wall": end - begin, "_cpu": cpu.seconds} | stages | {f": {OVERLAY}": 1e3 * (end - edited)}


def _median(values: list[float | None]) -> float:
    return statistics.median(value for value in values if value is not None)
