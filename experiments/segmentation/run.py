"""Every method on every picture with strokes on a share of its boundaries, row by row."""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from experiments import page
from experiments.progress import say, shown
from experiments.results_file import ResultsFile, Row
from experiments.segmentation.cases import GENERATED, QUICK_SHARES, SHARES, WITH_OTHERS, Plan, Scene, plans
from experiments.segmentation.edges import LabelMap, Strokes
from experiments.segmentation.figures import draw
from experiments.segmentation.method import Method
from experiments.segmentation.methods import HUMAN, OURS, methods, warm_up
from experiments.segmentation.protocol import protocol
from experiments.segmentation.scores import scores
from experiments.segmentation.sheet import draw_sheet
from experiments.segmentation.tables import tables
from experiments.settings import Settings

KEYS = ("set", "picture", "share", "method")
SCORES = ("covering", "ari", "boundary_f", "undrawn_f", "k", "k_found", "k_error")
SCALE = 0.5  # of width and height, for the paper's recipe
COLUMNS = (*KEYS, *SCORES, "cpu_seconds", "wall_seconds")

Key = tuple[Any, ...]


def run(settings: Settings) -> list[Row]:
    """The rows of what was asked for; the file may have others."""
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
    if settings.anew:
        results.drop(key for key in keys if key[3].startswith(settings.anew))
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


def _chosen(settings: Settings, known: dict[str, Method]) -> tuple[list[str], dict[str, str]]:
    """Names of methods to measure, and why others are not; a name stands for all that begin with it."""
    everything = [*known, HUMAN]
    for asked in (*settings.methods, *settings.anew):
        if not any(name.startswith(asked) for name in everything):
            sys.exit(f"segmentation: no method is called {asked!r}; there are {', '.join(everything)}")
    wanted = [name for name in everything if not settings.methods or name.startswith(settings.methods)]
    left_out = {name: why for name in wanted if name in known and (why := known[name].missing) is not None}
    for name, why in left_out.items():
        say(f"{name} left out: {why}")
    return [name for name in wanted if name not in left_out], left_out


def _first(found: Sequence[Plan], settings: Settings) -> list[Plan]:
    """So many of each set, and only of the sets that were asked for."""
    groups = dict.fromkeys(one.group for one in found)
    wanted = [group for group in groups if not settings.sets or group.startswith(settings.sets)]
    return [one for group in wanted for one in [plan for plan in found if plan.group == group][: settings.n_pictures]]


# -------------------------------------------------------------------------------------------------------- measurements


def _measure(
    settings: Settings, results: ResultsFile, found: Sequence[Plan], keys: Sequence[Key], known: dict[str, Method]
) -> list[str]:
    """Add the rows that are not there yet; what failed is told and returned, Ctrl-C ends it with what there is."""
    left = results.left(keys)
    by_name = {(one.group, one.name): one for one in found}
    scene_of = lru_cache(1)(lambda key: by_name[key].load())
    failures = []
    try:
        warm_up(settings.quick, sorted({key[3] for key in left}))
        for group, picture, share, name in shown(left, "segmentation"):
            scene = scene_of((group, picture))
            try:
                row = measured(scene, share, name, known)
            except (OSError, ValueError, RuntimeError, MemoryError) as error:
                failures.append(f"{name} failed on {group} {picture} at {share:g}: {error}")
                say(failures[-1])
                continue
            results.add({"set": group, "picture": picture, "share": share, "method": name} | row)
    except KeyboardInterrupt:
        failures.append("stopped before the end; the same command goes on from here")
    return failures


def measured(scene: Scene, share: float, name: str, known: dict[str, Method]) -> Row:
    """Scores and times; of other humans, the means over all of them."""
    strokes = scene.strokes(share)
    if name == HUMAN:
        return _means([scored(scene, other, strokes) for other in scene.others]) | dict.fromkeys(
            ("cpu_seconds", "wall_seconds"), 0.0
        )
    wall, cpu = time.perf_counter(), time.process_time()
    labels = known[name].segment(scene.picture, strokes)
    cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
    return scored(scene, labels, strokes) | {"cpu_seconds": cpu, "wall_seconds": wall}


def scored(scene: Scene, labels: LabelMap, strokes: Strokes) -> Row:
    """By the protocol, or by the same scores of ours where that is not there."""
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
