"""Every method on every draw, row by row."""

from __future__ import annotations

import json
import statistics
import sys
from collections.abc import Mapping, Sequence
from functools import lru_cache

from experiments import page
from experiments.faces.data.draws import Draw
from experiments.faces.figures import draw_figures
from experiments.faces.groups import groups
from experiments.faces.measures.group import Group
from experiments.faces.measures.sheet import KEYS
from experiments.faces.measures.solver_measure import EXPAND, EXPAND_NODES
from experiments.faces.tables import summary, tables
from experiments.rows import Key, check_methods, measure_rows
from experiments.settings import Settings
from harness.progress import print_note
from harness.results_file import ResultsFile, Row

#: The file of each set, by its name; many share one.
Files = Mapping[str, ResultsFile]


def run(settings: Settings) -> list[Row]:
    """Return the rows of this run; the files may have others."""
    found, left_out = groups(settings)
    found = [group for group in found if not settings.sets or group.name.startswith(settings.sets)]
    if not found:
        sys.exit("faces: nothing to measure; --quick measures generated people, --data a folder of person folders")
    for name, why in left_out.items():
        print_note(f"{name} left out: {why}")
    keys = _keys(found, settings)
    files = _files(found, settings)
    results = list(dict.fromkeys(files.values()))
    if settings.again:
        for file in results:
            file.drop(key for key in keys if key[3].startswith(settings.again))
    failures = _measure(files, found, keys)

    rows = [row for file in results for row in file.of(keys)]
    if not rows:
        sys.exit("faces: nothing was measured")
    draw_figures(settings, rows, found)
    (settings.out / "faces.json").write_text(json.dumps(summary(rows, found), indent=1), encoding="utf-8")
    page.write(
        settings,
        tables(rows, found, left_out),
        results=results,
        seconds=sum(row["cpu_seconds"] for row in rows) + _learning(rows),
    )
    if failures:
        sys.exit("faces: " + "; ".join(failures))
    return rows


def _files(found: Sequence[Group], settings: Settings) -> Files:
    by_sheet = {
        sheet: ResultsFile(settings.out / f"{sheet.name}.csv", sheet.columns, n_keys=len(KEYS), fresh=settings.fresh)
        for sheet in dict.fromkeys(group.sheet for group in found)
    }
    return {group.name: by_sheet[group.sheet] for group in found}


def _keys(found: Sequence[Group], settings: Settings) -> list[Key]:
    """Draw by draw, so that an interrupted run has some of everything."""
    everything = dict.fromkeys(name for group in found for name in group.methods)
    check_methods(settings, everything)
    return [
        (group.name, k, draw, name)
        for draw in range(max(group.n_draws for group in found))
        for group in found
        if draw < group.n_draws
        for k in group.ks
        for name, method in group.methods.items()
        if not settings.methods or name.startswith(settings.methods)
        if method.missing is None
        if method.max_draws is None or draw < method.max_draws
    ]


def _measure(files: Files, found: Sequence[Group], keys: Sequence[Key]) -> list[str]:
    """Add the missing rows; return a message for each failure."""
    by_name = {group.name: group for group in found}

    @lru_cache(1)
    def drawn(group: str, k: int, draw: int) -> Draw:
        return by_name[group].plan.draw(k, draw)

    def measured(key: Key) -> Row | None:
        name, k, number, method = key
        draw = drawn(name, k, number)
        if method == EXPAND and len(draw.test.classes) > EXPAND_NODES:
            return None
        return by_name[name].measure(draw, method, number)

    left = {key for file in set(files.values()) for key in file.left(key for key in keys if files[key[0]] is file)}
    return measure_rows(
        [key for key in keys if key in left],
        "faces",
        measured,
        add=lambda key, row: files[key[0]].add(dict(zip(KEYS, key, strict=True)) | row),
        describe=lambda key: f"{key[3]} failed on {key[0]}, k = {key[1]}, draw {key[2]}",
    )


def _learning(rows: Sequence[Row]) -> float:
    """Learning serves many draws of one set: the mean of those with the same learning."""
    by_lesson: dict[Key, list[float]] = {}
    for row in rows:
        by_lesson.setdefault((row["method"], row["learn_seconds"]), []).append(row["learn_seconds"])
    return sum(statistics.mean(seconds) for seconds in by_lesson.values())
