"""Every method on every picture with strokes on a share of its boundaries, row by row."""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Sequence
from functools import lru_cache

from experiments import page
from experiments.rows import Key, check_methods, measure_rows
from experiments.segmentation.data.cases import GENERATED, QUICK_SHARES, SHARES, WITH_OTHERS, Plan, Scene, plans
from experiments.segmentation.data.edges import LabelMap, Strokes
from experiments.segmentation.data.protocol import protocol
from experiments.segmentation.data.scores import scores
from experiments.segmentation.figures import draw
from experiments.segmentation.methods.method import PictureMethod
from experiments.segmentation.methods.methods import HUMAN, OURS, methods, warm_up
from experiments.segmentation.sheet import draw_sheet
from experiments.segmentation.tables import tables
from experiments.settings import Settings
from harness.progress import print_note
from harness.results_file import ResultsFile, Row

KEYS = ("set", "picture", "share", "method")
SCORES = ("covering", "ari", "boundary_f", "undrawn_f", "k", "k_found", "k_error")
SCALE = 0.5  # of width and height, for the paper's recipe
COLUMNS = (*KEYS, *SCORES, "cpu_seconds", "wall_seconds")


def run(settings: Settings) -> list[Row]:
    """Return the rows of this run; the file may have others."""
    known = methods(quick=settings.quick, scale=_scale(settings))
    names, left_out = _chosen(settings, known)
    found = _first(plans(settings.quick), settings)
    if not found:
        sys.exit("segmentation: nothing to measure; --quick measures a generated picture")
    shares = QUICK_SHARES if settings.quick else SHARES
    keys = [
        (one.group, one.name, share, name)
        for one in found
        for share in shares
        for name in names
        if name != HUMAN or one.group in WITH_OTHERS
    ]
    results = ResultsFile(settings.out / "segmentation.csv", COLUMNS, n_keys=len(KEYS), fresh=settings.fresh)
    if settings.again:
        results.drop(key for key in keys if key[3].startswith(settings.again))
    failures = _measure(settings, results, found, keys, known)

    rows = results.of(keys)
    if not rows:
        sys.exit("segmentation: nothing was measured")
    draw(settings, rows, known)
    if OURS in names:
        draw_sheet(settings)
    page.write(
        settings,
        tables(rows, [name for name in names if name not in left_out], known, left_out),
        results=[results],
        seconds=sum(row["wall_seconds"] for row in rows),
    )
    if failures:
        sys.exit("segmentation: " + "; ".join(failures))
    return rows


def _scale(settings: Settings) -> float:
    if settings.scale is not None:
        return settings.scale
    return 1.0 if settings.quick else SCALE


def _chosen(settings: Settings, known: dict[str, PictureMethod]) -> tuple[list[str], dict[str, str]]:
    """Names of methods to measure, and why others are left out."""
    everything = [*known, HUMAN]
    check_methods(settings, everything)
    wanted = [name for name in everything if not settings.methods or name.startswith(settings.methods)]
    left_out = {name: why for name in wanted if name in known and (why := known[name].missing) is not None}
    for name, why in left_out.items():
        print_note(f"{name} left out: {why}")
    return [name for name in wanted if name not in left_out], left_out


def _first(found: Sequence[Plan], settings: Settings) -> list[Plan]:
    """The first pictures of each chosen set."""
    groups = dict.fromkeys(one.group for one in found)
    wanted = [group for group in groups if not settings.sets or group.startswith(settings.sets)]
    return [one for group in wanted for one in [plan for plan in found if plan.group == group][: settings.n_pictures]]


# -------------------------------------------------------------------------------------------------------- measurements


def _measure(
    settings: Settings,
    results: ResultsFile,
    found: Sequence[Plan],
    keys: Sequence[Key],
    known: dict[str, PictureMethod],
) -> list[str]:
    """Add the missing rows; return a message for each failure."""
    left = results.left(keys)
    by_name = {(one.group, one.name): one for one in found}
    scene_of = lru_cache(1)(lambda group, picture: by_name[group, picture].load())
    try:
        warm_up(settings.quick, sorted({key[3] for key in left}))
    except KeyboardInterrupt:
        return ["stopped before the first row"]
    return measure_rows(
        left,
        settings.name,
        measure=lambda key: measured(scene_of(*key[:2]), *key[2:], known),
        add=lambda key, row: results.add(dict(zip(KEYS, key, strict=True)) | row),
        describe=lambda key: f"{key[3]} failed on {key[0]} {key[1]} at {key[2]:g}",
    )


def measured(scene: Scene, share: float, name: str, known: dict[str, PictureMethod]) -> Row:
    """Scores and times; for other humans, means over all of them."""
    strokes = scene.strokes(share)
    if name == HUMAN:
        return _means([scored(scene, other, strokes) for other in scene.others]) | dict.fromkeys(
            ("cpu_seconds", "wall_seconds"), 0.0
        )
    wall, cpu = time.perf_counter(), time.process_time()
    labels = known[name].call(scene.picture, strokes)
    cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
    return scored(scene, labels, strokes) | {"cpu_seconds": cpu, "wall_seconds": wall}


def scored(scene: Scene, labels: LabelMap, strokes: Strokes) -> Row:
    """By the protocol, or by our version of its scores for the generated picture."""
    if scene.group == GENERATED:
        return {"undrawn_f": None} | scores(scene.reference, labels)
    found = protocol().score(scene.reference, labels, strokes)
    theirs = {
        "covering": "cov",
        "ari": "ari",
        "boundary_f": "F",
        "undrawn_f": "F_off",
        "k": "k",
        "k_found": "kp",
        "k_error": "dk",
    }
    return {ours: found[their] for ours, their in theirs.items()}


def _means(rows: Sequence[Row]) -> Row:
    return {key: statistics.mean(row[key] for row in rows) for key in SCORES}
