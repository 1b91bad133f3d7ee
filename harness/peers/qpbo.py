"""thinqpbo, a solver of binary problems, called as documented. It is GPL: the package never imports it.

It is not required: if it is not installed, the tables say so and leave it out.
"""

from __future__ import annotations

import ctypes
import os
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from harness.data.problems import Pairs
from harness.measure.fresh_process import Cpu
from harness.method import is_installed


class Answer(NamedTuple):
    labels: npt.NDArray[Any]
    build_seconds: float
    seconds: float


def thinqpbo_is_installed() -> bool:
    return is_installed("thinqpbo")


def thinqpbo_graph(pairs: Pairs, unary: npt.NDArray[np.float64] | None = None) -> Any:
    """A pair costs ``w`` if its ends differ; ``unary`` is the cost of a variable being 1."""
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
