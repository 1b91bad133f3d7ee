"""A Spark of two worker threads whose processes have working directories that share nothing, for tests."""

import os
import shutil
import sys
from contextlib import contextmanager

import pytest
from faulty_tasks import children

SETTINGS = {
    "spark.driver.memory": "1g",
    "spark.driver.extraJavaOptions": "-XX:TieredStopAtLevel=1",  # most of the time goes into starting
    "spark.driver.bindAddress": "127.0.0.1",
    "spark.driver.host": "127.0.0.1",
    "spark.sql.shuffle.partitions": "2",
    "spark.ui.enabled": "false",
}


@contextmanager
def spark_session():
    """One JVM, which ends with the context; the test is skipped, with the reason, where Spark cannot start."""
    pyspark = pytest.importorskip("pyspark", reason="pyspark is not installed")
    if not (os.environ.get("JAVA_HOME") or shutil.which("java")):  # to try leaves pipes open, of which Python warns
        pytest.skip("Spark needs Java, which is not here")
    from pyspark.errors import PySparkException
    from pyspark.sql import SparkSession

    before = {one.pid for one in children()}
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYSPARK_PYTHON", sys.executable)
        patch.setenv("PYTHONPATH", os.pathsep.join(filter(None, sys.path)))  # workers import the tasks of tests by name
        try:
            # A task may be lost four times, as on a cluster.
            session = SparkSession.builder.master("local[2, 4]").config(map=SETTINGS).getOrCreate()
        except PySparkException as error:
            pytest.skip(f"Spark does not start here: {error}")
        gateway = pyspark.SparkContext._gateway
        session.sparkContext.setLogLevel("OFF")
        yield session
        session.stop()
    # The JVM stays as long as this process, unless it is told to go.
    gateway.shutdown()
    gateway.proc.stdin.close()
    gateway.proc.wait(timeout=60)
    pyspark.SparkContext._gateway = pyspark.SparkContext._jvm = None
    assert [one for one in children() if one.pid not in before] == []
