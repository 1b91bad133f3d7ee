"""What real splink predicts is read as it is, whatever its ids are called and whatever it is handed over as."""

import logging

import pytest

pandas = pytest.importorskip("pandas")
splink = pytest.importorskip("splink", minversion="5")

from frenemy.tables.pair_table import read_pairs  # noqa: E402


def people():
    first = ["ann", "ann", "bob", "bob", "cleo", "cleo", "dan", "ann"]
    last = ["lee", "lee", "ray", "rae", "poe", "poe", "kim", "kim"]
    return pandas.DataFrame({"unique_id": range(100, 108), "first name": first, "surname": last})


def predicted(tables, *, link_type="dedupe_only", id_name="unique_id"):
    from splink import DuckDBAPI, Linker, SettingsCreator, block_on
    from splink import comparison_library as compare

    logging.getLogger("splink").setLevel(logging.ERROR)
    settings = SettingsCreator(
        link_type=link_type,
        unique_id_column_name=id_name,
        blocking_rules_to_generate_predictions=[block_on("surname"), block_on('"first name"')],
        comparisons=[compare.ExactMatch("first name"), compare.ExactMatch("surname")],
    )
    api = DuckDBAPI()
    registered = [api.register(table.rename(columns={"unique_id": id_name})) for table in tables]
    linker = Linker(registered if len(registered) > 1 else registered[0], settings)
    return linker.inference.predict()


def test_one_table():
    found = predicted([people()])
    for given, kind in (
        (found, "pyarrow"),
        (found.as_pandas_dataframe(), "pandas"),
        (found.as_duckdbpyrelation(), "duckdb"),
        (found.as_pyarrow_table(), "pyarrow"),
    ):
        pairs, left_out = read_pairs(given, people())
        assert pairs.kind.name == kind
        assert pairs.columns.values == "match_weights"
        assert pairs.ids.values[0].to_pylist() == list(range(100, 108))
        assert {(u, v) for u, v in zip(pairs.u.tolist(), pairs.v.tolist(), strict=True)} >= {(0, 1), (2, 3), (4, 5)}
        assert left_out.n_rows == left_out.n_pairs


def test_an_id_of_another_name():
    pairs, _ = read_pairs(predicted([people()], id_name="person no"))
    assert pairs.id_names == ("person no",)
    assert set(pairs.ids.values[0].to_pylist()) <= set(range(100, 108))


def test_two_tables_whose_ids_are_the_same():
    pairs, _ = read_pairs(predicted([people(), people()], link_type="link_and_dedupe"))
    assert pairs.id_names == ("source_dataset", "unique_id")
    assert pairs.ids.n > 8
