"""Every method on every picture, as a person corrects it stroke by stroke."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any

from experiments import page
from experiments.rows import Key, check_methods, measure_rows
from experiments.segmentation.data.cases import REPORTED, Plan, plans
from experiments.segmentation.data.protocol import load, protocol
from experiments.settings import Settings
from experiments.strokes_by_need.figures import draw
from experiments.strokes_by_need.methods import BOUNDARIES_ONLY, Responder, methods
from experiments.strokes_by_need.tables import tables
from harness.folders import SHARED
from harness.progress import print_note
from harness.results_file import ResultsFile, Row

FILE = SHARED / "tools" / "strokes_by_need.py"
N_STROKES, QUICK_STROKES = 32, 4
#: How the strokes are drawn: the largest jitter in pixels, and the share drawn in a wrong place.
HANDS = {"steady": (2.0, 0.0), "clumsy": (5.0, 0.0), "10 % misplaced": (2.0, 0.1)}
KEYS = ("set", "picture", "hand", "method")
COLUMNS = (*KEYS, "covering", "boundary_f", "n_boundary", "n_joins", "cpu_seconds", "wall_seconds")


def run(settings: Settings) -> list[Row]:
    """Return the rows of this run; the file may have others."""
    if not FILE.is_file():
        print_note(f"nothing measured: there is no ../{FILE.relative_to(SHARED.parent)}")
        return []
    known = methods()
    check_methods(settings, known)
    names = [name for name in known if not settings.methods or name.startswith(settings.methods)]
    for name in names:
        if known[name].missing is not None:
            print_note(f"{name} left out: {known[name].missing}")
    names = [name for name in names if known[name].missing is None]
    found = _chosen(settings)
    hands = list(HANDS)[:1] if settings.quick else list(HANDS)
    keys = [(one.group, one.name, hand, name) for one in found for hand in hands for name in names]
    results = ResultsFile(settings.out / "strokes_by_need.csv", COLUMNS, n_keys=len(KEYS), fresh=settings.fresh)
    if settings.again:
        results.drop(key for key in keys if key[3].startswith(settings.again))
    failures = _measure(settings, results, found, keys, known)
    rows = results.of(keys)
    if not rows:
        sys.exit("strokes_by_need: nothing was measured")
    draw(settings, rows, known)
    page.write(
        settings, tables(rows, names, known), results=[results], seconds=sum(row["wall_seconds"] for row in rows)
    )
    if failures:
        sys.exit("strokes_by_need: " + "; ".join(failures))
    return rows


def _chosen(settings: Settings) -> list[Plan]:
    """The reported half, or the sets that are named."""
    found = plans(settings.quick)
    wanted = settings.sets or (() if settings.quick else (REPORTED,))
    groups = [one for one in dict.fromkeys(plan.group for plan in found) if not wanted or one.startswith(wanted)]
    return [one for group in groups for one in [plan for plan in found if plan.group == group][: settings.n_pictures]]


@cache
def person() -> Any:
    """The module of the protocol, which imports ``strokes``."""
    sys.modules.setdefault("strokes", protocol())
    return load("strokes_by_need_protocol", FILE)


def _measure(
    settings: Settings,
    results: ResultsFile,
    found: Sequence[Plan],
    keys: Sequence[Key],
    known: dict[str, Responder],
) -> list[str]:
    by_name = {(one.group, one.name): one for one in found}
    scene_of = lru_cache(1)(lambda group, picture: by_name[group, picture].load())
    n_strokes = QUICK_STROKES if settings.quick else N_STROKES

    def measured(key: Key) -> Row:
        scene = scene_of(*key[:2])
        jitter, wrong = HANDS[key[2]]
        kinds = ("boundary",) if key[3] in BOUNDARIES_ONLY else ("boundary", "join")
        respond = known[key[3]].call(scene.picture)
        seconds = [0.0, 0.0]

        def timed(_: Any, *drawn: Any) -> Any:
            wall, cpu = time.perf_counter(), time.process_time()
            labels = respond(*drawn)
            seconds[0] += time.process_time() - cpu
            seconds[1] += time.perf_counter() - wall
            return labels

        trace, strokes, joins = person().run(
            scene.picture, scene.reference, timed, n=n_strokes, kinds=kinds, name=scene.name, amax=jitter, wrong=wrong
        )
        return {
            "covering": " ".join(f"{covering:.4f}" for _, covering, _ in trace),
            "boundary_f": " ".join(f"{boundary_f:.4f}" for _, _, boundary_f in trace),
            "n_boundary": len(strokes),
            "n_joins": len(joins),
            "cpu_seconds": seconds[0] / len(trace),
            "wall_seconds": seconds[1] / len(trace),
        }

    return measure_rows(
        results.left(keys),
        settings.name,
        measure=measured,
        add=lambda key, row: results.add(dict(zip(KEYS, key, strict=True)) | row),
        describe=lambda key: f"{key[3]} failed on {key[0]} {key[1]} ({key[2]})",
    )
