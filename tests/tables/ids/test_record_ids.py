"""Ids of any type to codes: the same as with a dict, and never two ids for one or one for two."""

import datetime as dt
import decimal
import uuid

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

pa = pytest.importorskip("pyarrow")

from frenemy.tables.ids.id_types import IdColumn, of_one_type  # noqa: E402
from frenemy.tables.ids.record_ids import RecordIds, number  # noqa: E402


def column(values, kind=None, name="x", *, chunks=1, is_text=False):
    parts = np.array_split(np.arange(len(values)), chunks)
    made = [pa.array([values[i] for i in part], kind) for part in parts]
    return IdColumn(name, pa.chunked_array(made, made[0].type), is_text)


def by_dict(left, right, nodes=()):
    """The slow way."""
    codes = {}
    for value in nodes:
        codes.setdefault(value, len(codes))
    for pair in zip(left, right, strict=True):
        for value in pair:
            codes.setdefault(value, len(codes))
    return list(codes), [codes[x] for x in left], [codes[x] for x in right]


@settings(max_examples=60, deadline=None)
@given(
    rows=st.lists(st.tuples(*[st.text("abä", max_size=2)] * 2), max_size=12),
    nodes=st.none() | st.lists(st.text("abä", max_size=2), unique=True),
    chunks=st.integers(1, 3),
)
def test_as_with_a_dict(rows, nodes, chunks):
    left, right = [row[0] for row in rows], [row[1] for row in rows]
    known = None if nodes is None else [column(nodes, pa.string())]
    ids, u, v = number([column(left, pa.string(), chunks=chunks)], [column(right, pa.string())], known)
    assert u.dtype == v.dtype == np.int32
    assert (ids.values[0].to_pylist(), u.tolist(), v.tolist()) == by_dict(left, right, nodes or ())


@settings(max_examples=60, deadline=None)
@given(
    rows=st.lists(st.tuples(*[st.tuples(st.sampled_from("st"), st.integers(0, 3), st.booleans())] * 2), max_size=12),
    nodes=st.none() | st.lists(st.tuples(st.sampled_from("st"), st.integers(0, 3), st.booleans()), unique=True),
)
def test_ids_of_three_columns(rows, nodes):
    kinds = (pa.string(), pa.int16(), pa.bool_())

    def columns(values):
        return [column([value[k] for value in values], kinds[k]) for k in range(3)]

    left, right = [row[0] for row in rows], [row[1] for row in rows]
    ids, u, v = number(columns(left), columns(right), None if nodes is None else columns(nodes))
    found = list(zip(*(part.to_pylist() for part in ids.values), strict=True))
    assert (found, u.tolist(), v.tolist()) == by_dict(left, right, nodes or ())
    assert ids.find(columns(left)).tolist() == u.tolist()
    assert ids.find(columns([("s", 7, True)])).tolist() == [-1]


def test_take_and_shown():
    ids = RecordIds((pa.array(["s", "t"]), pa.array([1, 2])))
    assert ids.n == 2
    assert [part.to_pylist() for part in ids.take(np.array([1, 1, 0]))] == [["t", "t", "s"], [2, 2, 1]]
    assert ids.shown(np.array([1])) == "('t', 2)"


def test_a_record_twice_in_nodes():
    nodes = column(["a", "b", "c", "b"])
    with pytest.raises(ValueError, match="each record must be in nodes once, got 'b' in rows 1 and 3"):
        number([column(["a"])], [column(["b"])], [nodes])


MOMENT = dt.datetime(2024, 3, 1, 12, tzinfo=dt.UTC)
MEETING = {
    "widths": (column([1, 2], pa.int8()), column([2, 3], pa.int64()), pa.int64()),
    "signs": (column([1, 2], pa.uint64()), column([2, 3], pa.int8()), pa.int64()),
    "no signs": (column([1, 2], pa.uint8()), column([2, 3], pa.uint64()), pa.uint64()),
    "whole floats": (column([1.0, 2.0]), column([2, 3]), pa.int64()),
    "strings": (column(["1", "2"], pa.string_view()), column(["2", "3"], pa.large_string()), pa.large_string()),
    "a dictionary": (column(["1", "2"], pa.dictionary(pa.int8(), pa.string())), column(["2", "3"]), pa.string()),
    "zones": (
        column([MOMENT, MOMENT + dt.timedelta(1)], pa.timestamp("s", "Asia/Tokyo")),
        column([MOMENT + dt.timedelta(1), MOMENT], pa.timestamp("ns", "UTC")),
        pa.timestamp("ns", "Asia/Tokyo"),
    ),
    "scales": (
        column([decimal.Decimal("1.0"), decimal.Decimal("2.0")]),
        column([decimal.Decimal("2.00"), decimal.Decimal("13.00")]),
        pa.decimal128(4, 2),
    ),
    "decimals and whole numbers": (column([decimal.Decimal("1.0"), decimal.Decimal("2.0")]), column([2, 3]), None),
    "dates": (
        column([dt.date(2024, 1, 1), dt.date(2024, 1, 2)]),
        column([dt.date(2024, 1, 2), dt.date(2024, 1, 3)], pa.date64()),
        pa.date32(),
    ),
    "durations": (
        column([dt.timedelta(1), dt.timedelta(2)], pa.duration("s")),
        column([dt.timedelta(2), dt.timedelta(3)], pa.duration("ms")),
        pa.duration("ms"),
    ),
    "bytes": (column([b"a1", b"b1"], pa.binary(2)), column([b"b1", b"c"]), pa.binary()),
}


@pytest.mark.parametrize("name", MEETING)
def test_the_same_id_in_another_type(name):
    left, right, kind = MEETING[name]
    one, other = of_one_type([left, right])
    assert one.type == other.type
    assert kind is None or one.type == kind
    _, u, v = number([left], [right])
    assert v[0] == u[1] != u[0], "the second on the left is the first on the right"


APART = {
    "7 and '7'": (column([7]), column(["7"])),
    "with and without zone": (column([MOMENT]), column([dt.datetime(2024, 3, 1)])),
    "uuid and text": (
        IdColumn("x", pa.chunked_array([pa.array([uuid.UUID(int=1).bytes], pa.binary(16)).cast(pa.uuid())])),
        column([str(uuid.UUID(int=1))]),
    ),
    "bool and number": (column([True]), column([1])),
    "text and bytes": (column(["a"]), column([b"a"])),
}


@pytest.mark.parametrize("name", APART)
def test_types_that_never_meet(name):
    left, right = APART[name]
    with pytest.raises(ValueError, match="no id can be in both; cast one of the columns"):
        number([left], [right])


def test_the_message_shows_both_types_and_a_value_of_each():
    left, right = column([7], name="column 'id_l' of pairs"), column(["7"], name="column 'id_r' of pairs")
    with pytest.raises(ValueError) as caught:  # noqa: PT011
        number([left], [right])
    assert str(caught.value).startswith(
        "ids in column 'id_l' of pairs are int64 (such as 7), those in column 'id_r' of pairs are string (such as '7')"
    )


def test_numbers_that_do_not_fit():
    with pytest.raises(ValueError, match="ids in x are double, those of the other columns int64, and not all fit"):
        number([column([1.5])], [column([1])])
    with pytest.raises(ValueError, match="not all fit"):
        number([column([2**64 - 1], pa.uint64())], [column([1])])
    with pytest.raises(ValueError, match="give the parts that identify a record as columns"):
        number([column([{"a": 1}])], [column([{"a": 1}])])


def text(*values):
    return column(list(values), pa.string(), name=f"text of {values}", is_text=True)


@pytest.mark.parametrize(
    ("left", "right", "expected"),
    [
        (text("1", "2"), text("2", "30"), [1, 2, 30]),
        (text("1", "2"), text("2", "x"), ["1", "2", "x"]),
        (text("007", "7"), text("7", "8"), ["007", "7", "8"]),
        (text("+1"), text("1"), ["+1", "1"]),
        (text("1"), column([2]), [1, 2]),
        (text("1"), column(["2"]), ["1", "2"]),
        (text("99999999999999999999"), text("1"), ["99999999999999999999", "1"]),
    ],
)
def test_text_is_numbers_only_if_nothing_is_lost(left, right, expected):
    ids, _, _ = number([left], [right])
    assert ids.values[0].to_pylist() == expected


def test_empty_columns_of_no_type():
    ids, u, v = number([column([], pa.null())], [column([], pa.null())], [column([3, 4])])
    assert (ids.values[0].to_pylist(), u.tolist(), v.tolist()) == ([3, 4], [], [])
    ids, _, _ = number([column([], pa.null())], [column([], pa.null())])
    assert ids.n == 0
