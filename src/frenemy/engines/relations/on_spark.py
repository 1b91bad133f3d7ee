"""The plan on Spark: relations are DataFrames of the session, and workers share nothing but Spark."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import reduce
from typing import Any

import numpy as np
from pyspark.sql import DataFrame, Window
from pyspark.sql import functions as F

from frenemy import _core
from frenemy.engines.relations.spark_scratch import SparkScratch
from frenemy.problem.distinct import distinct
from frenemy.run import OnStage
from frenemy.tables.arrow import pa
from frenemy.tables.columns import PairColumns

_FEW_LINKS = 1_000_000  # attracting pairs whose components this process finds; they take 24 MB
_ROWS_FETCHED = 1_000_000  # at once by this process; as Arrow they take 32 MB
_run = itertools.count()


class OnSpark:
    """The relations of one run, as temporary views with names of their own.

    Each stored result is a table in the scratch folder, from which a new driver goes on. Without such a folder it is a
    checkpoint: in the checkpoint directory if the session has one, from which lost executors lose nothing, otherwise on
    the executors.

    Parameters
    ----------
    pairs : pyspark.sql.DataFrame
    columns : PairColumns
    scratch : SparkScratch or None
    on_stage : callable, optional
    """

    counts_rows = False

    def __init__(
        self, pairs: DataFrame, columns: PairColumns, scratch: SparkScratch | None, on_stage: OnStage | None
    ) -> None:
        assert columns.score is not None
        self._spark = pairs.sparkSession
        self._scratch = scratch
        self._on_stage = on_stage or (lambda _name, _done: None)
        self._prefix = f"frenemy_{next(_run)}_"
        self._views: dict[str, DataFrame] = {}
        score = pairs[_quoted(columns.score)].cast("double")
        ids = [
            pairs[_quoted(name)].cast(pairs.schema[own].dataType).alias(f"{side}{at + 1}")
            for side, names in (("l", columns.left), ("r", columns.right))
            for at, (name, own) in enumerate(zip(names, columns.left, strict=True))
        ]
        rows = pairs.select(*ids, F.when(~F.isnan(score), score).alias("score"))
        self.keep("given", lambda: rows.withColumn("place", F.monotonically_increasing_id()))

    def __enter__(self) -> OnSpark:
        return self

    def __exit__(self, *_: object) -> None:
        for name in self._views:
            self._spark.catalog.dropTempView(self._prefix + name)

    def key(self, columns: Sequence[str]) -> str:
        return f"xxhash64({', '.join(columns)})"

    def node(self, seen: str) -> str:
        return f"CAST({seen} AS BIGINT)"

    def n_parts(self, _n_groups: int, /) -> int:  # Spark spills
        return 1

    def store(self, name: str, sql: str) -> int:
        n_rows: int = self.keep(name, lambda: self.frame(sql)).count()
        return n_rows

    def drop(self, name: str) -> None:
        """Without a scratch folder, Spark frees the rows as soon as nothing refers to them."""
        del self._views[name]
        self._spark.catalog.dropTempView(self._prefix + name)

    def keep(self, name: str, make: Callable[[], DataFrame]) -> DataFrame:
        """Compute a DataFrame once, unless an earlier run has, and give it a name."""
        known = None if self._scratch is None else self._scratch.read(name)
        if known is None:
            self._on_stage(name, 0.0)
            known = self.checkpointed(make()) if self._scratch is None else self._scratch.write(name, make())
        self._on_stage(name, 1.0)
        self._name(name, known)
        return known

    def checkpointed(self, frame: DataFrame) -> DataFrame:
        """The DataFrame as it is now, whatever happens to what it was made from."""
        has_folder = self._spark.conf.get("spark.checkpoint.dir", None) or _checkpoint_folder(self._spark)
        return frame.checkpoint() if has_folder else frame.localCheckpoint()

    def lend(self, name: str, table: pa.Table) -> None:
        self._name(name, self.created(table))

    def created(self, table: pa.Table) -> DataFrame:
        """A DataFrame of the rows of a table."""
        if len(table) and hasattr(DataFrame, "toArrow"):  # since Spark 4, which reads Arrow, too
            return self._spark.createDataFrame(table)
        schema = ", ".join(f"{field.name} {_spark_type(field.type)}" for field in table.schema)
        parts = (table.slice(at, _ROWS_FETCHED) for at in range(0, max(1, len(table)), _ROWS_FETCHED))
        frames = (
            self._spark.createDataFrame([tuple(row.values()) for row in own.to_pylist()], schema) for own in parts
        )
        return reduce(DataFrame.union, frames)

    def table(self, sql: str) -> pa.Table:
        frame = self.frame(sql)
        if hasattr(frame, "toArrow"):
            return frame.toArrow()
        return pa.Table.from_pandas(frame.toPandas(), preserve_index=False)

    def batches(self, sql: str, *, order: str | None = None) -> Iterator[pa.RecordBatch]:
        rows = self.frame(sql)
        n_parts = 1 + rows.count() // _ROWS_FETCHED
        rows = rows.repartition(n_parts) if order is None else rows.repartitionByRange(n_parts, order)
        if order is not None:
            rows = rows.sortWithinPartitions(order)
        for packed in rows.mapInArrow(pack_batches, "packed binary").toLocalIterator():
            yield from pa.ipc.open_stream(bytes(packed[0]))

    def frame(self, sql: str) -> DataFrame:
        """The result of a query, not computed yet."""
        named = re.compile(rf"\b({'|'.join(self._views)})\b(?!\s*\()")
        return self._spark.sql(named.sub(lambda found: self._prefix + found[0], sql))

    def solve(self, sql: str, function: Callable[[Iterator[Any]], Iterator[Any]], schema: str) -> DataFrame:
        """Call a function with the rows of each ``task``, which follow each other in a stream of Arrow batches."""
        rows = self.frame(sql)
        return rows.repartition("task").sortWithinPartitions("task", "place").mapInArrow(function, schema)

    def components(self, attracting: str, n_tasks: int) -> None:
        """Store ``parts``: the component of each node that has an attracting pair, and the task of the component."""
        self.keep("parts", lambda: self._parts(attracting, n_tasks))

    def _parts(self, attracting: str, n_tasks: int) -> DataFrame:
        links = self.frame(attracting)
        if links.count() <= _FEW_LINKS:
            least = self.created(components_here(self.table(attracting)))
        else:
            least = find_components(links, self.checkpointed)
        both = least.select(F.col("id").alias("node"), F.col("least").alias("part"))
        both = both.union(least.select(F.col("least"), F.col("least")).distinct())
        task = F.pmod(F.xxhash64("part"), F.lit(n_tasks)).cast("long")
        return both.withColumn("task", task)

    def _name(self, name: str, frame: DataFrame) -> None:
        frame.createOrReplaceTempView(self._prefix + name)
        self._views[name] = frame


def pack_batches(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """Each batch as one row of bytes, which come to the driver as they are."""
    for batch in batches:
        sink = pa.BufferOutputStream()
        with pa.ipc.new_stream(sink, batch.schema) as writer:
            writer.write_batch(batch)
        yield pa.record_batch({"packed": pa.array([sink.getvalue().to_pybytes()])})


def components_here(links: pa.Table) -> pa.Table:
    """The same as :func:`find_components` by this process, as every round of Spark takes seconds."""
    ends = [links.column(name).to_numpy().astype(np.int64) for name in ("u", "v")]
    nodes = distinct(np.concatenate(ends))
    forest = np.arange(len(nodes), dtype=np.int32)
    _core.unite(forest, *(np.searchsorted(nodes, own).astype(np.int32) for own in ends))
    _core.flatten(forest)
    least = nodes[forest]
    is_other = least != nodes
    return pa.table({"id": nodes[is_other], "least": least[is_other]})


def find_components(pairs: DataFrame, checkpointed: Callable[[DataFrame], DataFrame]) -> DataFrame:
    """For each node but the smallest of its component, one row: the node ``id``, and the smallest node ``least``.

    Large-star and small-star in turn, until nothing changes (Kiveris et al., Connected components in MapReduce and
    beyond, 2014). The number of rounds grows with the logarithm of the number of nodes.
    """
    links = pairs.select(F.greatest("u", "v").alias("id"), F.least("u", "v").alias("least"))
    links = checkpointed(links.where("id <> least").distinct())
    smallest = F.min("least").over(Window.partitionBy("id")).alias("smallest")
    before = None
    while True:
        both = links.union(links.select("least", "id")).select("id", "least", smallest)
        large = both.where("least > id").selectExpr("least AS id", "least(id, smallest) AS least")
        small = large.select("id", "least", smallest).selectExpr(
            "inline(array(named_struct('id', id, 'least', smallest), named_struct('id', least, 'least', smallest)))"
        )
        links = checkpointed(small.where("id <> least").distinct())
        now = links.agg(F.count("*"), F.bit_xor(F.xxhash64("id", "least"))).first()
        if now == before:
            return links
        before = now


def _checkpoint_folder(spark: Any) -> str | None:
    context = getattr(spark, "_sc", None)  # Spark Connect has none
    return None if context is None else context.getCheckpointDir()


def _quoted(name: str) -> str:
    return "`" + name.replace("`", "``") + "`"


def _spark_type(kind: pa.DataType) -> str:
    if pa.types.is_integer(kind):
        return "bigint"
    return "double" if pa.types.is_floating(kind) else "string"
