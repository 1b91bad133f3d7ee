"""Every method on every picture, as a person corrects it stroke by stroke."""

from __future__ import annotations

import sys
import time
from functools import cache
from typing import Any

from experiments.segmentation.data.cases import REPORTED, Scene, plans
from experiments.segmentation.data.protocol import load, protocol
from experiments.segmentation.picture_rows import PictureRows, chosen_methods, chosen_pictures
from experiments.settings import Settings
from experiments.strokes_by_need.figures import draw
from experiments.strokes_by_need.methods import BOUNDARIES_ONLY, Responder, methods
from experiments.strokes_by_need.tables import tables
from harness.folders import SHARED
from harness.progress import print_note
from harness.results_file import Row
from harness.tables import Table

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
    names, _ = chosen_methods(settings, known)
    found = chosen_pictures(settings, plans(settings.quick), sets=() if settings.quick else (REPORTED,))
    hands = list(HANDS)[:1] if settings.quick else list(HANDS)
    keys = [(one.group, one.name, hand, name) for one in found for hand in hands for name in names]
    n_strokes = QUICK_STROKES if settings.quick else N_STROKES

    def report(rows: list[Row]) -> list[Table]:
        draw(settings, rows, known)
        return tables(rows, names, known)

    return PictureRows(
        COLUMNS,
        measure=lambda scene, hand, name: measured(scene, hand, name, known, n_strokes),
        describe=lambda hand: f"({hand})",
        report=report,
    ).run(settings, found, keys)


@cache
def person() -> Any:
    """The module of the protocol, which imports ``strokes``."""
    sys.modules.setdefault("strokes", protocol())
    return load("strokes_by_need_protocol", FILE)


def measured(scene: Scene, hand: str, name: str, known: dict[str, Responder], n_strokes: int) -> Row:
    """Covering after each stroke, and times."""
    jitter, wrong = HANDS[hand]
    kinds = ("boundary",) if name in BOUNDARIES_ONLY else ("boundary", "join")
    respond = known[name].call(scene.picture)
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
