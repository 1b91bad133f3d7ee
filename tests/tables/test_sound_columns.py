"""Arrow data with wrong offsets: Arrow's functions would read outside of its memory."""

import numpy as np
import pytest

pa = pytest.importorskip("pyarrow")

from pyarrow import feather, parquet  # noqa: E402

import frenemy as fr  # noqa: E402
from frenemy.tables.readers.sound_columns import check_columns  # noqa: E402
from frenemy.tables.readers.tables import as_arrow  # noqa: E402


def texts(offsets):
    places = pa.py_buffer(np.array(offsets, np.int32))
    return pa.StringArray.from_buffers(len(offsets) - 1, places, pa.py_buffer(b"abcd"))


DAMAGED = {
    "backwards": lambda: texts([0, 3, 1, 4]),
    "negative": lambda: texts([0, -700, 2, 3]),
    "not UTF-8": lambda: pa.StringArray.from_buffers(
        3, pa.py_buffer(np.array([0, 1, 2, 3], np.int32)), pa.py_buffer(b"a\xff\xfe")
    ),
    "dictionary": lambda: pa.DictionaryArray.from_arrays(pa.array([0, 1, 99]), pa.array(["a", "b"]), safe=False),
}


def pairs(column):
    return pa.table({"id_l": column, "id_r": ["a", "b", "c"], "match_probability": [0.9, 0.2, 0.8]})


@pytest.mark.parametrize("name", DAMAGED)
def test_foreign_data_is_checked(name):
    table = pairs(DAMAGED[name]())
    with pytest.raises(ValueError, match="column 'id_l' is damaged: "):
        check_columns(table)
    for use in (fr.cluster_table, fr.find_entities):
        with pytest.raises(ValueError, match="column 'id_l' is damaged: "):
            use(table)
    with pytest.raises(ValueError, match="column 'id_l' is damaged: "):
        fr.cluster_table(table.to_reader())


def test_columns_that_are_not_read_may_hold_anything():
    table = pairs(pa.array(["x", "y", "z"])).append_column("note", DAMAGED["backwards"]())
    assert fr.cluster_table(table).num_rows == 6


@pytest.mark.parametrize("compression", ["uncompressed", "lz4", "zstd"])
def test_a_damaged_feather_file_is_named(tmp_path, compression):
    feather.write_feather(pairs(pa.array(["xyz", "yz", "z"])), tmp_path / "pairs.feather", compression=compression)
    whole = (tmp_path / "pairs.feather").read_bytes()
    offsets = np.array([0, 3, 5, 6], np.int32).tobytes()
    if offsets not in whole:
        pytest.skip("pyarrow packs so few bytes")
    (tmp_path / "pairs.feather").write_bytes(whole.replace(offsets, np.array([0, 3, -5, 6], np.int32).tobytes()))
    with pytest.raises(ValueError, match=r"pairs\.feather: column 'id_l' is damaged: "):
        fr.cluster_table(tmp_path / "pairs.feather")


def test_a_dataset_is_checked(tmp_path):
    broken = pairs(DAMAGED["not UTF-8"]())
    parquet.write_table(broken, tmp_path / "pairs.parquet")
    with pytest.raises(ValueError, match=r"pairs\.parquet: column 'id_l' is damaged: "):
        fr.cluster_table(tmp_path / "pairs.parquet")
    with pytest.raises(ValueError, match="column 'id_l' is damaged: "):
        fr.solve_dataset(tmp_path / "pairs.parquet", tmp_path / "labels")


@pytest.mark.parametrize(
    "values",
    [
        pa.array([1, None, 3], pa.int64()),
        pa.array(["a", None, "c"], pa.large_string()),
        pa.array(["a", None, "c"], pa.string_view()),
        pa.array([b"a", None, b"c"], pa.binary(1)),
        pa.array([[1], None, [2, 3]]),
        pa.array([{"x": 1}, None, {"x": 2}]),
        pa.array(["a", None, "a"]).dictionary_encode(),
        pa.nulls(3),
    ],
)
def test_sound_data_of_any_type_passes(values):
    table, _ = as_arrow(pa.table({"x": values}))
    assert table.column("x").to_pylist() == values.to_pylist()
