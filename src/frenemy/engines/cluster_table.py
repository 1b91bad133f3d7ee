"""The door for a table of pairs: those in Spark or Dask are solved there, large ones in DuckDB, others in memory."""

from __future__ import annotations

import functools
import os
from typing import Any

from frenemy.apps.records.find.find_entities import cluster_table as cluster_in_memory
from frenemy.apps.records.options import EntityOptions
from frenemy.engines.dataset_options import DatasetOptions
from frenemy.engines.sources.frames import duckdb_relation, is_dask_frame, spark_frame
from frenemy.tables.options import option_names

_PAIR_BYTES = 250  # that a pair takes in memory, with a text as id: 2.5 GB for 10^7


@functools.wraps(cluster_in_memory)
def cluster_table(pairs: Any, nodes: Any = None, /, **options: Any) -> Any:
    frame = spark_frame(pairs)
    if frame is not None:
        from frenemy.engines.spark_job import solve_on_spark

        return solve_on_spark(frame, _dataset_options(nodes, options, "in Spark")).table()
    if is_dask_frame(pairs):
        from frenemy.engines.solve_dataset import solve_dataset

        _dataset_options(nodes, options, "in Dask")
        return solve_dataset(pairs, None, **options).table()
    relation = duckdb_relation(pairs)
    only_beyond = set(option_names(DatasetOptions)) - set(option_names(EntityOptions))
    is_wanted = any(options.get(name) is not None for name in only_beyond)
    if relation is not None and (is_wanted or (_can_leave_memory(nodes, options) and not _fits(relation))):
        from frenemy.engines.solve_dataset import solve_dataset

        _dataset_options(nodes, options, "solved in DuckDB, beyond memory")
        return solve_dataset(relation, None, **options).table()
    return cluster_in_memory(pairs, nodes, **options)


def _can_leave_memory(nodes: Any, options: dict[str, Any]) -> bool:
    """Whether nothing is asked for that needs all pairs in memory."""
    return nodes is None and set(options) <= set(option_names(DatasetOptions))


def _dataset_options(nodes: Any, options: dict[str, Any], where: str) -> DatasetOptions:
    unknown = sorted(set(options) - set(option_names(DatasetOptions)))
    if nodes is not None or unknown:
        name = "nodes" if nodes is not None else unknown[0]
        raise ValueError(f"{name} is for tables in memory, and these pairs are {where}; leave it out")
    return DatasetOptions(**options)


def _fits(relation: Any) -> bool:
    """Whether pairs take at most half of the memory of this machine."""
    from frenemy.engines.sources.duckdb_tables import Relation

    try:
        memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):  # not on Windows
        return True
    return 2 * _PAIR_BYTES * Relation(relation).n_rows <= memory
