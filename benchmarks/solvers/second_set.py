"""The same kinds of problems with other seeds, sizes, shapes and noise: is what holds for the first set luck?

Nothing may be tuned to these, nor to the first ones.
"""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.options import Options
from benchmarks.solvers.contest import OURS
from benchmarks.solvers.known_problems import Known
from benchmarks.solvers.one_pass import one_pass_tables
from benchmarks.solvers.with_time import with_time_tables
from harness.peers.clustering import LEIDEN_10
from harness.tables import Table

SET_NAME = ": second set"


def _planted(n_nodes: int, n_clusters: int, degree: float, inside: float, noise: float, seed: int) -> Known:
    recipe = {"name": "planted_chunks", "n_nodes": n_nodes, "n_clusters": n_clusters, "degree": degree}
    # As in the first set: a fifth of Leiden's time on problems of some hundred nodes.
    return Known(recipe | {"inside": inside, "noise": noise, "seed": seed}, share=0.2 if n_nodes < 1000 else 0.1)


def _grid(height: int, width: int, regions: int, sigma: float, long_range: float, seed: int) -> Known:
    recipe = {"name": "grid_chunks", "height": height, "width": width, "regions": regions}
    return Known(recipe | {"sigma": sigma, "long_range": long_range, "seed": seed})


PROBLEMS = {
    "500 nodes, 3 % of pairs": _planted(500, 8, 15, 0.3, 0.2, 41),
    "500 nodes, 10 % of pairs": _planted(500, 20, 50, 0.25, 0.3, 42),
    "500 nodes, 30 % of pairs": _planted(500, 12, 150, 0.25, 0.25, 43),
    "500 nodes, 60 % of pairs": _planted(500, 30, 300, 0.2, 0.3, 44),
    "7,500 nodes": _planted(7_500, 50, 24, 0.5, 0.25, 51),
    "7,500 nodes, hard": _planted(7_500, 120, 16, 0.25, 0.2, 52),
    "30,000 nodes": _planted(30_000, 600, 14, 0.6, 0.15, 53),
    "30,000 nodes, hard": _planted(30_000, 200, 28, 0.3, 0.3, 54),
    "150,000 nodes": _planted(150_000, 1000, 16, 0.5, 0.2, 55),
    "grid 300 x 700": _grid(300, 700, 500, 0.08, 0.1, 61),
    "grid 1024 x 128": _grid(1024, 128, 60, 0.16, 0.2, 62),
    "grid 640 x 640": _grid(640, 640, 2000, 0.12, 0.05, 63),
}
QUICK = {"grid 16 x 40": _grid(16, 40, 8, 0.12, 0.1, 64)}


def tables(options: Options) -> Iterator[Table]:
    problems = QUICK if options.quick else PROBLEMS
    chosen = {name: problems[name] for name in options.chosen(problems)}
    yield from one_pass_tables(chosen, options, [LEIDEN_10], set_name=SET_NAME)
    yield from with_time_tables(chosen, options, [OURS, LEIDEN_10], set_name=SET_NAME)
