"""Problems by name and arguments: plain data that can be sent to another process."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from harness.data import large_problems, pair_files, problems, real_data, sparse_problems
from harness.data.problems import Pairs

Recipe = dict[str, Any]  # {"name": a key of MAKE, and the arguments}

MAKE: dict[str, Callable[..., Pairs]] = {
    "normal_grid": problems.normal_grid,
    "normal_graph": problems.normal_graph,
    "planted": problems.planted,
    "shared": problems.shared,
    "picture": problems.picture,
    "planted_chunks": large_problems.whole(large_problems.planted_chunks),
    "grid_chunks": large_problems.whole(large_problems.grid_chunks),
    "power_law": sparse_problems.power_law,
    "random_graph": sparse_problems.random_graph,
    "small_components": sparse_problems.small_components,
    "small_planted": sparse_problems.small_planted,
    "hidden_cliques": sparse_problems.hidden_cliques,
    "overlapping_cliques": sparse_problems.overlapping_cliques,
    "heavy_tailed_blocks": sparse_problems.heavy_tailed_blocks,
    "editing": sparse_problems.editing,
    "signed_network": real_data.signed_network,
    "region_graph": real_data.region_graph,
    "clique_partitioning": real_data.clique_partitioning,
    "cluster_editing": real_data.cluster_editing,
    "stored": pair_files.load,
}


def make(name: str, **arguments: Any) -> Pairs:
    return MAKE[name](**arguments)
