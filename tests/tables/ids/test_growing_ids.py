"""Ids that are added are found, of any type, and nothing else is."""

import datetime
import decimal
import uuid

import pytest
from hypothesis import given
from hypothesis import strategies as st

pa = pytest.importorskip("pyarrow")

from frenemy.tables.ids.growing_ids import GrowingIds  # noqa: E402
from frenemy.tables.ids.id_types import IdColumn  # noqa: E402
from frenemy.tables.ids.record_ids import RecordIds  # noqa: E402


@given(st.lists(st.lists(st.text(max_size=3), max_size=5), min_size=1, max_size=5))
def test_growing_ids_find_what_was_added(batches):
    ids = GrowingIds.of(RecordIds((pa.array([], "string"),)))
    known = []
    for batch in batches:
        asked = [IdColumn("asked", pa.chunked_array([pa.array(batch, "string")]))]
        assert ids.find(asked).tolist() == [known.index(text) if text in known else -1 for text in batch]
        new = [text for text in dict.fromkeys(batch) if text not in known]
        ids = ids.added([IdColumn("new", pa.chunked_array([pa.array(new, "string")]))])
        known += new
    assert [ids[at] for at in range(len(ids))] == known
    assert ids.values[0].to_pylist() == known


def test_growing_ids_of_all_types():
    examples = [
        pa.array([1, -1, 2**62]),
        pa.array([True, False]),
        pa.array([0.5, 1.5]),
        pa.array(["", "a", "a\0", "\0a"]),
        pa.array([b"", b"\xff"], "binary"),
        pa.array(["x", "y", "x" * 100], "large_string"),
        pa.array([decimal.Decimal("1.50"), decimal.Decimal("2.25")]),
        pa.array([datetime.datetime(2020, 1, 1), datetime.datetime(2021, 1, 1)], pa.timestamp("us", "Europe/Berlin")),
        pa.array([datetime.date(2020, 1, 1), datetime.date(2021, 1, 1)]),
        pa.array([uuid.UUID(int=1).bytes, uuid.UUID(int=2).bytes], pa.binary(16)),
    ]
    for values in examples:
        ids = GrowingIds.of(RecordIds((values.slice(1),)))
        found = ids.find([IdColumn("asked", pa.chunked_array([values]))])
        assert found.tolist() == [-1, *range(len(values) - 1)], values.type
        more = ids.added([IdColumn("new", pa.chunked_array([values.slice(0, 1)]))])
        assert more.find([IdColumn("asked", pa.chunked_array([values]))])[0] == len(values) - 1
        both = GrowingIds.of(RecordIds((values, values)))
        swapped = [IdColumn("a", pa.chunked_array([values])), IdColumn("b", pa.chunked_array([values[::-1]]))]
        middle = [at if at == len(values) - 1 - at else -1 for at in range(len(values))]
        assert both.find(swapped).tolist() == middle
