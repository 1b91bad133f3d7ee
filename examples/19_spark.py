"""
Cluster pairs in Spark
======================

Pairs in a Spark DataFrame become a DataFrame of clusters. Nothing leaves Spark, and its workers share no folder.
"""

# sphinx_gallery_thumbnail_path = 'images/reader_big_data.png'

import os
import sys
import time

import numpy as np

import frenemy as fr

try:
    import pandas as pd
    import pyarrow  # noqa: F401
    from pyspark.errors import PySparkException
    from pyspark.sql import SparkSession
except ImportError as error:
    print(f'{error}: pip install "frenemy[spark]"')
    sys.exit()


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
    """Compare with a solve in memory, on pairs that fit there."""
    table = made_up(20_000)
    pairs = spark.createDataFrame(table)

    # %%
    # The labels are a DataFrame with the columns unique_id and cluster_id:
    began = time.perf_counter()
    labels = fr.cluster_table(pairs, missing=-1.0)
    labels.show(3)
    seconds = time.perf_counter() - began

    # %%
    # In memory they are the same:
    in_memory = fr.cluster_table(table, missing=-1.0).sort_values("unique_id")["cluster_id"]
    in_spark = labels.toPandas().sort_values("unique_id")["cluster_id"]
    agreement = fr.metrics.adjusted_rand_index(in_spark, in_memory)
    print(f"{len(table):,} pairs, {in_spark.nunique():,} clusters in {seconds:.0f} s")
    print(f"agreement with memory (adjusted Rand index): {agreement:.4f}")


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
