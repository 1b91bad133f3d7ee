"""Pairs in Spark, on a real one where it can start: one JVM for all tests, two workers that share nothing but Spark."""

import importlib.util
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

pytest.importorskip("pyspark", reason="pyspark is not installed")
pd = pytest.importorskip("pandas", reason="pandas is not installed")
pa = pytest.importorskip("pyarrow", reason="pyarrow is not installed")

from spark_session import spark_session  # noqa: E402

import frenemy as fr  # noqa: E402

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "19_spark.py"
# Spark has ways of its own that others warn of.
pytestmark = pytest.mark.filterwarnings("default")


@pytest.fixture(scope="module")
def spark():
    with spark_session() as opened:
        yield opened


def made_up(n_pairs=800):
    """People with about five records each, some pairs twice, one record that is compared with itself only."""
    rng = np.random.default_rng(0)
    n = n_pairs // 4
    left = rng.integers(0, n, n_pairs)
    near = rng.random(n_pairs) < 0.8
    right = np.where(near, left // 5 * 5 + rng.integers(0, 5, n_pairs), rng.integers(0, n, n_pairs))
    kept = left != right
    left, right = left[kept], right[kept]
    weight = np.where(left // 5 == right // 5, 4.0, -4.0) + rng.normal(0.0, 1.5, len(left))
    ids = [[f"r{i}" for i in ends] for ends in (left, right)]
    table = pd.DataFrame({"unique_id_l": ids[0], "unique_id_r": ids[1], "match_weight": weight})
    alone = pd.DataFrame({"unique_id_l": ["alone"], "unique_id_r": ["alone"], "match_weight": [8.0]})
    return pd.concat([table, alone], ignore_index=True)


@dataclass(frozen=True)
class Elsewhere:
    """Solves in an empty working directory of its own; the worker of the first task dies in the middle of it."""

    function: Any
    folder: Path

    def __call__(self, batches):
        own = self.folder / str(os.getpid())
        own.mkdir(exist_ok=True)
        os.chdir(own)
        mark = self.folder / "died"
        for solved in self.function(batches):
            if not mark.exists():
                mark.touch()
                os._exit(1)
            yield solved
        assert not list(own.iterdir())


def test_as_in_memory_though_a_worker_dies(spark, tmp_path, monkeypatch):
    """Calibrated scores, repeated pairs, and links."""
    from frenemy.engines.relations.on_spark import OnSpark

    table = made_up()
    links = {
        "must_link": pd.DataFrame({"unique_id_l": ["r1"], "unique_id_r": ["r57"]}),
        "cannot_link": pd.DataFrame({"unique_id_l": ["r10"], "unique_id_r": ["r11"]}),
    }
    solve = OnSpark.solve
    monkeypatch.setattr(
        OnSpark, "solve", lambda own, sql, function, schema: solve(own, sql, Elsewhere(function, tmp_path), schema)
    )
    result = fr.solve_dataset(spark.createDataFrame(table), **links)
    assert (tmp_path / "died").exists()
    found = result.table().toPandas()
    expected = fr.find_entities(table, **links)
    ids = expected.pairs.ids.values[0].to_pylist()
    assert dict(zip(found["unique_id"], found["cluster_id"], strict=True)) == dict(
        zip(ids, expected.labels.tolist(), strict=True)
    )
    assert result.energy == pytest.approx(expected.result.energy, rel=1e-9)
    assert result.lower_bound <= result.energy
    assert result.notes == expected.notes.choices[:3]
    assert result.left_out == expected.notes.left_out
    assert result.n_clusters == expected.n_entities
    sizes = np.bincount(found["cluster_id"])
    assert (result.largest, result.n_single) == (sizes.max(), int((sizes == 1).sum()))
    assert not [view for view in spark.catalog.listTables() if view.name.startswith("frenemy_")]


DYING_DRIVER = """
import os, sys
sys.path[:0] = sys.argv[3:]
import pandas as pd
from pyspark.sql import SparkSession
from spark_session import SETTINGS
import frenemy as fr

def die(stage, done):
    if stage == "solved":
        os._exit(3)

spark = SparkSession.builder.master("local[2]").config(map=SETTINGS).getOrCreate()
pairs = spark.createDataFrame(pd.read_parquet(sys.argv[1]))
fr.solve_dataset(pairs, calibration="none", missing=-1.0, scratch=sys.argv[2], on_stage=die)
"""


@pytest.mark.timeout(300)  # another Java starts
def test_a_new_driver_goes_on(spark, tmp_path):
    """The first one dies before tasks are solved; the second finds all that comes before them."""
    table = made_up(400)
    table.to_parquet(tmp_path / "pairs.parquet")
    paths = [str(tmp_path / "pairs.parquet"), str(tmp_path / "s"), *sys.path]
    died = subprocess.run([sys.executable, "-c", DYING_DRIVER, *paths], capture_output=True, text=True, check=False)
    assert died.returncode == 3, died.stderr
    stages = []
    options = {"calibration": "none", "missing": -1.0, "scratch": tmp_path / "s"}
    found = fr.solve_dataset(
        spark.createDataFrame(table),
        on_stage=lambda name, done: stages.append(name) if done == 0.0 else None,
        **options,
    )
    assert stages == ["solved", "roots", "sizes", "labels"]
    labels = found.table().toPandas()
    expected = fr.find_entities(table, calibration="none", missing=-1.0)
    ids = expected.pairs.ids.values[0].to_pylist()
    assert dict(zip(labels["unique_id"], labels["cluster_id"], strict=True)) == dict(
        zip(ids, expected.labels.tolist(), strict=True)
    )
    assert found.energy == pytest.approx(expected.result.energy, rel=1e-9)
    with pytest.raises(ValueError, match="belongs to a run with other seed; give another folder, or delete it"):
        fr.solve_dataset(spark.createDataFrame(table), seed=1, **options)


def test_splinks_predictions_stay_in_spark(spark):
    """Those of a real splink on this Spark."""
    pytest.importorskip("splink", minversion="5")
    from splink import Linker, SettingsCreator, SparkAPI, block_on
    from splink import comparison_library as compare

    people = pd.DataFrame(
        {"unique_id": range(6), "name": ["ann", "ann", "bob", "bob", "cleo", "ann"], "town": list("xxyyzz")}
    )
    api = SparkAPI(spark_session=spark, register_udfs_automatically=False, break_lineage_method="persist")
    settings = SettingsCreator(
        link_type="dedupe_only",
        blocking_rules_to_generate_predictions=[block_on("name"), block_on("town")],
        comparisons=[compare.ExactMatch("name"), compare.ExactMatch("town")],
    )
    predicted = Linker(api.register(spark.createDataFrame(people)), settings).inference.predict()
    options = {"missing": -1.0, "calibration": "none"}
    found = fr.cluster_table(predicted, **options)
    assert type(found).__module__.startswith("pyspark.sql")
    expected = fr.cluster_table(predicted.as_spark_dataframe().toPandas(), **options)
    rows = zip(expected["unique_id"], expected["cluster_id"], strict=True)
    assert sorted(map(tuple, found.collect())) == sorted(rows)


def test_splinks_table_stays_in_spark(spark):
    """As splink 4 and 5 give it: a table with a name in the database, and its DataFrame."""
    table = made_up(300)
    table["unique_id_l"], table["unique_id_r"] = table["unique_id_l"].str[1:], table["unique_id_r"].str[1:]
    table = table[:-1].astype({"unique_id_l": int, "unique_id_r": int})
    frame = spark.createDataFrame(table)
    splinks = SimpleNamespace(
        physical_name="predict", as_pandas_dataframe=frame.toPandas, as_spark_dataframe=lambda: frame
    )
    found = fr.cluster_table(splinks, calibration="none", missing=-1.0, memory_limit="300MB")
    assert found.columns == ["unique_id", "cluster_id"]
    got = found.toPandas().sort_values("unique_id")
    expected = fr.cluster_table(table, calibration="none", missing=-1.0).sort_values("unique_id")
    assert got["unique_id"].tolist() == expected["unique_id"].tolist()
    assert got["cluster_id"].tolist() == expected["cluster_id"].tolist()


def test_components(spark):
    """A path, a star, a circle and pairs at random, under numbers that say nothing."""
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    from frenemy.engines.relations.on_spark import components_here, find_components

    rng = np.random.default_rng(0)
    n = 400
    path, circle = np.arange(100), np.arange(150, 180)
    u = np.concatenate((path[:-1], np.full(49, 100), circle, rng.integers(180, n, 130)))
    v = np.concatenate((path[1:], np.arange(101, 150), np.roll(circle, 1), rng.integers(180, n, 130)))
    names = rng.permutation(n)
    pairs = spark.createDataFrame(pd.DataFrame({"u": names[u], "v": names[v]}))
    found = find_components(pairs, lambda frame: frame.localCheckpoint()).toPandas()
    here = components_here(pa.table({"u": names[u], "v": names[v]})).to_pandas()
    assert here.sort_values("id").to_numpy().tolist() == found.sort_values("id").to_numpy().tolist()
    assert found["id"].is_unique
    least = np.arange(n)
    least[found["id"]] = found["least"]
    _, component = connected_components(coo_array((np.ones(len(u)), (names[u], names[v])), (n, n)), directed=False)
    assert least.tolist() == pd.Series(np.arange(n)).groupby(component).transform("min").tolist()


def test_no_pairs(spark):
    empty = spark.createDataFrame([], "unique_id_l string, unique_id_r string, match_weight double")
    found = fr.solve_dataset(empty)
    assert (found.n_nodes, found.n_clusters, found.energy) == (0, 0, 0.0)
    assert found.table().columns == ["unique_id", "cluster_id"]
    assert found.table().count() == 0


@pytest.mark.parametrize(
    ("rows", "options", "message"),
    [
        ([(1, None, 2.0), (None, 3, 1.0)], {}, "^2 rows of pairs have no id; nulls="),
        ([(1, 2, None)], {}, "^1 rows of pairs have no score in column 'match_probability'; nulls="),
        ([(1, 2, 1.5)], {"values": "probabilities"}, "got 1.5 in column 'match_probability'$"),
        ([(1, 2, 0.5)], {"client": 2}, "client is for pairs in files, got client=2: Spark does the work"),
        ([(1, 2, 0.5)], {"must_link": pa.table({"id_l": [1], "id_r": [9]})}, "has an id that is not in pairs"),
    ],
)
def test_bad_input(spark, rows, options, message):
    frame = spark.createDataFrame(rows, "id_l int, id_r int, match_probability double")
    with pytest.raises(ValueError, match=message):
        fr.solve_dataset(frame, **options)


def test_doors(spark):
    frame = spark.createDataFrame([(1, 2, 0.5)], "id_l int, id_r int, match_probability double")
    with pytest.raises(ValueError, match="^labels of pairs in Spark are a DataFrame: leave out output, got 'labels'"):
        fr.solve_dataset(frame, "labels")
    with pytest.raises(ValueError, match="^nodes is for tables in memory, and these pairs are in Spark"):
        fr.cluster_table(frame, frame)
    with pytest.raises(ValueError, match="^labeled is for tables in memory, and these pairs are in Spark"):
        fr.cluster_table(frame, labeled=frame)


@pytest.mark.parametrize(("shares", "calibration"), [(1, "auto"), (6, "none")])
def test_components_that_are_too_large_go_through_the_driver(spark, tmp_path, monkeypatch, shares, calibration):
    """Streamed, or solved alone; the labels are those that the same pairs in a file get."""
    from frenemy.engines import budget, solve_dataset, spark_job
    from frenemy.engines.relations import on_spark

    little = budget.Budget(8 * 150 * 150)
    monkeypatch.setattr(spark_job, "read_memory", lambda _limit: little)
    monkeypatch.setattr(solve_dataset, "read_memory", lambda _limit: little)
    monkeypatch.setattr(budget, "_PAIRS_ALONE", shares)
    monkeypatch.setattr(budget, "_NODE_BYTES", 1)
    monkeypatch.setattr(on_spark, "_ROWS_FETCHED", 100)
    rng = np.random.default_rng(1)
    large, small = made_up(900), made_up(60)
    wrong = (large["match_weight"] < 0.0) & (rng.random(len(large)) < 0.4)
    large.loc[wrong, "match_weight"] *= -1.0  # holds nearly all of them together
    for end in ("unique_id_l", "unique_id_r"):
        small[end] = "s" + small[end]
    table = pd.concat([large, small], ignore_index=True).sample(frac=1.0, random_state=0)
    links = {
        "must_link": pd.DataFrame({"unique_id_l": ["r1"], "unique_id_r": ["r57"]}),
        "cannot_link": pd.DataFrame({"unique_id_l": ["r10"], "unique_id_r": ["r11"]}),
    }
    options = {"calibration": calibration, "missing": -0.2, **links}
    stages = []
    found = fr.solve_dataset(spark.createDataFrame(table), on_stage=lambda name, _done: stages.append(name), **options)
    table.to_parquet(tmp_path / "pairs.parquet")
    expected = fr.solve_dataset(tmp_path / "pairs.parquet", tmp_path / "labels", **options)
    assert found.n_large == expected.n_large == 1
    assert ("large: number" in stages) == (shares == 1)
    assert ("solve alone" in stages) == (shares == 6)
    assert found.notes[-1].startswith("components too large for a task, and solved by the driver: 1;")
    assert found.notes[:-1] == expected.notes
    labels = found.table().toPandas().set_index("unique_id")["cluster_id"]
    others = expected.table().to_pandas().set_index("unique_id")["cluster_id"]
    assert labels.to_dict() == others.to_dict()
    assert found.energy == pytest.approx(expected.energy, rel=1e-9)
    assert found.lower_bound == pytest.approx(expected.lower_bound, rel=1e-9)
    assert found.left_out == expected.left_out
    assert (found.n_dropped, found.n_clusters) == (expected.n_dropped, expected.n_clusters)
    assert not [view for view in spark.catalog.listTables() if view.name.startswith("frenemy_")]


def test_the_example_runs(spark, monkeypatch, capsys):
    described = importlib.util.spec_from_file_location("spark_example", EXAMPLE)
    example = importlib.util.module_from_spec(described)
    described.loader.exec_module(example)
    whole = example.made_up
    monkeypatch.setattr(example, "made_up", lambda n_pairs: whole(n_pairs // 40))
    example.compare(spark)
    assert capsys.readouterr().out.endswith("agreement with memory (adjusted Rand index): 1.0000\n")
