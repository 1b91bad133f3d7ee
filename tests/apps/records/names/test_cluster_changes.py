"""What changed between two clusterings, record by record."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

pa = pytest.importorskip("pyarrow")

import frenemy as fr  # noqa: E402
from frenemy.apps.records.names.changes import CHANGES  # noqa: E402


def table(clusters):
    return pa.table({"name": pa.array(list(clusters), pa.string()), "cluster_id": pa.array(list(clusters.values()))})


def steps(before, after):
    return [
        (row["change"], row["previous_id"], row["cluster_id"], row["n_records"], row["n_before"], row["n_after"])
        for row in fr.cluster_changes(table(before), table(after)).to_pylist()
    ]


def clusters(text):
    """``"ab c"`` is a and b in cluster 0, c in cluster 1."""
    return {name: at for at, part in enumerate(text.split(" ")) for name in part}


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("ab c", "ab c", []),
        ("ab", "ab c", [("created", None, 1, 1, 0, 1)]),
        ("ab", "abc", [("grown", None, 0, 1, 0, 3)]),
        ("ab c", "abc", [("merged", 1, 0, 1, 1, 3)]),
        ("abc", "ab c", [("split", 0, 1, 1, 3, 1)]),
        ("abc d", "ab cd", [("moved", 0, 1, 1, 3, 2)]),
        ("ab c", "ab", [("dissolved", 1, None, 1, 1, 0)]),
        ("ab", "a", [("shrunk", 0, None, 1, 2, 0)]),
        ("ab c de", "abd ce", [("dissolved", 2, 0, 1, 2, 3), ("dissolved", 2, 1, 1, 2, 2)]),
        ("ab cde", "abcd", [("merged", 1, 0, 2, 3, 4), ("dissolved", 1, None, 1, 3, 0)]),
    ],
)
def test_each_kind(before, after, expected):
    assert steps(clusters(before), clusters(after)) == expected


def test_a_new_id_alone_is_a_new_name():
    assert steps({"a": 0, "b": 0}, {"a": 9, "b": 9}) == [("renamed", 0, 9, 2, 2, 2)]
    assert steps({"a": 0, "b": 0}, {"a": 9, "b": 9, "c": 9}) == [
        ("created", None, 9, 1, 0, 3),
        ("merged", 0, 9, 2, 2, 3),
    ]


NAMES = st.sampled_from("abcdefghij")
CLUSTERS = st.dictionaries(NAMES, st.integers(0, 4))


@given(CLUSTERS, CLUSTERS)
def test_every_changed_record_is_in_one_row(before, after):
    found = fr.cluster_changes(table(before), table(after), n_examples=10).to_pylist()
    expected = Counter(
        (before.get(name), after.get(name), name) for name in {*before, *after} if before.get(name) != after.get(name)
    )
    assert Counter((r["previous_id"], r["cluster_id"], name) for r in found for name in r["examples"]) == expected
    assert all(row["n_records"] == len(row["examples"]) for row in found)
    assert all(row["n_before"] == list(before.values()).count(row["previous_id"]) for row in found)
    assert all(row["n_after"] == list(after.values()).count(row["cluster_id"]) for row in found)
    assert [row["change"] for row in found] == sorted((row["change"] for row in found), key=CHANGES.index)
    goes_on, existed = {*after.values()}, {*before.values()}
    for row in found:
        was, now, change = row["previous_id"], row["cluster_id"], row["change"]
        assert (change in ("created", "grown")) == (was is None)
        assert (change == "shrunk") == (now is None and was in goes_on)
        if was is not None and now is not None:
            assert (change == "moved") == (was in goes_on and now in existed)
            assert (change == "split") == (was in goes_on and now not in existed)
            assert (change in ("merged", "dissolved", "renamed")) == (was not in goes_on)


@given(CLUSTERS, CLUSTERS, st.randoms(use_true_random=False))
def test_the_order_of_records_does_not_matter(before, after, random):
    shuffled = list(after.items())
    random.shuffle(shuffled)
    assert steps(before, dict(shuffled)) == steps(before, after)


def test_ids_of_several_columns_and_other_types():
    pd, pl = pytest.importorskip("pandas"), pytest.importorskip("polars")
    before = pd.DataFrame({"source": ["x", "x", "y"], "no": [1, 2, 1], "cluster_id": ["c0", "c0", "c1"]})
    after = pl.DataFrame({"no": [1, 2, 1], "source": ["x", "x", "y"], "cluster_id": ["c0", "c2", "c1"], "margin": 1.0})
    (row,) = fr.cluster_changes(before, after).to_pylist()
    assert (row["change"], row["previous_id"], row["cluster_id"]) == ("split", "c0", "c2")
    assert row["examples"] == [{"no": 2, "source": "x"}]
    (row,) = fr.cluster_changes(before, after, id=["source", "no"]).to_pylist()
    assert row["examples"] == [{"source": "x", "no": 2}]


def test_ids_in_wider_types_are_the_same():
    one = pa.table({"id": pa.array([1, 2], pa.int32()), "cluster_id": [0, 0]})
    other = pa.table({"id": pa.array([2, 1], pa.uint64()), "cluster_id": [0, 0]})
    assert len(fr.cluster_changes(one, other)) == 0
    texts = pa.table({"id": pa.array(["a", "b"]).dictionary_encode(), "cluster_id": [0, 0]})
    assert (
        len(fr.cluster_changes(texts, texts.cast(pa.schema({"id": pa.large_string(), "cluster_id": pa.int8()})))) == 0
    )


def test_many_columns_do_not_overflow():
    ids = {f"id {column}": range(1000) for column in range(12)}
    table = pa.table(ids | {"cluster_id": range(1000)})
    assert len(fr.cluster_changes(table, table.take(pa.array(range(1000)[::-1])))) == 0


def test_bad_tables_are_shown():
    good = table({"a": 0, "b": 1})
    with pytest.raises(ValueError, match="after has no column 'cluster_id'; it has .'name'.: name it with cluster="):
        fr.cluster_changes(good, good.select(["name"]))
    with pytest.raises(ValueError, match="share no column that could be an id"):
        fr.cluster_changes(good, good.rename_columns(["other", "cluster_id"]))
    with pytest.raises(ValueError, match="before has no column 'no'; it has"):
        fr.cluster_changes(good, good, id="no")
    with pytest.raises(ValueError, match="before must be a table .*got dict"):
        fr.cluster_changes({}, good)
    twice = pa.concat_tables([good, good.slice(1)])
    for tables in ((twice, good), (good, twice)):
        with pytest.raises(ValueError, match=r"once, got 'b' in rows 1 and 2 \(from 0\)"):
            fr.cluster_changes(*tables)
    with pytest.raises(ValueError, match="the id in column 'name' of after is null in row 0"):
        fr.cluster_changes(good, table({None: 0}))
    with pytest.raises(ValueError, match="no|none at row 0"):
        fr.cluster_changes(good, table({"a": None}))
    numbers = pa.table({"name": [1], "cluster_id": [0]})
    with pytest.raises(ValueError, match="of after are int64 .*of before are string .*no id can be in both"):
        fr.cluster_changes(good, numbers)
