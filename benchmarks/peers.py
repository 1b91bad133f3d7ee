"""Other people's solvers, called as their documentation says. Several are GPL: they are used here and nowhere else.

Each returns its labels and the CPU seconds of building its problem and of solving it. None is needed: what is not
installed is named in the tables and left out.
"""

from __future__ import annotations

import ctypes
import os
import random
from collections.abc import Callable
from importlib.util import find_spec
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from benchmarks.measure import Cpu
from benchmarks.problems import Pairs


class Answer(NamedTuple):
    labels: npt.NDArray[Any]
    build_seconds: float
    seconds: float


class Peer(NamedTuple):
    module: str
    solve: Callable[[Pairs, int], Answer]

    @property
    def is_installed(self) -> bool:
        return find_spec(self.module) is not None


# --------------------------------------------------------------------------------------------------- binary problems


def thinqpbo_is_installed() -> bool:
    return find_spec("thinqpbo") is not None


def thinqpbo_graph(pairs: Pairs, unary: npt.NDArray[np.float64] | None = None) -> Any:
    """Its problem: ``w`` where the ends of a pair differ, and what it costs each variable to be 1."""
    import thinqpbo

    graph = thinqpbo.QPBODouble()
    graph.add_node(pairs.n_nodes)
    for u, v, w in zip(pairs.u.tolist(), pairs.v.tolist(), pairs.w.tolist(), strict=True):
        graph.add_pairwise_term(u, v, 0.0, w, w, 0.0)
    if unary is not None:
        for i, cost in enumerate(unary.tolist()):
            graph.add_unary_term(i, 0.0, cost)
    return graph


def thinqpbo_labels(graph: Any, n_nodes: int) -> npt.NDArray[np.int8]:
    return np.array([graph.get_label(i) for i in range(n_nodes)], np.int8)


def thinqpbo_improve(pairs: Pairs, seed: int) -> Answer:
    """QPBO-I from all 0, in the random order of the C library."""
    if os.name == "posix":
        ctypes.CDLL(None).srand(seed + 1)
    with Cpu() as build:
        graph = thinqpbo_graph(pairs)
    with Cpu() as solve:
        graph.solve()
        graph.improve()
    return Answer(thinqpbo_labels(graph, pairs.n_nodes), build.seconds, solve.seconds)


# -------------------------------------------------------------------------------------------------------- clusterings


def igraph_leiden(pairs: Pairs, seed: int) -> Answer:
    """The constant Potts model at resolution 0 is minus the weight inside clusters: our energy plus a constant."""
    import igraph

    igraph.set_random_number_generator(random.Random(seed))
    with Cpu() as build:
        graph = igraph.Graph(n=pairs.n_nodes, edges=np.stack([pairs.u, pairs.v], axis=1))
        graph.es["weight"] = pairs.w.tolist()
    with Cpu() as solve:
        found = graph.community_leiden(objective_function="CPM", resolution=0, weights="weight", n_iterations=10)
    return Answer(np.array(found.membership), build.seconds, solve.seconds)


def gaec(pairs: Pairs, seed: int) -> Answer:
    return _multicut(pairs, seed, with_kernighan_lin=False)


def gaec_kernighan_lin(pairs: Pairs, seed: int) -> Answer:
    return _multicut(pairs, seed, with_kernighan_lin=True)


def _multicut(pairs: Pairs, seed: int, *, with_kernighan_lin: bool) -> Answer:
    from bioimage_cpp.graph import UndirectedGraph, multicut

    solver = multicut.GreedyAdditiveMulticut(seed=seed)
    if with_kernighan_lin:
        solver = multicut.ChainedMulticutSolvers([solver, multicut.KernighanLinMulticut()])
    with Cpu() as build:
        graph = UndirectedGraph.from_unique_edges(pairs.n_nodes, np.stack([pairs.u, pairs.v], axis=1).astype(np.uint64))
        objective = multicut.MulticutObjective(graph, pairs.w)
    with Cpu() as solve:
        labels = solver.optimize(objective)
    return Answer(np.asarray(labels), build.seconds, solve.seconds)


CLUSTERING = {
    "igraph Leiden": Peer("igraph", igraph_leiden),
    "bioimage-cpp GAEC": Peer("bioimage_cpp", gaec),
    "bioimage-cpp GAEC+KL": Peer("bioimage_cpp", gaec_kernighan_lin),
}
