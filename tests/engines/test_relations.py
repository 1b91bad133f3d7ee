"""Relations on DuckDB, and what they compare scores with."""

import math
import os
import signal
import threading
import time

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

pa = pytest.importorskip("pyarrow", reason="pyarrow is not installed")
pq = pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed")
duckdb = pytest.importorskip("duckdb", reason="duckdb is not installed")

import frenemy as fr  # noqa: E402
from frenemy.engines.executors.executor import SerialExecutor  # noqa: E402
from frenemy.engines.relations.attraction import score_above  # noqa: E402
from frenemy.engines.relations.on_duckdb import OnDuckDB  # noqa: E402
from frenemy.engines.relations.plan import PairPlan, as_sql  # noqa: E402
from frenemy.engines.scratch.checkpointed_stages import CheckpointedStages  # noqa: E402
from frenemy.tables.weighing.weighing import Weighing  # noqa: E402

finite = st.floats(allow_nan=False, allow_infinity=False)


@given(finite, st.lists(finite, min_size=1), st.booleans())
def test_the_score_above_which_a_row_attracts(step, scores, is_strict):
    """A step function, which jumps at or just above a number."""

    def curve(values):
        return np.where(values > step if is_strict else values >= step, 1.0, -1.0)

    weighing = Weighing("weights", None, None, curve)
    above = score_above(weighing, min(scores), max(scores))
    assert [score > above for score in scores] == (curve(np.array(scores)) > 0.0).tolist()


def test_scores_of_which_all_or_none_attract():
    weighing = Weighing("match_weights", None, None, lambda nats: nats)
    assert score_above(weighing, None, None) == math.inf
    assert score_above(weighing, -3.0, -1.0) == math.inf
    assert score_above(weighing, 1.0, math.inf) == -math.inf
    assert score_above(weighing, -math.inf, math.inf) == 0.0


@pytest.fixture
def engine(tmp_path):
    with OnDuckDB(CheckpointedStages(tmp_path, SerialExecutor()), memory=2**28, threads=2) as opened:
        yield opened


@given(number=st.floats(allow_nan=False))
def test_numbers_keep_all_digits_in_sql(number):
    assert duckdb.sql(f"SELECT {as_sql(number)}").fetchall() == [(number,)]


@pytest.mark.parametrize("n_parts", [1, 3], ids=["at once", "in parts"])
@pytest.mark.parametrize("key", [None, "length"], ids=["hashes", "two ids with the same key"])
def test_ids_are_numbered_as_they_are_seen(engine, monkeypatch, key, n_parts):
    monkeypatch.setattr(engine, "n_parts", lambda _: n_parts)
    if key is not None:
        monkeypatch.setattr(engine, "key", lambda columns: f"length({columns[0]})")
    engine.lend(
        "given",
        pa.table(
            {
                "l1": ["b", "a", None, "bb", "b"],
                "r1": ["a", "bb", "c", "bb", "d"],
                "score": [1.0, 2.0, 3.0, 4.0, None],
                "place": [0, 1, 2, 3, 4],
            }
        ),
    )
    plan = PairPlan(engine, 1, is_number=False)
    assert tuple(plan.facts()) == (5, 1, 1, 1.0, 4.0)
    assert plan.number_ids(5) == 4
    ids = engine.table("SELECT id1, node FROM ids ORDER BY node").to_pydict()
    assert ids == {"id1": ["b", "a", "bb", "d"], "node": [0, 1, 2, 3]}
    assert plan.number_pairs(4) == 2
    assert engine.table("SELECT u, v, score, place FROM pairs ORDER BY place").to_pylist() == [
        {"u": 0, "v": 1, "score": 1.0, "place": 0},
        {"u": 1, "v": 2, "score": 2.0, "place": 1},
    ]


def test_more_groups_than_memory_holds_are_made_in_parts(engine):
    assert engine.n_parts(1_000_000) == 1
    assert engine.n_parts(100_000_000) > 10


def test_ids_in_parts_are_the_same_and_leave_no_files(tmp_path, monkeypatch):
    random = np.random.default_rng(0)
    u, v = random.integers(0, 300, (2, 900))
    rows = {"id_1": [f"r{i}" for i in u], "id_2": [f"r{i}" for i in v], "weight": random.normal(size=900)}
    pq.write_table(pa.table(rows), tmp_path / "pairs.parquet")
    plain = fr.solve_dataset(tmp_path / "pairs.parquet", tmp_path / "plain")
    monkeypatch.setattr(OnDuckDB, "n_parts", lambda *_: 4)
    queries = []
    table = OnDuckDB.table
    monkeypatch.setattr(OnDuckDB, "table", lambda own, sql: queries.append(sql) or table(own, sql))

    def end(stage, _done):
        if stage == "connect":
            raise KeyboardInterrupt

    options = {"scratch": tmp_path / "scratch"}
    with pytest.raises(KeyboardInterrupt):
        fr.solve_dataset(tmp_path / "pairs.parquet", tmp_path / "parted", on_stage=end, **options)
    assert not list(tmp_path.rglob("ids_first*.parquet"))
    queries.clear()
    parted = fr.solve_dataset(tmp_path / "pairs.parquet", tmp_path / "parted", **options)
    assert parted.table().equals(plain.table())
    assert not [sql for sql in queries if "given" in sql or "DISTINCT" in sql], "what was counted is not counted again"


@pytest.mark.parametrize("name", ["pairs [1].parquet", "it's * odd?.parquet", "x=1/pairs.parquet", 'a "b".parquet'])
def test_names_of_files_are_no_patterns(tmp_path, name):
    file = tmp_path / name
    file.parent.mkdir(exist_ok=True)
    pq.write_table(pa.table({'left "id"': ["a"], "right id": ["b"], "weight": [1.0]}), file)
    found = fr.solve_dataset(
        [file], tmp_path / "out", id_left='left "id"', id_right="right id", scratch=tmp_path / "[s]"
    )
    assert found.n_clusters == 1


def test_ids_of_all_kinds_come_back(tmp_path):
    """Dates, several columns with a category, and unsigned numbers beyond the signed ones."""
    import datetime as dt

    day = dt.date(2024, 2, 29)
    ids = {
        "dates": (pa.array([day, day]), pa.array([day.replace(day=1), day.replace(day=2)])),
        "large": (pa.array([2**64 - 1, 2**64 - 1], pa.uint64()), pa.array([1, 2], pa.uint64())),
        "categories": (pa.array(["a", "a"]).dictionary_encode(), pa.array(["b", "c"]).dictionary_encode()),
        "decimals": (pa.array([1, 1]).cast(pa.decimal128(30, 2)), pa.array([2, 3]).cast(pa.decimal128(30, 2))),
    }
    for name, (left, right) in ids.items():
        pq.write_table(pa.table({"id_1": left, "id_2": right, "weight": [2.0, -1.0]}), tmp_path / f"{name}.parquet")
        table = fr.solve_dataset(tmp_path / f"{name}.parquet", tmp_path / name).table()
        assert table.column("id").to_pylist() == [left[0].as_py(), right[0].as_py(), right[1].as_py()]
        assert table.column("id").type in (left.type, pa.string())
        assert table.column("cluster_id").to_pylist() == [0, 0, 1]


@pytest.mark.usefixtures("ctrl_c")
def test_ctrl_c_ends_a_query(engine, tmp_path):
    timer = threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT))
    timer.start()
    begin = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        engine.store("many", "SELECT hash(range) AS h, count(*) AS n FROM range(1000000000) GROUP BY 1")
    assert time.monotonic() - begin < 20.0  # it would take minutes
    timer.join()
    assert not [one for one in (tmp_path / "tables").iterdir() if one.suffix == ".partial"]
