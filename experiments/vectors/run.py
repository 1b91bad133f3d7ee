"""Every method on every set of the panel, row by row."""

from __future__ import annotations

import sys
import time
from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib import import_module

from experiments import page
from experiments.rows import Key, check_methods, measure_rows
from experiments.settings import Settings
from experiments.vectors.data.labeled_rows import LabeledRows
from experiments.vectors.data.panel import PARTS, PanelSet, panel
from experiments.vectors.figures import draw_figure
from experiments.vectors.methods.leiden import leiden_by_resolution
from experiments.vectors.methods.method import VectorMethod
from experiments.vectors.methods.methods import methods
from experiments.vectors.methods.ours import FEW_KNOWN
from experiments.vectors.scores import SCORES, scores
from experiments.vectors.tables import tables
from harness.progress import print_note
from harness.results_file import ResultsFile, Row

KEYS = ("part", "set", "method")
COLUMNS = (*KEYS, *SCORES, "cpu_seconds")


def run(settings: Settings) -> list[Row]:
    """Return the rows of this run; the file may have others."""
    known, by_resolution = methods(), leiden_by_resolution()
    sets, left_out = _sets(settings)
    keys = _keys(sets, known, by_resolution, settings)
    results = ResultsFile(settings.out / "vectors.csv", COLUMNS, n_keys=len(KEYS), fresh=settings.fresh)
    if settings.again:
        results.drop(key for key in keys if key[2].startswith(settings.again))
    failures = _measure(results, keys, sets, known | by_resolution)

    rows = results.of(keys)
    if not rows:
        sys.exit("vectors: nothing was measured")
    draw_figure(settings, rows, known)
    page.write(
        settings,
        tables(rows, sets, known, left_out),
        results=[results],
        seconds=sum(row["cpu_seconds"] for row in rows),
    )
    if failures:
        sys.exit("vectors: " + "; ".join(failures))
    return rows


def _sets(settings: Settings) -> tuple[dict[str, PanelSet], dict[str, str]]:
    """The sets to measure, by name or part, and why others cannot be."""
    everything = panel(quick=settings.quick)
    wanted = {
        name: one
        for name, one in everything.items()
        if not settings.sets or name.startswith(settings.sets) or one.part in settings.sets
    }
    if not wanted:
        there = ", ".join([*PARTS, *everything])
        sys.exit(f"vectors: no set is called {' or '.join(map(repr, settings.sets))}; there are {there}")
    left_out = {name: why for name, one in wanted.items() if (why := one.missing) is not None}
    for name, why in left_out.items():
        print_note(f"{name} left out: {why}")
    return {name: one for name, one in wanted.items() if name not in left_out}, left_out


def _keys(
    sets: Mapping[str, PanelSet],
    known: Mapping[str, VectorMethod],
    by_resolution: Mapping[str, VectorMethod],
    settings: Settings,
) -> list[Key]:
    """Set by set, the tuning part first; only there, Leiden's resolution is chosen."""
    check_methods(settings, [*known, *by_resolution])
    tuning = PARTS[0]
    return [
        (one.part, name, method)
        for name, one in sets.items()
        for method, about in {**known, **(by_resolution if one.part == tuning else {})}.items()
        if not settings.methods or method.startswith(settings.methods)
        if about.missing is None
    ]


def _measure(
    results: ResultsFile, keys: Sequence[Key], sets: Mapping[str, PanelSet], known: Mapping[str, VectorMethod]
) -> list[str]:
    """Add the missing rows; return a message for each failure."""

    @lru_cache(1)
    def loaded(name: str) -> LabeledRows:
        return sets[name].load()

    def measured(key: Key) -> Row | None:
        _, name, method = key
        rows = loaded(name)
        if method == FEW_KNOWN and rows.n_classes < 2:
            return None
        for module in known[method].needs:
            import_module(module)  # not part of its time
        began = time.process_time()
        labels = known[method].call(rows)
        seconds = time.process_time() - began
        return scores(labels, rows) | {"cpu_seconds": seconds}

    return measure_rows(
        results.left(keys),
        "vectors",
        measured,
        add=lambda key, row: results.add(dict(zip(KEYS, key, strict=True)) | row),
        describe=lambda key: f"{key[2]} failed on {key[1]}",
    )
