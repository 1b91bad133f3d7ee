"""The three optimisers of the paper: cost of a round, a large picture, how soon they answer, and quality."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks import icm_round, responsiveness, strokes, synthetic
from benchmarks.options import Options
from benchmarks.report import Table


def tables(options: Options) -> Iterator[Table]:
    for group in (icm_round, strokes, responsiveness, synthetic):
        yield from group.tables(options)
