"""Every method on the pairs of every set, as they are and disturbed, row by row."""

from __future__ import annotations

import sys
import time
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from experiments import page
from experiments.progress import say, shown
from experiments.records.conditions import CLEAN, CONDITIONS
from experiments.records.figures import draw_figures
from experiments.records.method import Method
from experiments.records.methods import methods
from experiments.records.pair_sets import CLEAN_ONLY, GENERATED, measurable, pair_set
from experiments.records.scored_pairs import ScoredPairs
from experiments.records.scores import SCORES, scores
from experiments.records.tables import tables
from experiments.results_file import ResultsFile, Row
from experiments.settings import Settings

KEYS = ("set", "condition", "amount", "draw", "method")
COLUMNS = (*KEYS, "n_pairs", "listed_share", *SCORES, "cpu_seconds")
N_DRAWS = 3

Key = tuple[Any, ...]


def run(settings: Settings) -> list[Row]:
    """The rows of what was asked for; the file may have others."""
    known = methods()
    sets, left_out = ([GENERATED], {}) if settings.quick else measurable(settings.out)
    sets = [name for name in sets if not settings.sets or name.startswith(settings.sets)]
    if not sets:
        sys.exit("records: nothing to measure; --quick measures generated pairs")
    for name, why in left_out.items():
        say(f"{name} left out: {why}")
    keys = _keys(sets, known, settings)
    results = ResultsFile(settings.out / "records.csv", COLUMNS, n_keys=len(KEYS), fresh=settings.fresh)
    if settings.anew:
        results.drop(key for key in keys if key[4].startswith(settings.anew))
    failures = _measure(settings, results, keys, known)

    rows = _in_order(results.of(keys), known)
    if not rows:
        sys.exit("records: nothing was measured")
    draw_figures(settings, rows, known)
    pairs = {name: pair_set(name, settings.out) for name in sets}
    page.write(
        settings,
        tables(rows, pairs, known, left_out),
        results=[results],
        seconds=sum(row["cpu_seconds"] for row in rows),
    )
    if failures:
        sys.exit("records: " + "; ".join(failures))
    return rows


def _keys(sets: Sequence[str], known: Mapping[str, Method], settings: Settings) -> list[Key]:
    """Draw by draw, so that a run that is cut short has some of everything."""
    for asked in (*settings.methods, *settings.anew):
        if not any(name.startswith(asked) for name in known):
            sys.exit(f"records: no method is called {asked!r}; there are {', '.join(known)}")
    return [
        (name, kind, amount, draw, method)
        for draw in range(1 if settings.quick else N_DRAWS)
        for name in sets
        for kind, condition in CONDITIONS.items()
        if kind != CLEAN or draw == 0
        if kind == CLEAN or name not in CLEAN_ONLY
        for amount in condition.amounts
        for method in known
        if not settings.methods or method.startswith(settings.methods)
        if known[method].missing is None
    ]


def _in_order(rows: Sequence[Row], known: Mapping[str, Method]) -> list[Row]:
    """Methods as they are listed: what was measured later stands later in the file."""
    place = {name: number for number, name in enumerate(known)}
    return sorted(rows, key=lambda row: place[row["method"]])


def _measure(settings: Settings, results: ResultsFile, keys: Sequence[Key], known: Mapping[str, Method]) -> list[str]:
    """Add the rows that are not there yet; what failed is told and returned, Ctrl-C ends it with what there is."""

    @lru_cache(1)
    def disturbed(name: str, kind: str, amount: float, draw: int) -> ScoredPairs:
        return CONDITIONS[kind].change(pair_set(name, settings.out), amount, draw)

    failures = []
    try:
        for *what, method in shown(results.left(keys), "records"):
            scored = disturbed(*what)
            began = time.process_time()
            try:
                labels = known[method].clusters(scored)
            except (ValueError, RuntimeError, MemoryError) as error:
                failures.append(f"{method} failed on {', '.join(map(str, what))}: {error}")
                say(failures[-1])
                continue
            seconds = time.process_time() - began
            found = {"n_pairs": len(scored.u), "listed_share": scored.blocking_recall, "cpu_seconds": seconds}
            results.add(dict(zip(KEYS, (*what, method), strict=True)) | found | scores(labels, scored.truth))
    except KeyboardInterrupt:
        failures.append("stopped before the end; the same command goes on from here")
    return failures
