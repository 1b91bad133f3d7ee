"""Tables of every kind come in and go out as what they were, ids included."""

import datetime as dt
import decimal
import subprocess
import sys
import uuid

import numpy as np
import pytest

pa = pytest.importorskip("pyarrow")

from frenemy.tables.pair_table import read_pairs  # noqa: E402
from frenemy.tables.readers.table_files import write_table  # noqa: E402
from frenemy.tables.readers.tables import as_arrow, open_table  # noqa: E402

PAIRS = {"id_1": ["a", "b", "d"], "id_2": ["b", "c", "a"], "weight": [1.0, -2.0, 0.5], "note": ["x", "y", "z"]}
RECORDS = ["a", "b", "c", "d"]


def out(pairs, **options):
    """The table of records that comes back."""
    read, _ = read_pairs(pairs, **options)
    return read.table({"cluster_id": np.arange(read.ids.n, dtype=np.int64)})


def test_pyarrow():
    table = out(pa.table(PAIRS))
    assert isinstance(table, pa.Table)
    assert table.to_pydict() == {"id": RECORDS, "cluster_id": [0, 1, 2, 3]}


def test_a_stream_is_read_once_and_gives_a_table():
    table = pa.table(PAIRS)
    assert out(table.to_reader()).column("id").to_pylist() == RECORDS

    class Stream:
        def __arrow_c_stream__(self, requested_schema=None):
            return table.__arrow_c_stream__(requested_schema)

    assert out(Stream()).column("id").to_pylist() == RECORDS
    assert out(pa.record_batch(PAIRS)).column("id").to_pylist() == RECORDS


def test_pandas():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(PAIRS)
    back = out(frame)
    pandas.testing.assert_frame_equal(back, pandas.DataFrame({"id": RECORDS, "cluster_id": [0, 1, 2, 3]}))
    assert frame.columns.tolist() == list(PAIRS)


@pytest.mark.parametrize(
    "dtype",
    ["int8", "uint64", "Int64", "UInt8", "string", "category", "object", "float64", "datetime64[ns, Asia/Tokyo]"],
)
def test_pandas_ids_keep_their_type(dtype):
    pandas = pytest.importorskip("pandas")
    left, right = pandas.Series([1, 2]).astype(dtype), pandas.Series([3, 1]).astype(dtype)
    if dtype == "category":
        both = pandas.CategoricalDtype([3, 2, 1, 9], ordered=True)
        left, right = left.astype(both), right.astype(both)
    frame = pandas.DataFrame({"id_l": left, "id_r": right, "weight": [1.0, 2.0]})
    back = out(frame)
    assert back["id"].dtype == frame["id_l"].dtype
    assert back["id"].tolist() == [left[0], right[0], left[1]]
    nodes = pandas.DataFrame({"id": pandas.concat([right, left], ignore_index=True).drop_duplicates()})
    assert out(frame, nodes=nodes)["id"].dtype == frame["id_l"].dtype


def test_pandas_categories_that_differ_lose_no_id():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(
        {"id_l": pandas.Categorical(["a", "b"]), "id_r": pandas.Categorical(["c", "a"]), "weight": [1.0, 2.0]}
    )
    assert out(frame)["id"].tolist() == ["a", "c", "b"]
    assert out(frame)["id"].dtype == "category"


def test_pandas_objects():
    pandas = pytest.importorskip("pandas")
    first, second, third = (uuid.UUID(int=k) for k in range(3))
    frame = pandas.DataFrame({"id_l": [first, second], "id_r": [second, third], "weight": [1.0, 2.0]})
    assert out(frame)["id"].tolist() == [first, second, third]
    mixed = pandas.DataFrame({"id_l": [1, "a"], "id_r": [2, 3], "weight": [1.0, 2.0]})
    with pytest.raises(ValueError, match="column 'id_l' of pairs holds values of several types"):
        out(mixed)


def test_pandas_ids_in_the_index_as_recordlinkage_has_them():
    pandas = pytest.importorskip("pandas")
    index = pandas.MultiIndex.from_tuples([("a", "b"), ("b", "c")], names=["rec_id_1", "rec_id_2"])
    back = out(pandas.DataFrame({"p": [0.5, 0.2]}, index=index), probability="p")
    assert back["rec_id"].tolist() == ["a", "b", "c"]
    series = pandas.Series([0.5, 0.2], index=index.set_names([None, None]), name="p")
    assert out(series, probability="p")["id"].tolist() == ["a", "b", "c"]


def test_polars():
    polars = pytest.importorskip("polars")
    frame = polars.DataFrame(PAIRS)
    expected = polars.DataFrame({"id": RECORDS, "cluster_id": [0, 1, 2, 3]})
    assert out(frame).equals(expected)
    lazy = out(frame.lazy())
    assert isinstance(lazy, polars.LazyFrame)
    assert lazy.collect().equals(expected)


def test_polars_numbers_that_arrow_has_not():
    polars = pytest.importorskip("polars")
    wide = polars.Series([2**70], dtype=polars.Int128)
    with pytest.raises(
        ValueError, match="columns 'u', 'v', 'weight' cannot be read; cast them to types that Arrow has"
    ):
        out(polars.DataFrame({"u": wide, "v": wide, "weight": [1.0]}))


def test_polars_ids_keep_their_type():
    polars = pytest.importorskip("polars")
    kinds = [polars.Int8, polars.UInt64, polars.Categorical, polars.Enum(["3", "2", "1", "9"]), polars.Decimal(10, 2)]
    for kind in kinds:
        values = ["1", "2", "3"] if kind in (polars.Categorical, kinds[3]) else [1, 2, 3]
        ids = polars.Series(values).cast(kind)
        frame = polars.DataFrame({"id_l": ids[:2], "id_r": ids[1:], "weight": [1.0, 2.0]})
        back = out(frame)
        assert back.schema["id"] == frame.schema["id_l"]
        assert back["id"].to_list() == ids.to_list()


def test_duckdb_stays_in_its_connection():
    duckdb = pytest.importorskip("duckdb")
    with duckdb.connect() as connection:
        relation = connection.sql("SELECT * FROM (VALUES ('a', 'b', 1.5), ('b', 'c', -1)) t(id_1, id_2, weight)")
        back = out(relation)
        assert back.columns == ["id", "cluster_id"]
        assert back.fetchall() == [("a", 0), ("b", 1), ("c", 2)]
        joined = connection.sql("SELECT count(*) FROM back JOIN relation ON back.id = relation.id_1")
        assert joined.fetchall() == [(2,)]
        assert connection.sql("SHOW TABLES").fetchall() == []


def test_duckdb_that_finds_no_variables():
    duckdb = pytest.importorskip("duckdb")
    with duckdb.connect() as connection:
        connection.execute("SET python_enable_replacements = false")
        assert out(connection.sql("SELECT 1 AS u, 2 AS v, 0.5 AS weight")).fetchall() == [(1, 0), (2, 1)]


@pytest.mark.parametrize(
    "kind", ["UUID", "HUGEINT", "UTINYINT", "DECIMAL(12,3)", "TIMESTAMPTZ", "ENUM('x','y','z')", "BLOB", "DATE"]
)
def test_duckdb_ids_keep_their_type(kind):
    duckdb = pytest.importorskip("duckdb")
    if kind == "TIMESTAMPTZ":
        pytest.importorskip("pytz")  # duckdb makes moments with it
    values = {
        "UUID": [str(uuid.UUID(int=k)) for k in range(3)],
        "TIMESTAMPTZ": [f"2024-01-0{k} 00:00:00+01" for k in (1, 2, 3)],
        "DATE": [f"2024-01-0{k}" for k in (1, 2, 3)],
        "ENUM('x','y','z')": ["x", "y", "z"],
    }.get(kind, ["1", "2", "3"])
    a, b, c = (f"'{value}'::{kind}" for value in values)
    with duckdb.connect() as connection:
        relation = connection.sql(f"SELECT {a} AS id_l, {b} AS id_r, 0.5 AS weight UNION ALL SELECT {b}, {c}, 1.0")
        back = out(relation)
        assert back.types[0] == relation.types[0]
        assert (
            back.order("cluster_id").project("id").fetchall()
            == connection.sql(f"SELECT unnest([{a}, {b}, {c}])").fetchall()
        )


IDS = {
    **{str(kind): pa.array([1, 2, 3], kind) for kind in (pa.int8(), pa.uint8(), pa.int16(), pa.uint32(), pa.int64())},
    "uint64": pa.array([2**64 - 1, 2**64 - 2, 2**64 - 3], pa.uint64()),
    **{str(kind): pa.array(["a", "", "ä"], kind) for kind in (pa.string(), pa.large_string(), pa.string_view())},
    "binary": pa.array([b"\0", b"", b"\xff"]),
    "fixed": pa.array([b"ab", b"cd", b"ef"], pa.binary(2)),
    "dictionary": pa.array(["a", "b", "c"]).dictionary_encode(),
    "dictionary of int64": pa.array([7, 8, 9]).dictionary_encode().cast(pa.dictionary(pa.int8(), pa.int64())),
    "uuid": pa.array([uuid.UUID(int=k).bytes for k in range(3)], pa.binary(16)).cast(pa.uuid()),
    "decimal": pa.array([decimal.Decimal("1.10"), decimal.Decimal("1.11"), decimal.Decimal("-2.00")]),
    "decimal256": pa.array([decimal.Decimal(10) ** 50 + k for k in range(3)], pa.decimal256(60, 0)),
    "zoned": pa.array([dt.datetime(2024, 1, k) for k in (1, 2, 3)], pa.timestamp("us", "Europe/Berlin")),
    "moment": pa.array([dt.datetime(2024, 1, k) for k in (1, 2, 3)], pa.timestamp("ns")),
    "date": pa.array([dt.date(2024, 1, k) for k in (1, 2, 3)]),
    "bool": pa.array([True, False, True]),
    "float": pa.array([0.5, -1.5, 2.0]),
}


@pytest.mark.parametrize("name", IDS)
def test_arrow_ids_keep_their_type(name):
    ids = IDS[name]
    pairs = pa.table({"id_l": ids.slice(0, 2), "id_r": ids.slice(1, 2), "weight": [1.0, 2.0]})
    back = out(pairs)
    assert back.schema.field("id").type == ids.type
    expected = list(dict.fromkeys(ids.to_pylist()))
    assert back.column("id").to_pylist() == expected
    nodes = pa.table({"id": pa.chunked_array([ids.slice(0, len(expected))])})
    again = out(pairs, nodes=nodes)
    assert again.schema.field("id").type == ids.type
    assert again.column("id").to_pylist() == expected


@pytest.mark.parametrize("ending", ["parquet", "csv", "tsv", "feather", "csv.gz", "arrow"])
def test_files(tmp_path, ending):
    path = tmp_path / f"pairs of today.{ending}"
    write_table(pa.table(PAIRS), path)
    assert open_table(path).names == tuple(PAIRS)
    for given in (path, str(path)):
        assert out(given).to_pydict() == {"id": RECORDS, "cluster_id": [0, 1, 2, 3]}
    back = tmp_path / f"clusters.{ending}"
    write_table(out(path), back)
    assert as_arrow(back)[0].to_pydict() == {"id": RECORDS, "cluster_id": [0, 1, 2, 3]}


def test_text_files_hold_every_type_of_id(tmp_path):
    for name, ids in IDS.items():
        if pa.types.is_binary(ids.type) or pa.types.is_fixed_size_binary(ids.type):
            continue  # bytes are no text
        write_table(pa.table({"id": ids}), tmp_path / "ids.csv")
        assert len((tmp_path / "ids.csv").read_text(encoding="utf-8").splitlines()) == 4, name


def test_only_needed_columns_are_read(tmp_path):
    path = tmp_path / "pairs.parquet"
    write_table(pa.table(PAIRS), path)
    assert open_table(path).read(["weight", "id_1", "weight"]).column_names == ["weight", "id_1"]
    read, _ = read_pairs(path, also=["note"])
    assert read.also.to_pydict() == {"note": ["x", "y", "z"]}


def test_what_is_no_table(tmp_path):
    with pytest.raises(ValueError, match="pairs must be a table .* got list"):
        read_pairs([("a", "b", 1.0)])
    with pytest.raises(ValueError, match=r"must end in .parquet, .csv, .tsv, .feather"):
        read_pairs("pairs.xlsx")
    with pytest.raises(ValueError, match=r"nowhere.parquet: there is no such file"):
        read_pairs("nowhere.parquet")
    for ending in ("parquet", "csv", "feather"):
        path = tmp_path / f"empty.{ending}"
        path.write_bytes(b"")
        with pytest.raises(ValueError, match=f"empty.{ending}: cannot be read as {ending}"):
            read_pairs(path)
    path.with_suffix(".csv").write_bytes(b"id_1,id\x80_2\na,b\n")
    with pytest.raises(ValueError, match=r"empty.csv: cannot be read as csv: 'utf-8' codec can't decode byte 0x80"):
        read_pairs(path.with_suffix(".csv"))


def test_the_extra_is_named_where_pyarrow_is_not():
    code = "import sys; sys.modules['pyarrow'] = None; import frenemy.tables.readers.tables"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert 'pip install "frenemy[tables]"' in done.stderr
