"""The door for a table of pairs: pairs in Spark are solved there, all others in memory."""

from __future__ import annotations

import functools
from typing import Any

from frenemy.apps.records.find.find_entities import cluster_table as cluster_in_memory
from frenemy.engines.dataset_options import DatasetOptions
from frenemy.tables.options import option_names
from frenemy.tables.readers.splink_frames import is_splink_frame


@functools.wraps(cluster_in_memory)
def cluster_table(pairs: Any, nodes: Any = None, /, **options: Any) -> Any:
    frame = spark_frame(pairs)
    if frame is None:
        return cluster_in_memory(pairs, nodes, **options)
    from frenemy.engines.spark_job import solve_on_spark

    unknown = sorted(set(options) - set(option_names(DatasetOptions)))
    if nodes is not None or unknown:
        name = "nodes" if nodes is not None else unknown[0]
        raise ValueError(f"{name} is for tables in memory, and these pairs are in Spark; leave it out")
    return solve_on_spark(frame, DatasetOptions(**options)).table()


def spark_frame(pairs: Any) -> Any:
    """The pairs as a DataFrame of Spark if they are there, maybe as splink's table; None if they are elsewhere."""
    if is_splink_frame(pairs) and hasattr(pairs, "as_spark_dataframe"):
        try:
            return pairs.as_spark_dataframe()
        except NotImplementedError:  # splink's tables in other databases have the method, too
            return None
    is_here = type(pairs).__module__.startswith("pyspark.sql.") and hasattr(pairs, "sparkSession")
    return pairs if is_here else None
