"""Pairs that are not Parquet files give the same labels as those that are."""

import functools
import gzip
import http.server
import json
import sys
import threading

import pytest

import frenemy as fr

pa = pytest.importorskip("pyarrow")
pq = pytest.importorskip("pyarrow.parquet")
duckdb = pytest.importorskip("duckdb")

LEFT = ["ann 1", "ann 1", "ann 2", "bob 1", "bob 1", "bob 2", "ann 3", "007"]
RIGHT = ["ann 2", "ann 3", "ann 3", "bob 2", "bob 3", "bob\n3", "bob 1", "NA"]
NATS = [9.0, 6.0, 7.0, 8.0, 6.0, 9.0, 5.0, 3.0]
TABLE = pa.table({"id_l": LEFT, "id_r": RIGHT, "match weight": NATS, "other": LEFT})
GIVEN = {"missing": -3.0, "calibration": "none", "weight": "match weight"}


@pytest.fixture(scope="module")
def expected(tmp_path_factory):
    folder = tmp_path_factory.mktemp("expected")
    pq.write_table(TABLE, folder / "pairs.parquet")
    return fr.solve_dataset(folder / "pairs.parquet", folder / "labels", **GIVEN)


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def same(found, expected):
    table = found.table()
    rows = table.fetchall() if hasattr(table, "fetchall") else zip(*table.to_pydict().values(), strict=True)
    known = zip(*expected.table().to_pydict().values(), strict=True)
    return sorted(rows) == sorted(known) and found.energy == expected.energy


@pytest.fixture
def database(here):
    with duckdb.connect("pairs.duckdb") as connection:
        connection.register("given", TABLE)
        connection.execute('CREATE TABLE "pairs of ids" AS FROM given')
        connection.unregister("given")
    return here / "pairs.duckdb"


@pytest.fixture
def connection(database):
    with duckdb.connect(str(database)) as connection:
        yield connection


def texts(folder):
    from pyarrow import csv

    csv.write_csv(TABLE.slice(0, 5), folder / "0.csv")
    csv.write_csv(TABLE.slice(5).select([3, 2, 1, 0]), folder / "1.csv")


def test_text_files(here, expected):
    texts(here)
    assert same(fr.solve_dataset("*.csv", "labels", **GIVEN), expected)
    (here / "1.csv.gz").write_bytes(gzip.compress((here / "1.csv").read_bytes()))
    assert same(fr.solve_dataset(["0.csv", here / "1.csv.gz"], "again", client=2, **GIVEN), expected)
    assert same(fr.solve_dataset((here / "0.csv").as_uri().replace("0.csv", "%2A.csv"), "last", **GIVEN), expected)


def test_text_without_a_header(here):
    (here / "pairs.csv").write_text("a,b,2\nb,c,-1\nc,d,3\n")
    found = fr.solve_dataset("pairs.csv", "labels")
    assert (found.n_clusters, found.energy) == (2, -1.0)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("a,b,w\nx,y,1\nx,z,two\n", r"pairs\.csv: cannot be read as csv: .*two"),
        ("a,b,w\nx,y,1\nx,z\n", r"pairs\.csv: cannot be read as csv: .*[Rr]ow"),
        ("a,b,w\nx,,1\n", "has no id in row 0"),
    ],
)
def test_bad_text(here, content, message):
    (here / "pairs.csv").write_text(content)
    with pytest.raises(ValueError, match=message):
        fr.solve_dataset("pairs.csv", "labels")


def test_text_files_with_other_columns(here):
    (here / "0.csv").write_text("a,b,w\nx,y,1\n")
    (here / "1.csv").write_text("a,b,v\nx,y,1\n")
    with pytest.raises(ValueError, match=r"1\.csv has no column 'w', as .*0\.csv has"):
        fr.solve_dataset(["0.csv", "1.csv"], "labels")


@pytest.mark.parametrize("query", [None, "pairs of ids", 'SELECT * FROM "pairs of ids" WHERE id_l IS NOT NULL'])
def test_a_database(database, query, expected):
    assert same(fr.solve_dataset(database, "labels", query=query, **GIVEN), expected)


def test_labels_stay_in_the_database(connection, expected):
    for given, name in ((connection.table("pairs of ids"), ""), (connection, "_2")):
        found = fr.solve_dataset(given, None, **GIVEN)
        assert same(found, expected)
        assert found.table().columns == ["id", "cluster_id"]
        assert connection.table(f"frenemy_clusters{name}").fetchall() == found.table().fetchall()


def test_a_database_that_is_read_only(database, expected):
    with duckdb.connect(str(database), read_only=True) as connection:
        assert same(fr.solve_dataset(connection, None, **GIVEN), expected)


def test_a_run_goes_on_in_a_database(connection, here, expected):
    class StopsAtSolve:
        def run(self, tasks, *, stage):
            if stage == "solve":
                raise KeyboardInterrupt
            yield from enumerate(task() for task in tasks)

    given = GIVEN | {"scratch": here / "s"}
    with pytest.raises(KeyboardInterrupt):
        fr.solve_dataset(connection, None, client=StopsAtSolve(), **given)
    stages = []
    found = fr.solve_dataset(connection, None, on_stage=lambda name, done: stages.append((name, done)), **given)
    assert same(found, expected)
    assert ("read pairs", 0.0) not in stages
    assert ("solve", 0.0) in stages
    assert [one.name for one in here.joinpath("s").iterdir()] == ["about.json"]


def test_a_finished_run_is_known(database, here):
    given = GIVEN | {"scratch": here / "s"}
    found = fr.solve_dataset(database, "labels", **given)
    assert fr.solve_dataset(database, "labels", **given) == found
    with pytest.raises(ValueError, match="belongs to a run with other seed"):
        fr.solve_dataset(database, "labels", seed=1, **given)


def test_clusters_of_a_relation_beyond_memory(connection, monkeypatch):
    pairs = connection.table("pairs of ids")
    in_memory = fr.cluster_table(pairs, **GIVEN)
    assert "margin" in in_memory.columns
    wanted = fr.cluster_table(pairs, memory_limit="300MB", **GIVEN)
    assert sorted(wanted.fetchall()) == sorted(in_memory.project("id, cluster_id").fetchall())
    monkeypatch.setattr(sys.modules["frenemy.engines.cluster_table"], "_PAIR_BYTES", 10**15)
    assert fr.cluster_table(pairs, **GIVEN).columns == ["id", "cluster_id"]
    assert "margin" in fr.cluster_table(pairs, blocking_recall=0.9, one_per=None, **GIVEN | {"missing": "auto"}).columns
    with pytest.raises(ValueError, match="nodes is for tables in memory, and these pairs are solved in DuckDB"):
        fr.cluster_table(pairs, connection.sql("SELECT 'ann 1' AS id"), memory_limit="300MB")


def test_splinks_table_stays_in_duckdb():
    pytest.importorskip("splink", minversion="5")
    from splink import DuckDBAPI, Linker, SettingsCreator, block_on
    from splink import comparison_library as compare

    people = pa.table(
        {"unique_id": range(6), "name": ["ann", "ann", "bob", "bob", "cleo", "ann"], "town": list("xxyyzz")}
    )
    api = DuckDBAPI()
    settings = SettingsCreator(
        link_type="dedupe_only",
        blocking_rules_to_generate_predictions=[block_on("name"), block_on("town")],
        comparisons=[compare.ExactMatch("name"), compare.ExactMatch("town")],
    )
    predicted = Linker(api.register(people), settings).inference.predict()
    found = fr.cluster_table(predicted, missing=-1.0, calibration="none", memory_limit="300MB")
    expected = fr.cluster_table(predicted, missing=-1.0, calibration="none")
    columns = expected.select(["unique_id", "cluster_id"]).to_pydict().values()
    assert sorted(found.fetchall()) == sorted(zip(*columns, strict=True))
    assert api.duckdb_con.table("frenemy_clusters").fetchall() == found.fetchall()


@pytest.mark.parametrize(
    ("pairs", "options", "message"),
    [
        (TABLE, {}, "or a table of DuckDB, Dask or Spark, got Table; fr.cluster_table takes tables in memory"),
        ([], {}, "at least one file of pairs"),
        (["a.csv", "b.parquet"], {}, "files of one kind, got a.csv, b.parquet"),
        ("none.csv", {}, "there is no file 'none.csv'"),
        ("none.duckdb", {}, "there is no file 'none.duckdb'"),
        ("pairs.duckdb", {"query": "SELEC"}, "cannot be read as a DuckDB database: Parser Error"),
        ("0.csv", {"query": "t"}, "query is for a database or a connection of DuckDB, got 't'"),
        (
            "gs://b/a.parquet",
            {},
            "extension httpfs, which is not installed; run .*INSTALL httpfs.* or download",
        ),
    ],
)
@pytest.mark.usefixtures("database")
def test_bad_pairs(here, monkeypatch, pairs, options, message):
    monkeypatch.setenv("HOME", str(here))  # where DuckDB keeps its extensions
    texts(here)
    with pytest.raises(ValueError, match=message):
        fr.solve_dataset(pairs, "labels", **options)


def test_databases_name_their_tables(connection):
    connection.execute("CREATE TABLE more (a INTEGER)")
    with pytest.raises(ValueError, match="has the tables more, pairs of ids; say with query= which one"):
        fr.solve_dataset(connection, None)


def test_no_folder_for_labels(here):
    texts(here)
    with pytest.raises(ValueError, match="output must be a folder for the labels, got None"):
        fr.solve_dataset("0.csv", None)


@pytest.mark.parametrize(
    ("name", "output", "options"),
    [("output", "s3://bucket/folder", {}), ("scratch", "labels", {"scratch": "s3://bucket/folder"})],
)
def test_what_is_written_goes_to_a_folder(here, name, output, options):
    texts(here)
    with pytest.raises(ValueError, match=f"^{name} must be a folder .* got the address 's3://bucket/folder'; mount"):
        fr.solve_dataset("0.csv", output, **options)
    assert not (here / "s3:").exists()


def test_addresses(here, expected):
    with duckdb.connect() as connection:
        try:
            connection.execute("LOAD httpfs")
        except duckdb.Error:
            pytest.skip("DuckDB's extension httpfs is not installed")
    pq.write_table(TABLE, here / "pairs.parquet")
    serve = functools.partial(http.server.SimpleHTTPRequestHandler, directory=str(here))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), serve) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_port}"
        assert same(fr.solve_dataset(f"{address}/pairs.parquet", "labels", **GIVEN), expected)
        with pytest.raises(ValueError, match=r"none\.parquet cannot be read"):
            fr.solve_dataset(f"{address}/none.parquet", "other")
        server.shutdown()


def test_results_are_json(database):
    """What a run keeps about its input is JSON."""
    from frenemy.engines.sources.find_source import find_source

    assert json.dumps(find_source(str(database), None, 10**9).about())
