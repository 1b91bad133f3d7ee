"""
Cluster pairs in Spark
======================

Pairs in a Spark DataFrame, solved in two ways: inside Spark by applyInPandas, and from Parquet by its executors.
"""

# sphinx_gallery_thumbnail_path = 'images/reader_big_data.png'

import os
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

import frenemy as fr

try:
    import pandas as pd
    import pyarrow  # noqa: F401
    from pyspark.errors import PySparkException
    from pyspark.sql import DataFrame, SparkSession, Window
    from pyspark.sql import functions as F
except ImportError as error:
    print(f'{error}: pip install "frenemy[tables]" pandas pyspark')
    sys.exit()

#: The default for records in memory; it solves each component on its own, so grouping them does not matter.
SOLVER = fr.Reduced(fr.ByParts(fr.Multilevel(sweeps=24, members=3, passes=1)))
#: Scores above attract.
EVEN = {"match_weight": 0.0, "match_probability": 0.5, "weight": 0.0}


def entities_on_spark(
    pairs: DataFrame,
    *,
    left: str = "unique_id_l",
    right: str = "unique_id_r",
    score: str = "match_weight",
    missing: float = 0.0,
    most_pairs: int = 1_000_000,
) -> DataFrame:
    """The columns unique_id and cluster_id, which is the smallest id of the cluster; pairs are read several times."""
    id_type = pairs.schema[left].dataType.simpleString()
    pairs = pairs.select(F.col(left).alias("unique_id_l"), F.col(right).alias("unique_id_r"), score)
    is_null = F.col("unique_id_l").isNull() | F.col("unique_id_r").isNull() | F.col(score).isNull()
    if n_null := pairs.where(is_null).count():
        raise ValueError(f"{n_null:,} rows of pairs have no id or no {score}; drop them first, by pairs.dropna()")

    # No pair attracts across components, so such pairs are always cut, and components are solved separately.
    inside = pairs_inside(pairs, find_parts(pairs.where(F.col(score) > EVEN[score]))).localCheckpoint()
    n_pairs, largest = inside.groupBy("part").count().agg(F.sum("count"), F.max("count")).first()
    if (largest or 0) > most_pairs:
        raise ValueError(
            f"a part has {largest:,} pairs, and most_pairs is {most_pairs:,}: solve it by fr.solve_dataset"
        )

    def solve(group: pd.DataFrame) -> pd.DataFrame:
        ids = pd.concat([group["unique_id_l"], group["unique_id_r"]]).drop_duplicates().sort_values()  # Spark's varies
        records = ids.to_frame("unique_id")
        found = fr.cluster_table(
            group.drop(columns="part"), records, calibration="none", missing=missing, solver=SOLVER
        )
        found["cluster_id"] = found.groupby("cluster_id")["unique_id"].transform("first")
        return found[["unique_id", "cluster_id"]]

    # Many small components make a group, so that a call of Python handles some hundred thousand pairs, not three.
    n_groups = 1 + 4 * (n_pairs or 0) // most_pairs
    group = F.pmod(F.xxhash64("part"), F.lit(n_groups))
    solved = inside.groupBy(group).applyInPandas(solve, f"unique_id {id_type}, cluster_id {id_type}")
    ids = pairs.select("unique_id_l").union(pairs.select("unique_id_r")).distinct().toDF("unique_id")
    cluster_id = F.coalesce("cluster_id", "unique_id")  # records without a pair inside a component are singletons
    return ids.join(solved, "unique_id", "left").select("unique_id", cluster_id.alias("cluster_id"))


def find_parts(attracting: DataFrame) -> DataFrame:
    """Connected components: for each id but the smallest of its part (column least), one row.

    Large-star and small-star in turn, until nothing changes (Kiveris et al., Connected components in MapReduce and
    beyond, 2014).
    """
    ends = F.greatest("unique_id_l", "unique_id_r").alias("id"), F.least("unique_id_l", "unique_id_r").alias("least")
    links = attracting.select(*ends).where("id != least").distinct()
    smallest = F.min("least").over(Window.partitionBy("id")).alias("smallest")
    before = None
    while True:
        both = links.union(links.select("least", "id")).select("id", "least", smallest)
        large = both.where("least > id").selectExpr("least AS id", "least(id, smallest) AS least")
        small = large.select("id", "least", smallest).selectExpr(
            "inline(array(named_struct('id', id, 'least', smallest), named_struct('id', least, 'least', smallest)))"
        )
        links = small.where("id != least").distinct().localCheckpoint()
        now = links.agg(F.count("*"), F.bit_xor(F.xxhash64("id", "least"))).first()
        if now == before:
            return links
        before = now


def pairs_inside(pairs: DataFrame, parts: DataFrame) -> DataFrame:
    """Pairs inside components, with the smallest id of the component as its name."""
    for side in ("l", "r"):
        own = parts.toDF(f"unique_id_{side}", f"least_{side}")
        pairs = pairs.join(own, f"unique_id_{side}", "left")
        pairs = pairs.withColumn(f"least_{side}", F.coalesce(f"least_{side}", f"unique_id_{side}"))
    kept = pairs.where("least_l = least_r AND unique_id_l != unique_id_r")
    return kept.withColumnRenamed("least_l", "part").drop("least_r")


class OnSpark:
    """An executor for fr.solve_dataset: tasks run on Spark's executors, which share folders."""

    def __init__(self, spark: SparkSession) -> None:
        self.context = spark.sparkContext

    def run(self, tasks: Sequence[Any], *, stage: str) -> Iterator[tuple[int, Any]]:
        def call(one: tuple[int, Any]) -> tuple[int, Any, Exception | None]:
            at, task = one
            try:
                return at, task(), None
            except Exception as error:  # return it, so that Spark does not retry the task
                return at, None, error

        left = list(enumerate(tasks))
        while left:  # enough to keep all executors busy, few enough to lose little if the run is interrupted
            n_ahead = 8 * self.context.defaultParallelism
            some, left = left[:n_ahead], left[n_ahead:]
            self.context.setLocalProperty("spark.job.description", f"frenemy: {stage}")
            done = self.context.parallelize(some, len(some)).map(call).collect()
            self.context.setLocalProperty("spark.job.description", None)
            yield from ((at, result) for at, result, error in done if error is None)
            for _, _, error in done:
                if error is not None:
                    raise error


def made_up(n_pairs: int) -> pd.DataFrame:
    """People with about five records each, compared with some of their own and some other records; some are wrong."""
    rng = np.random.default_rng(0)
    n = n_pairs // 4
    left = rng.integers(0, n, 3 * n_pairs)
    is_near = rng.random(len(left)) < 0.8
    right = np.where(is_near, left // 5 * 5 + rng.integers(0, 5, len(left)), rng.integers(0, n, len(left)))
    pairs = np.unique(np.stack((np.minimum(left, right), np.maximum(left, right)), axis=1), axis=0)
    pairs = rng.permutation(pairs[pairs[:, 0] != pairs[:, 1]])[:n_pairs]
    is_same = pairs[:, 0] // 5 == pairs[:, 1] // 5
    weight = np.where(is_same, 4.0, -4.0) + rng.normal(0.0, 1.5, len(pairs))
    return pd.DataFrame({"unique_id_l": pairs[:, 0], "unique_id_r": pairs[:, 1], "match_weight": weight})


def compare(spark: SparkSession) -> None:
    """Compare both ways with a solve in memory, on pairs that fit there."""
    table = made_up(20_000)
    pairs = spark.createDataFrame(table).persist()
    print(f"{pairs.count():,} pairs")
    seconds: dict[str, float] = {}
    labels: dict[str, pd.DataFrame] = {}

    began = time.perf_counter()
    labels["applyInPandas"] = entities_on_spark(pairs, missing=-1.0).toPandas()
    seconds["applyInPandas"] = time.perf_counter() - began

    began = time.perf_counter()
    folder = Path.cwd()  # on a cluster: a folder that all machines share
    pairs.write.parquet(f"file://{folder}/pairs")
    fr.solve_dataset(
        folder / "pairs",
        folder / "labels",
        calibration="none",
        missing=-1.0,
        scratch=folder / "between",
        client=OnSpark(spark),
    )
    labels["solve_dataset"] = spark.read.parquet(f"file://{folder}/labels").toPandas()
    seconds["solve_dataset"] = time.perf_counter() - began

    began = time.perf_counter()
    labels["in memory"] = fr.cluster_table(table, calibration="none", missing=-1.0)
    seconds["in memory"] = time.perf_counter() - began

    in_memory = labels["in memory"].sort_values("unique_id")["cluster_id"]
    print(f"\n{'':14} clusters  seconds  agree with memory (adjusted Rand index)")
    for name, found in labels.items():
        own = found.sort_values("unique_id")["cluster_id"]
        print(
            f"{name:14} {own.nunique():8,} {seconds[name]:8.1f}  {fr.metrics.adjusted_rand_index(own, in_memory):.4f}"
        )


def main() -> None:
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)  # not the first python3 on the PATH
    settings = {
        "spark.driver.memory": "1g",
        "spark.driver.extraJavaOptions": "-XX:TieredStopAtLevel=1",  # starting the JVM takes most of the time
        "spark.sql.shuffle.partitions": "4",
        "spark.ui.enabled": "false",
    }
    try:
        spark = SparkSession.builder.master("local[2]").config(map=settings).getOrCreate()
    except PySparkException as error:
        print(f"Spark does not start here: {error}")
        return
    compare(spark)
    spark.stop()


if __name__ == "__main__":
    main()
