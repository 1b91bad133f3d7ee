"""Clustering solvers of other projects, called as documented. Several are GPL: the package never imports them.

None is required: the tables name those that are not installed and leave them out.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from typing import Any

import numpy as np
import numpy.typing as npt

from harness.data.problems import Pairs
from harness.measure.matrix_product import symmetric
from harness.method import is_installed

Labels = npt.NDArray[Any]


@dataclass(frozen=True)
class Peer:
    """A solver in two steps, so that building is timed separately.

    Attributes
    ----------
    module : str
        The module to import.
    build : callable
        From pairs to the graph of the peer.
    run : callable
        From the graph and a seed to labels.
    go_on : callable, optional
        The same, but continues from the labels of the last call: how it uses more time, if not by restarts.
    timed : callable, optional
        From the graph, a seed and seconds to labels: how it uses more time if it has a time limit.
    takes_missing : bool
        Whether pairs that are not listed may have a weight.
    """

    module: str
    build: Callable[[Pairs], Any]
    run: Callable[[Any, int], Labels]
    go_on: Callable[[Any, int], Labels] | None = None
    timed: Callable[[Any, int, float], Labels] | None = None
    takes_missing: bool = False

    @property
    def is_installed(self) -> bool:
        return is_installed(self.module.partition(".")[0])  # importing it would take memory

    def loaded(self) -> Peer:
        """Import the module, so that the import is not timed."""
        import_module(self.module)
        return self


# -------------------------------------------------------------------------------------------------------------- Leiden


def _igraph(pairs: Pairs) -> tuple[Any, float]:
    """The constant Potts model with unlisted weights as its resolution: minus the weight inside clusters."""
    import igraph

    graph = igraph.Graph(n=pairs.n_nodes, edges=np.stack([pairs.u, pairs.v], axis=1))
    graph.es["weight"] = (pairs.w - pairs.missing).tolist()
    return graph, -pairs.missing


def _igraph_leiden(built: tuple[Any, float], seed: int, *, n_iterations: int) -> Labels:  # noqa: ARG001
    import igraph

    graph, resolution = built
    # Its own generator: calls back into Python would take up to a quarter of its time. It cannot be seeded, so the seed
    # only counts its runs.
    igraph.set_random_number_generator(None)
    found = graph.community_leiden(
        objective_function="CPM", resolution=resolution, weights="weight", n_iterations=n_iterations
    )
    return np.array(found.membership)


def _leidenalg(built: tuple[Any, float], seed: int, *, n_iterations: int) -> Labels:
    import leidenalg

    graph, resolution = built
    found = leidenalg.find_partition(
        graph,
        leidenalg.CPMVertexPartition,
        weights="weight",
        resolution_parameter=resolution,
        n_iterations=n_iterations,
        seed=seed,
    )
    return np.array(found.membership)


# ------------------------------------------------------------------------------------------------------------ multicut


def _objective(pairs: Pairs) -> Any:
    from bioimage_cpp.graph import UndirectedGraph, multicut

    graph = UndirectedGraph.from_unique_edges(pairs.n_nodes, np.stack([pairs.u, pairs.v], axis=1).astype(np.uint64))
    return multicut.MulticutObjective(graph, pairs.w)


def _gaec(objective: Any, seed: int) -> Labels:
    from bioimage_cpp.graph import multicut

    objective.reset_labels()
    return np.array(multicut.GreedyAdditiveMulticut(seed=seed).optimize(objective))


def _gaec_kernighan_lin(objective: Any, seed: int) -> Labels:
    from bioimage_cpp.graph import multicut

    objective.reset_labels()
    solvers = [multicut.GreedyAdditiveMulticut(seed=seed), multicut.KernighanLinMulticut()]
    return np.array(multicut.ChainedMulticutSolvers(solvers).optimize(objective))


def _fuse(objective: Any, seed: int, *, n_iterations: int, patience: int) -> Labels:
    """Noisy GAEC proposals, fused by Kernighan-Lin: its best option on most of these problems."""
    from bioimage_cpp.graph import multicut

    solver = multicut.FusionMoveMulticut(
        proposal_generator=multicut.GreedyAdditiveProposalGenerator(seed=seed),
        sub_solver=multicut.KernighanLinMulticut(),
        number_of_iterations=n_iterations,
        stop_if_no_improvement=patience,
    )
    return np.array(solver.optimize(objective))


def _fusion_moves(objective: Any, seed: int) -> Labels:
    objective.reset_labels()
    return _fuse(objective, seed, n_iterations=100, patience=10)


# ----------------------------------------------------------------------------------------- signed graph clustering, SCC

SCC_TOTAL = 2**30  # it keeps sums of weights in whole numbers


def _scc_graph(pairs: Pairs) -> Any:
    """SCC has integer weights: ours to four digits, or fewer if their sum would be too large."""
    from chszlablib import Graph

    scale = min(1e4, SCC_TOTAL / max(float(np.abs(pairs.w).sum()), 1.0))
    matrix = symmetric(pairs.u, pairs.v, np.rint(pairs.w * scale), pairs.n_nodes)
    return Graph.from_csr(matrix.indptr, matrix.indices, edge_weights=matrix.data.astype(np.int64))


def _scc(graph: Any, seed: int) -> Labels:
    from chszlablib import Decomposition

    return np.array(Decomposition.correlation_clustering(graph, seed=seed).assignment)


def _scc_memetic(graph: Any, seed: int, seconds: float) -> Labels:
    from chszlablib import Decomposition

    return np.array(Decomposition.evolutionary_correlation_clustering(graph, seed=seed, time_limit=seconds).assignment)


# --------------------------------------------------------------------------------------------------------- all of them

LEIDEN_2 = "igraph Leiden, 2 iterations"
LEIDEN_10 = "igraph Leiden, 10 iterations"
FUSION = "bioimage-cpp fusion moves"

PEERS = {
    LEIDEN_2: Peer("igraph", _igraph, partial(_igraph_leiden, n_iterations=2), takes_missing=True),
    LEIDEN_10: Peer("igraph", _igraph, partial(_igraph_leiden, n_iterations=10), takes_missing=True),
    "leidenalg, 10 iterations": Peer("leidenalg", _igraph, partial(_leidenalg, n_iterations=10), takes_missing=True),
    "bioimage-cpp GAEC": Peer("bioimage_cpp.graph", _objective, _gaec),
    "bioimage-cpp GAEC+KL": Peer("bioimage_cpp.graph", _objective, _gaec_kernighan_lin),
    FUSION: Peer("bioimage_cpp.graph", _objective, _fusion_moves, go_on=partial(_fuse, n_iterations=1, patience=1)),
    "SCC": Peer("chszlablib", _scc_graph, _scc, timed=_scc_memetic),
}
