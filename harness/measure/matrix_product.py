"""The unit of speed: one product of the problem's matrix with a vector, which reads every weight twice."""

from __future__ import annotations

import statistics
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy.sparse import coo_array, csr_array

from harness.data.recipes import Recipe, make
from harness.measure.fresh_process import Cpu, Measured


def symmetric(u: npt.NDArray[Any], v: npt.NDArray[Any], w: npt.NDArray[np.float64], n_nodes: int) -> csr_array:
    both = (np.concatenate((w, w)), (np.concatenate((u, v)), np.concatenate((v, u))))
    return coo_array(both, shape=(n_nodes, n_nodes)).tocsr()


def product_seconds(recipe: Recipe, turns: int = 7) -> Measured:
    """CPU seconds of one product of the symmetric CSR matrix (float64) with a vector, by scipy."""
    pairs = make(**recipe)
    matrix = symmetric(pairs.u, pairs.v, pairs.w, pairs.n_nodes)
    vector = np.random.default_rng(0).normal(size=pairs.n_nodes)
    n_products = products_per_turn(matrix)

    def products() -> None:
        for _ in range(n_products):
            matrix @ vector

    products()  # the first pays for cold caches
    return {"seconds": statistics.median(cpu_seconds(products) for _ in range(turns)) / n_products}


def products_per_turn(matrix: csr_array) -> int:
    """Enough products for a precise measurement."""
    return max(3, int(1e7 / max(matrix.nnz, 1)))


def cpu_seconds(call: Callable[[], object]) -> float:
    with Cpu() as cpu:
        call()
    return cpu.seconds
