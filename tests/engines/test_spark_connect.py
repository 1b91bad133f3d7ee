"""Pairs in Spark by way of Spark Connect, whose server runs on this machine, in a process of its own."""

import os
import shutil
import subprocess
import sys

import pytest

pytest.importorskip("pyspark", reason="pyspark is not installed")
pytest.importorskip("grpc_status", reason="Spark Connect needs grpcio-status")
pytest.importorskip("pandas", reason="pandas is not installed")

PROGRAM = """
import numpy as np
import pandas as pd
import pyarrow as pa
from pyspark.sql import SparkSession
import frenemy as fr

rng = np.random.default_rng(0)
left, right = rng.integers(0, 60, (2, 200))
weight = np.where(left // 5 == right // 5, 4.0, -4.0) + rng.normal(0.0, 1.5, 200)
ids = ([f"r{i}" for i in ends] for ends in (left, right))
pairs = pd.DataFrame(dict(zip(("unique_id_l", "unique_id_r"), ids)) | {"match_weight": weight})[left != right]
given = {"calibration": "none", "missing": -1.0}
expected = fr.cluster_table(pa.Table.from_pandas(pairs, preserve_index=False), **given).to_pandas()
builder = SparkSession.builder.remote("local[2]").config("spark.sql.shuffle.partitions", "2")
spark = builder.config("spark.ui.enabled", "false").getOrCreate()
found = fr.solve_dataset(spark.createDataFrame(pairs), **given).table().toPandas()
spark.stop()
both = expected.merge(found, on="unique_id", suffixes=("", "_of_spark"))
assert len(both) == len(expected) == len(found)
groups = both.groupby(["cluster_id", "cluster_id_of_spark"]).ngroups
assert groups == expected["cluster_id"].nunique() == found["cluster_id"].nunique()
print("same labels")
"""


@pytest.mark.timeout(600)  # five minutes on a busy machine
@pytest.mark.skipif(not (os.environ.get("JAVA_HOME") or shutil.which("java")), reason="Spark needs Java")
def test_same_labels_as_in_memory(tmp_path):
    path = os.pathsep.join(filter(None, sys.path))
    around = {**os.environ, "PYSPARK_PYTHON": sys.executable, "PYTHONPATH": path}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], cwd=tmp_path, env=around, capture_output=True, text=True, check=False
    )
    assert "same labels" in done.stdout, done.stderr[-3000:]
