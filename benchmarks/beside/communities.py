"""A graph without signs to communities of high modularity: beside Leiden."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

import frenemy as fr
from benchmarks.beside.task import Data, Labels, Source, Task
from harness.method import Method
from harness.tables import Column

Ends = npt.NDArray[Any]


def with_frenemy(u: Ends, v: Ends, n_nodes: int) -> Labels:
    import frenemy as fr

    return fr.solve(fr.Problem.from_modularity(u, v, n_nodes=n_nodes)).labels


def with_leidenalg(u: Ends, v: Ends, n_nodes: int) -> Labels:
    import igraph
    import leidenalg

    graph = igraph.Graph(n=n_nodes, edges=np.column_stack([u, v]))
    return leidenalg.find_partition(graph, leidenalg.ModularityVertexPartition, seed=0).membership


def with_igraph(u: Ends, v: Ends, n_nodes: int) -> Labels:
    import igraph

    graph = igraph.Graph(n=n_nodes, edges=np.column_stack([u, v]))
    return graph.community_leiden(objective_function="modularity", n_iterations=10).membership


# ---------------------------------------------------------------------------------------------------------------- data


def _data(u: Ends, v: Ends, truth: npt.NDArray[Any]) -> Data:
    """Each edge once."""
    n_nodes = len(truth)
    ends = np.unique(np.sort(np.column_stack([u, v])[u != v], axis=1), axis=0)
    u, v = ends.T
    objective = partial(modularity, fr.Problem.from_modularity(u, v, n_nodes=n_nodes))
    return Data((u, v, n_nodes), f"{n_nodes:,} nodes, {len(u):,} edges", truth, objective)


def modularity(problem: fr.Problem, labels: Labels) -> float:
    degrees = problem.sizes
    m = degrees.sum() / 2
    return float((problem.total_weight - problem.energy(labels)) / m - (degrees**2).sum() / (2 * m) ** 2)


def planted(n_nodes: int, n_communities: int, *, degree: int = 16, inside: float = 0.6, seed: int = 0) -> Data:
    """Communities of uneven sizes; a share of the edges of each node stays inside."""
    rng = np.random.default_rng(seed)
    shares = rng.uniform(1.0, 5.0, n_communities)
    truth = np.sort(rng.choice(n_communities, n_nodes, p=shares / shares.sum()))
    first, size = np.searchsorted(truth, truth), np.bincount(truth)[truth]
    u = np.repeat(np.arange(n_nodes), degree // 2)
    own = first[u] + rng.integers(0, size[u])
    v = np.where(rng.random(len(u)) < inside, own, rng.integers(0, n_nodes, len(u)))
    return _data(u, v, truth)


def digit_neighbors() -> Data:
    """The digits of scikit-learn, each linked to its 10 nearest."""
    from sklearn.datasets import load_digits
    from sklearn.neighbors import kneighbors_graph

    points, truth = load_digits(return_X_y=True)
    return _data(*kneighbors_graph(points, 10).nonzero(), truth)


TASK = Task(
    title="Communities",
    aim="All of them maximize modularity; times include the graph that each tool builds from arrays of edges.",
    sources={
        "planted, 1,000": Source(partial(planted, 1_000, 20), is_quick=True),
        "planted, 50,000": Source(partial(planted, 50_000, 400)),
        "neighbours of digits": Source(digit_neighbors),
    },
    methods={
        "frenemy": Method(with_frenemy),
        "leidenalg": Method(with_leidenalg, needs=("leidenalg", "igraph")),
        "igraph, 10 iterations": Method(with_igraph, needs=("igraph",)),
    },
    objective=Column("objective", "modularity", ".4f"),
)
