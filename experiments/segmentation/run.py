"""Every method on every picture with strokes on a share of its boundaries, row by row."""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Sequence

from experiments.segmentation.data.cases import GENERATED, QUICK_SHARES, SHARES, WITH_OTHERS, Scene, plans
from experiments.segmentation.data.edges import LabelMap, Strokes
from experiments.segmentation.data.protocol import protocol
from experiments.segmentation.data.scores import scores
from experiments.segmentation.figures import draw
from experiments.segmentation.methods.method import PictureMethod
from experiments.segmentation.methods.methods import HUMAN, OURS, methods, warm_up
from experiments.segmentation.picture_rows import PictureRows, chosen_methods, chosen_pictures
from experiments.segmentation.sheet import draw_sheet
from experiments.segmentation.tables import tables
from experiments.settings import Settings
from harness.results_file import Row
from harness.tables import Table

KEYS = ("set", "picture", "share", "method")
SCORES = ("covering", "ari", "boundary_f", "undrawn_f", "k", "k_found", "k_error")
SCALE = 0.5  # of width and height, for the paper's recipe
COLUMNS = (*KEYS, *SCORES, "cpu_seconds", "wall_seconds")


def run(settings: Settings) -> list[Row]:
    """Return the rows of this run; the file may have others."""
    known = methods(quick=settings.quick, scale=_scale(settings))
    names, left_out = chosen_methods(settings, known, others=[HUMAN])
    found = chosen_pictures(settings, plans(settings.quick))
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

    def report(rows: list[Row]) -> list[Table]:
        draw(settings, rows, known)
        if OURS in names:
            draw_sheet(settings)
        return tables(rows, names, known, left_out)

    return PictureRows(
        COLUMNS,
        measure=lambda scene, share, name: measured(scene, share, name, known),
        describe=lambda share: f"at {share:g}",
        report=report,
        prepare=lambda used: warm_up(settings.quick, used),
    ).run(settings, found, keys)


def _scale(settings: Settings) -> float:
    if settings.scale is not None:
        return settings.scale
    return 1.0 if settings.quick else SCALE


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
