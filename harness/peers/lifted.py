"""Lifted multicut solvers of bioimage-cpp, called as documented."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from harness.data.lifted import LiftedPairs

Labels = npt.NDArray[Any]
MODULE = "bioimage_cpp"


def objective(pairs: LiftedPairs) -> Any:
    from bioimage_cpp.graph import UndirectedGraph
    from bioimage_cpp.graph.lifted_multicut import LiftedMulticutObjective

    graph = UndirectedGraph.from_unique_edges(pairs.n_nodes, pairs.base.astype(np.uint64))
    return LiftedMulticutObjective(
        graph, pairs.base_weights, lifted_uvs=pairs.lifted.astype(np.uint64), lifted_costs=pairs.lifted_weights
    )


def _greedy(objective: Any) -> Labels:
    from bioimage_cpp.graph.lifted_multicut import LiftedGreedyAdditiveMulticut

    return np.array(LiftedGreedyAdditiveMulticut().optimize(objective))


def _greedy_kernighan_lin(objective: Any) -> Labels:
    from bioimage_cpp.graph.lifted_multicut import (
        LiftedChainedSolvers,
        LiftedGreedyAdditiveMulticut,
        LiftedKernighanLinMulticut,
    )

    chain = LiftedChainedSolvers([LiftedGreedyAdditiveMulticut(), LiftedKernighanLinMulticut()])
    return np.array(chain.optimize(objective))


def _fusion_moves(objective: Any) -> Labels:
    """Noisy GAEC proposals, fused by GAEC: with Kernighan-Lin it ends at once and higher."""
    from bioimage_cpp.graph.lifted_multicut import FusionMoveLiftedMulticut, GreedyAdditiveProposalGenerator

    solver = FusionMoveLiftedMulticut(
        proposal_generator=GreedyAdditiveProposalGenerator(seed=0),
        number_of_iterations=20,
        stop_if_no_improvement=10,
    )
    return np.array(solver.optimize(objective))


LIFTED_PEERS: dict[str, Callable[[Any], Labels]] = {
    "bioimage-cpp GAEC": _greedy,
    "bioimage-cpp GAEC+KL": _greedy_kernighan_lin,
    "bioimage-cpp fusion moves": _fusion_moves,
}
