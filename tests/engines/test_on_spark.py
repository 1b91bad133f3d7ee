"""The recipe for Spark, on a real one where it can start: one JVM for all of it."""

import importlib.util
import os
import shutil
import sys
from pathlib import Path

import numpy as np
import pytest
from faulty_tasks import Die, Fail, Give, Spoiled, children, first_dies, labels_of, small_dataset

import frenemy as fr

pyspark = pytest.importorskip("pyspark", reason="pyspark is not installed")
pd = pytest.importorskip("pandas", reason="pandas is not installed")
pa = pytest.importorskip("pyarrow", reason="pyarrow is not installed")

if not (os.environ.get("JAVA_HOME") or shutil.which("java")):  # to try leaves pipes open, of which Python warns
    pytest.skip("Spark needs Java, which is not here", allow_module_level=True)

from pyspark.errors import PySparkException, PythonException  # noqa: E402
from pyspark.sql import SparkSession  # noqa: E402

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "19_spark.py"
# Spark has ways of its own that others warn of.
pytestmark = pytest.mark.filterwarnings("default")


@pytest.fixture(scope="module")
def recipe():
    described = importlib.util.spec_from_file_location("spark_recipe", EXAMPLE)
    module = importlib.util.module_from_spec(described)
    described.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def spark():
    settings = {
        "spark.driver.memory": "1g",
        "spark.driver.extraJavaOptions": "-XX:TieredStopAtLevel=1",  # most of the time goes into starting
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.driver.host": "127.0.0.1",
        "spark.sql.shuffle.partitions": "2",
        "spark.ui.enabled": "false",
    }
    before = {one.pid for one in children()}
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYSPARK_PYTHON", sys.executable)
        patch.setenv("PYTHONPATH", os.pathsep.join(filter(None, sys.path)))  # workers import the tasks of tests by name
        try:
            # A task may be lost four times, as on a cluster.
            session = SparkSession.builder.master("local[2, 4]").config(map=settings).getOrCreate()
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


def made_up(recipe, *, text=False):
    """20,000 pairs, a record that has none that attract, and one that is compared with itself only."""
    table = recipe.made_up(20_000)
    extra = {"unique_id_l": [7, 99_998], "unique_id_r": [99_999, 99_998], "match_weight": [-3.0, 8.0]}
    table = pd.concat([table, pd.DataFrame(extra)], ignore_index=True)
    return with_texts(table) if text else table


def with_texts(table):
    return table.assign(**{side: "r" + table[side].astype(str) for side in ("unique_id_l", "unique_id_r")})


def partition(table):
    """The ids of each cluster."""
    return {frozenset(own) for _, own in table.groupby("cluster_id")["unique_id"]}


RAW = {"calibration": "none", "missing": -1.0}


def in_memory(table, *, sort=False):
    """With the records in the order of their ids, or as they are seen."""
    ids = pd.unique(table[["unique_id_l", "unique_id_r"]].to_numpy().ravel())
    nodes = pd.DataFrame({"unique_id": np.sort(ids) if sort else ids})
    return fr.cluster_table(table, nodes, **RAW)


def test_apply_in_pandas_finds_what_memory_does(recipe, spark):
    table = made_up(recipe)
    expected = in_memory(table, sort=True)
    # Parts are put into about twelve groups.
    found = recipe.entities_on_spark(spark.createDataFrame(table), missing=-1.0, most_pairs=6_000).toPandas()
    assert partition(found) == partition(expected)
    assert len(found) == len(expected)
    assert found["unique_id"].dtype == np.int64
    assert (found.groupby("cluster_id")["unique_id"].transform("min") == found["cluster_id"]).all()


def test_texts_and_probabilities(recipe, spark):
    table = made_up(recipe, text=True)[-3000:]
    table["match_probability"] = 1.0 / (1.0 + 2.0 ** -table.pop("match_weight"))
    pairs = spark.createDataFrame(table.rename(columns={"unique_id_l": "a", "unique_id_r": "b"}))
    found = recipe.entities_on_spark(pairs, left="a", right="b", score="match_probability", missing=-1.0).toPandas()
    assert partition(found) == partition(in_memory(table, sort=True))
    assert {"r99999", "r99998"} <= set(found["cluster_id"])


@pytest.mark.parametrize("text", [False, True], ids=["numbers", "texts"])
def test_tasks_on_spark_find_what_memory_does(recipe, spark, tmp_path, text):
    table = made_up(recipe, text=text)
    spark.createDataFrame(table).write.parquet(f"file://{tmp_path}/pairs")
    found = fr.solve_dataset(tmp_path / "pairs", tmp_path / "labels", **RAW, client=recipe.OnSpark(spark))
    labels = spark.read.parquet(f"file://{tmp_path}/labels").toPandas()
    assert partition(labels) == partition(in_memory(table))
    assert found.n_nodes == len(labels)
    here = fr.solve_dataset(tmp_path / "pairs", tmp_path / "here", **RAW)
    assert here.table().equals(found.table())


@pytest.mark.usefixtures("small_budget")
def test_large_parts_though_a_worker_dies(recipe, spark, tmp_path):
    pairs = small_dataset(tmp_path / "in")
    expected = fr.solve_dataset(pairs, tmp_path / "expected")
    assert expected.n_large == 1
    dying = Spoiled(recipe.OnSpark(spark), first_dies(tmp_path / "marks", {"solve"}))
    found = fr.solve_dataset(pairs, tmp_path / "out", scratch=tmp_path / "between", client=dying)
    assert labels_of(found) == labels_of(expected)
    assert len(list((tmp_path / "marks").iterdir())) == 1


def test_no_pairs(recipe, spark, tmp_path):
    empty = spark.createDataFrame([], "unique_id_l string, unique_id_r string, match_weight double")
    found = recipe.entities_on_spark(empty)
    assert found.columns == ["unique_id", "cluster_id"]
    assert found.count() == 0
    empty.write.parquet(f"file://{tmp_path}/pairs")
    solved = fr.solve_dataset(tmp_path / "pairs", tmp_path / "labels", client=recipe.OnSpark(spark))
    assert solved.n_nodes == 0
    assert spark.read.parquet(f"file://{tmp_path}/labels").count() == 0


def test_parts(recipe, spark):
    """A path, a star, a circle and pairs at random, under numbers that say nothing."""
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    rng = np.random.default_rng(0)
    n = 1200
    path, circle = np.arange(300), np.arange(400, 500)
    u = np.concatenate((path[:-1], np.full(99, 300), circle, rng.integers(500, n, 400)))
    v = np.concatenate((path[1:], np.arange(301, 400), np.roll(circle, 1), rng.integers(500, n, 400)))
    names = rng.permutation(n)
    pairs = pd.DataFrame({"unique_id_l": names[u], "unique_id_r": names[v]})
    found = recipe.find_parts(spark.createDataFrame(pairs)).toPandas()
    assert found["id"].is_unique
    least = np.arange(n)
    least[found["id"]] = found["least"]
    _, component = connected_components(coo_array((np.ones(len(u)), (names[u], names[v])), (n, n)), directed=False)
    expected = pd.Series(np.arange(n)).groupby(component).transform("min")
    assert least.tolist() == expected.tolist()


def test_nulls_are_not_dropped_in_silence(recipe, spark):
    kind = "unique_id_l int, unique_id_r int, match_weight double"
    pairs = spark.createDataFrame([(1, 2, 3.0), (1, None, 2.0), (2, 3, None)], kind)
    with pytest.raises(ValueError, match="^2 rows of pairs have no id or no match_weight"):
        recipe.entities_on_spark(pairs)


def test_a_part_that_is_too_large(recipe, spark):
    pairs = spark.createDataFrame(made_up(recipe)[:500])
    with pytest.raises(ValueError, match="^a part has .* pairs, and most_pairs is 1: solve it by fr.solve_dataset"):
        recipe.entities_on_spark(pairs, most_pairs=1)


def test_an_error_in_a_group_tells_what_is_wrong(recipe, spark):
    pairs = spark.createDataFrame([(1, 2, 1.5)], "unique_id_l int, unique_id_r int, match_probability double")
    with pytest.raises(
        PythonException, match="ValueError: probabilities must be in 0..1 .*, got 1.5 in column 'match_pr"
    ):
        recipe.entities_on_spark(pairs, score="match_probability").collect()


def test_an_error_is_the_tasks_own(recipe, spark):
    results = recipe.OnSpark(spark).run([Give(5), Fail(ValueError("row 3 has no id"))], stage="number")
    at, (value, pid) = next(results)
    assert (at, value) == (0, 5)
    assert pid != os.getpid()
    with pytest.raises(ValueError, match="^row 3 has no id$"):
        next(results)


def test_many_tasks(recipe, spark, tmp_path):
    on_spark = recipe.OnSpark(spark)
    assert list(on_spark.run([], stage="none")) == []
    assert {at: value for at, (value, _) in on_spark.run([Give(at) for at in range(50)], stage="many")} == {
        at: at for at in range(50)
    }
    results = on_spark.run([Give()] * 40 + [Give(mark=tmp_path / "b")], stage="closed")
    next(results)
    results.close()
    assert not (tmp_path / "b").exists()


def test_a_task_that_always_kills_is_an_error(recipe, spark, tmp_path):
    with pytest.raises(Exception, match="Python worker exited unexpectedly"):
        list(recipe.OnSpark(spark).run([Die(Give(), tmp_path / "a", times=9)], stage="solve"))


def test_the_example_runs(recipe, spark, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    recipe.compare(spark)
    printed = capsys.readouterr().out
    assert printed.startswith("20,000 pairs\n")
    assert [line.split()[-1] for line in printed.splitlines()[-3:]] == ["1.0000"] * 3
