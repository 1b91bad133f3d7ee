"""Every method on the pairs of every data set, clean and disturbed, row by row."""

from __future__ import annotations

import sys
import time
from collections.abc import Mapping, Sequence
from functools import lru_cache

from experiments import page
from experiments.records.data.conditions import CLEAN, CONDITIONS, FEWER_RULES, FEWER_RULES_AND_WRONG
from experiments.records.data.pair_sets import GENERATED, RULES_ONLY, measurable, pair_set
from experiments.records.data.scored_pairs import ScoredPairs
from experiments.records.figures import draw_figures
from experiments.records.methods.method import PairsMethod
from experiments.records.methods.methods import methods
from experiments.records.scores import SCORES, scores
from experiments.records.tables import tables
from experiments.rows import Key, check_methods, measure_rows
from experiments.settings import Settings
from harness.progress import print_note
from harness.results_file import ResultsFile, Row

KEYS = ("set", "condition", "amount", "draw", "method")
COLUMNS = (*KEYS, "n_pairs", "listed_share", *SCORES, "cpu_seconds")
WITH_RULES = (CLEAN, FEWER_RULES, FEWER_RULES_AND_WRONG)


def run(settings: Settings) -> list[Row]:
    """Return the rows of this run; the file may have others."""
    known = methods()
    sets, left_out = ([GENERATED], {}) if settings.quick else measurable(settings.out)
    sets = [name for name in sets if not settings.sets or name.startswith(settings.sets)]
    if not sets:
        sys.exit("records: nothing to measure; --quick measures generated pairs")
    for name, why in left_out.items():
        print_note(f"{name} left out: {why}")
    keys = _keys(sets, known, settings)
    results = ResultsFile(settings.out / "records.csv", COLUMNS, n_keys=len(KEYS), fresh=settings.fresh)
    if settings.again:
        results.drop(key for key in keys if key[4].startswith(settings.again))
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


def _keys(sets: Sequence[str], known: Mapping[str, PairsMethod], settings: Settings) -> list[Key]:
    """Draw by draw, so that an interrupted run has some of everything."""
    check_methods(settings, known)
    return [
        (name, kind, amount, draw, method)
        for draw in range(1 if settings.quick else max(condition.n_draws for condition in CONDITIONS.values()))
        for name in sets
        for kind, condition in CONDITIONS.items()
        if draw < condition.n_draws
        if kind in WITH_RULES or name not in RULES_ONLY
        for amount in (condition.amounts[-1:] if settings.quick else condition.amounts)
        for method in known
        if not settings.methods or method.startswith(settings.methods)
        if known[method].missing is None
    ]


def _in_order(rows: Sequence[Row], known: Mapping[str, PairsMethod]) -> list[Row]:
    """In the order of the methods; the file has the order of measurement."""
    place = {name: number for number, name in enumerate(known)}
    return sorted(rows, key=lambda row: place[row["method"]])


def _measure(
    settings: Settings, results: ResultsFile, keys: Sequence[Key], known: Mapping[str, PairsMethod]
) -> list[str]:
    """Add the missing rows; return a message for each failure."""

    @lru_cache(1)
    def disturbed(name: str, kind: str, amount: float, draw: int) -> ScoredPairs:
        return CONDITIONS[kind].change(pair_set(name, settings.out), amount, draw)

    def measured(key: Key) -> Row:
        *what, method = key
        scored = disturbed(*what)
        began = time.process_time()
        labels = known[method].call(scored)
        seconds = time.process_time() - began
        found = {"n_pairs": len(scored.u), "listed_share": scored.blocking_recall, "cpu_seconds": seconds}
        return found | scores(labels, scored.truth)

    return measure_rows(
        results.left(keys),
        "records",
        measured,
        add=lambda key, row: results.add(dict(zip(KEYS, key, strict=True)) | row),
        describe=lambda key: f"{key[-1]} failed on {', '.join(map(str, key[:-1]))}",
    )
