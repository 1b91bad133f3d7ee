"""Dense problems: random and planted weights on most pairs, one pass and with time, beside the peers.

``tuned`` kinds were looked at while settings were chosen; ``fresh`` ones have other seeds and were not.
"""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.options import Options
from benchmarks.solvers.contest import OURS
from benchmarks.solvers.known_problems import Known
from benchmarks.solvers.one_pass import one_pass_tables
from benchmarks.solvers.with_time import PEERS, with_time_tables
from harness.tables import Table

SET_NAME = ": dense"


def _normal(n_nodes: int, density: float, seed: int) -> Known:
    return Known({"name": "normal_graph", "n_nodes": n_nodes, "density": density, "seed": seed}, share=1.0)


def _planted(n_nodes: int, n_clusters: int, degree: int, seed: int) -> Known:
    recipe = {"name": "planted", "n_nodes": n_nodes, "n_clusters": n_clusters, "degree": degree, "seed": seed}
    return Known(recipe, share=1.0)


def _kinds(which: str, seed: int) -> dict[str, Known]:
    return {
        f"complete normal 500, {which}": _normal(500, 1.0, seed),
        f"complete normal 1000, {which}": _normal(1000, 1.0, seed),
        f"complete normal 2000, {which}": _normal(2000, 1.0, seed),
        f"normal 500, 10 % of pairs, {which}": _normal(500, 0.1, seed),
        f"planted 500, 30 % of pairs, {which}": _planted(500, 20, 150, seed),
    }


PROBLEMS = _kinds("tuned", 1) | _kinds("fresh", 71)
QUICK = {"complete normal 60": _normal(60, 1.0, 1)}


def tables(options: Options) -> Iterator[Table]:
    problems = QUICK if options.quick else PROBLEMS
    chosen = {name: problems[name] for name in options.chosen(problems)}
    peers = options.chosen_peers(PEERS)
    yield from one_pass_tables(chosen, options, peers, set_name=SET_NAME)
    yield from with_time_tables(chosen, options, [OURS, *peers], set_name=SET_NAME)
