"""What experiments with methods on pictures share: which methods, which pictures, and rows measured one by one."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from experiments import page
from experiments.rows import Key, check_methods, measure_rows
from experiments.segmentation.data.cases import Plan, Scene
from experiments.settings import Settings
from harness.method import Method
from harness.progress import print_note
from harness.results_file import ResultsFile, Row
from harness.tables import Table


def chosen_methods(
    settings: Settings, known: Mapping[str, Method[Any]], others: Iterable[str] = ()
) -> tuple[list[str], dict[str, str]]:
    """Names of methods to measure, and why some are left out; ``others`` are names that are no methods."""
    everything = [*known, *others]
    check_methods(settings, everything)
    wanted = [name for name in everything if not settings.methods or name.startswith(settings.methods)]
    left_out = {name: why for name in wanted if name in known and (why := known[name].missing) is not None}
    for name, why in left_out.items():
        print_note(f"{name} left out: {why}")
    return [name for name in wanted if name not in left_out], left_out


def chosen_pictures(settings: Settings, found: Sequence[Plan], sets: tuple[str, ...] = ()) -> list[Plan]:
    """The first pictures of each set that the settings name; if they name none, of ``sets``, or of all."""
    wanted = settings.sets or sets
    groups = [one for one in dict.fromkeys(plan.group for plan in found) if not wanted or one.startswith(wanted)]
    return [one for group in groups for one in [plan for plan in found if plan.group == group][: settings.n_pictures]]


@dataclass(frozen=True)
class PictureRows:
    """How to measure the rows of an experiment.

    Attributes
    ----------
    columns : tuple of str
        The first four are the keys: set, picture, something else, method.
    measure : callable
        A scene, the something else and the name of a method to the rest of the row.
    describe : callable
        What a message calls the something else.
    report : callable
        All rows to the tables of the page; draws figures.
    prepare : callable
        Called with the names of the methods before the first row.
    """

    columns: tuple[str, ...]
    measure: Callable[[Scene, Any, str], Row]
    describe: Callable[[Any], str]
    report: Callable[[list[Row]], list[Table]]
    prepare: Callable[[list[str]], None] = lambda _: None

    def run(self, settings: Settings, found: Sequence[Plan], keys: Sequence[Key]) -> list[Row]:
        """Return the rows of this run; the file may have others."""
        results = ResultsFile(settings.out / f"{settings.name}.csv", self.columns, n_keys=4, fresh=settings.fresh)
        if settings.again:
            results.drop(key for key in keys if key[3].startswith(settings.again))
        failures = self._add_missing(settings, results, found, keys)
        rows = results.of(keys)
        if not rows:
            sys.exit(f"{settings.name}: nothing was measured")
        page.write(settings, self.report(rows), results=[results], seconds=sum(row["wall_seconds"] for row in rows))
        if failures:
            sys.exit(f"{settings.name}: " + "; ".join(failures))
        return rows

    def _add_missing(
        self, settings: Settings, results: ResultsFile, found: Sequence[Plan], keys: Sequence[Key]
    ) -> list[str]:
        """Return a message for each failure."""
        left = results.left(keys)
        by_name = {(one.group, one.name): one for one in found}
        scene_of = lru_cache(1)(lambda group, picture: by_name[group, picture].load())
        try:
            self.prepare(sorted({key[3] for key in left}))
        except KeyboardInterrupt:
            return ["stopped before the first row"]
        return measure_rows(
            left,
            settings.name,
            measure=lambda key: self.measure(scene_of(*key[:2]), *key[2:]),
            add=lambda key, row: results.add(dict(zip(self.columns[:4], key, strict=True)) | row),
            describe=lambda key: f"{key[3]} failed on {key[0]} {key[1]} {self.describe(key[2])}",
        )
