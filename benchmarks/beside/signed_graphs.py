"""A graph with signs to clusters of low energy: beside the multicut solvers of bioimage-cpp, and Leiden."""

from __future__ import annotations

from functools import partial

from benchmarks.beside.task import Data, Labels, Source, Task
from harness.data.problems import Pairs
from harness.data.recipes import Recipe, make
from harness.folders import DATA
from harness.method import Method
from harness.peers.clustering import FUSION, LEIDEN_10, PEERS
from harness.tables import Column


def with_frenemy(pairs: Pairs) -> Labels:
    import frenemy as fr

    return fr.solve(fr.Problem.from_edges(pairs.u, pairs.v, pairs.w, n_nodes=pairs.n_nodes)).labels


def with_peer(pairs: Pairs, name: str) -> Labels:
    peer = PEERS[name]
    return peer.run(peer.build(pairs), 0)


def data(recipe: Recipe) -> Data:
    pairs = make(**recipe)
    return Data((pairs,), f"{pairs.n_nodes:,} nodes, {len(pairs.u):,} pairs", pairs.truth, pairs.problem().energy)


def _planted(n_nodes: int, n_clusters: int, *, is_quick: bool = False) -> Source:
    recipe = {"name": "planted", "n_nodes": n_nodes, "n_clusters": n_clusters, "degree": 20}
    return Source(partial(data, recipe), is_quick=is_quick)


TASK = Task(
    title="Signed graphs",
    aim=(
        "All of them minimize the weight that is cut; times include the graph that each tool builds from arrays of "
        "pairs. In the planted clusters, 20 % of the signs are wrong. CREMI-C: fragments of neurons."
    ),
    sources={
        "planted, 500": _planted(500, 10, is_quick=True),
        "planted, 20,000": _planted(20_000, 200),
        "picture": Source(partial(data, {"name": "grid_chunks", "height": 128, "width": 128, "regions": 60})),
        "CREMI-C": Source(partial(data, {"name": "region_graph", "volume": "CREMI-C"}), DATA / "em_multicut"),
    },
    methods={
        "frenemy": Method(with_frenemy),
        **{
            name: Method(partial(with_peer, name=name), needs=(PEERS[name].module.partition(".")[0],))
            for name in ("bioimage-cpp GAEC", "bioimage-cpp GAEC+KL", FUSION, LEIDEN_10)
        },
    },
    objective=Column("objective", "energy", ",.1f"),
)
