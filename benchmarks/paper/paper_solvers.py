"""The three optimizers of the paper: cost of a round, a large picture, response time, and quality."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.options import Options
from benchmarks.paper import icm_round, responsiveness, strokes, synthetic
from harness.tables import Table


def tables(options: Options) -> Iterator[Table]:
    for group in (icm_round, strokes, responsiveness, synthetic):
        yield from group.tables(options)
