"""The default solver against its peers: quality, speed, growth, threads."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.options import Options
from benchmarks.solvers import anytime, cp_lib, dense, growth, one_pass, pace, second_set, threads, with_time
from harness.tables import Table

PARTS = (one_pass, with_time, cp_lib, dense, pace, growth, threads, second_set, anytime)


def tables(options: Options) -> Iterator[Table]:
    for part in PARTS:
        yield from part.tables(options)
