"""Clusters keep their ids wherever most of their records stay."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

pa = pytest.importorskip("pyarrow")

from frenemy.apps.records.names.stable_ids import kept_ids, stable_ids  # noqa: E402

LABELS = st.integers(0, 5)
NUMBERS = st.none() | st.integers(-2, 6)
TEXTS = st.none() | st.sampled_from(["c0", "c3", "c12", "x", "", "c003", "ann-7"])
RECORDS = st.lists(st.tuples(LABELS, NUMBERS), max_size=20) | st.lists(st.tuples(LABELS, TEXTS), max_size=20)


def ids_of(records, taken=None):
    labels = np.array([label for label, _ in records], np.int64)
    return stable_ids(labels, previous=[was for _, was in records], taken=taken).to_pylist()


def kept_slowly(records):
    """The rule in so many words, for each label: the id that it keeps, or None."""
    shared = Counter(record for record in records if record[1] is not None)
    sizes = Counter(label for label, _ in records)
    sizes_before = Counter(was for _, was in records)

    def best(of, place, other_sizes):
        own = [pair for pair in shared if pair[place] == of]
        ranked = sorted(own, key=lambda p: (-shared[p], other_sizes[p[1 - place]], p[1 - place]))
        return ranked[0][1 - place] if ranked else None

    kept = {}
    for label in sizes:
        was = best(label, 0, sizes_before)
        kept[label] = was if was is not None and best(was, 1, sizes) == label else None
    return kept


@given(RECORDS)
def test_the_rule(records):
    kept = kept_slowly(records)
    previous = {was for _, was in records}
    for (label, _), given_id in zip(records, ids_of(records), strict=True):
        if kept[label] is None:
            assert given_id not in previous
        else:
            assert given_id == kept[label]


@given(RECORDS)
def test_ids_are_one_per_cluster(records):
    pairs = set(zip([label for label, _ in records], ids_of(records), strict=True))
    assert len({label for label, _ in pairs}) == len({given_id for _, given_id in pairs}) == len(pairs)


@given(RECORDS)
def test_clusters_that_did_not_change_keep_their_ids(records):
    by_label, by_id = {}, {}
    for at, (label, was) in enumerate(records):
        by_label.setdefault(label, []).append(at)
        by_id.setdefault(was, []).append(at)
    found = ids_of(records)
    for was, members in by_id.items():
        if was is not None and members in by_label.values():
            assert {found[at] for at in members} == {was}


@given(RECORDS, st.randoms(use_true_random=False))
def test_the_order_of_records_does_not_matter(records, random):
    order = list(range(len(records)))
    random.shuffle(order)
    found = ids_of(records)
    assert ids_of([records[at] for at in order]) == [found[at] for at in order]


@given(RECORDS)
def test_a_second_time_changes_nothing(records):
    found = ids_of(records)
    assert ids_of([(label, was) for (label, _), was in zip(records, found, strict=True)]) == found


@given(RECORDS, st.lists(st.integers(0, 9)))
def test_taken_ids_are_not_given_again(records, numbers):
    is_text = any(isinstance(was, str) for _, was in records)
    taken = [f"c{number}" if is_text else number for number in numbers]
    previous = {was for _, was in records}
    assert not ({*ids_of(records, taken or None)} - previous) & {*taken}


def test_most_members_stay():
    #    Cluster 0 is most of 7, cluster 1 is half of 4 and a bit of 7, cluster 2 the other half of 4 and larger.
    labels = [0, 0, 0, 1, 1, 2, 2, 2]
    assert stable_ids(labels, previous=[7, 7, 7, 7, 4, 4, None, None]).to_pylist() == [7, 7, 7, 4, 4, 8, 8, 8]


def test_merged_clusters_keep_the_id_of_the_larger():
    assert stable_ids([3, 3, 3], previous=[5, 2, 2]).to_pylist() == [2, 2, 2]
    assert stable_ids([3, 3], previous=[5, 2]).to_pylist() == [2, 2]  # the smaller id, if both are as large


@pytest.mark.parametrize(
    ("previous", "new"),
    [
        (["c1", "c9", "c9"], "c10"),
        (["person-0001", "person-0099", None], "person-0100"),
        (["17", "3", "3"], "18"),
        (["rec-1-org", "rec-2-org", None], "c0"),
        (["c1", "other", "other"], "c2"),
        ([-5, -7, -7], 0),
        (np.array([3.0, 4.0, np.nan]), 5),
        (np.array([3, 4, 4], np.int8), 5),
        (np.array(["a", "b", "b"]), "c0"),
        (np.array(["c4", None], object), "c5"),
        (pa.chunked_array([[1], [2, None]]), 3),
        (pa.array(["c1", "c2", None]).dictionary_encode(), "c3"),
        (pa.array(["c1", "c2", "c2"], pa.large_string()), "c3"),
        (pa.array(["c1", None], pa.string_view()), "c2"),
        (pa.array([None]), 0),
    ],
)
def test_new_ids_go_on_in_the_manner_of_the_previous(previous, new):
    """Every record on its own: the last is new, or the second half of what it was in."""
    *kept, last = stable_ids(range(len(previous)), previous=previous).to_pylist()
    columns = previous if isinstance(previous, pa.ChunkedArray) else pa.array(previous, from_pandas=True)
    assert kept == columns.to_pylist()[:-1]
    assert last == new


def test_types_are_kept_and_widened_only_if_numbers_do_not_fit():
    assert stable_ids([0, 1], previous=pa.array([1, None], pa.int8())).type == pa.int8()
    assert stable_ids([0, 1], previous=pa.array([127, None], pa.int8())).to_pylist() == [127, 128]
    assert stable_ids([0, 1], previous=pa.array(["a", None], pa.large_string())).type == pa.large_string()
    assert stable_ids([0, 1], previous=pa.array([2**63 - 1, None])).to_pylist() == [2**63 - 1, 2**63]
    with pytest.raises(ValueError, match="no 1 numbers above the cluster id 18446744073709551615; cast"):
        stable_ids([0, 1], previous=pa.array([2**64 - 1, None], pa.uint64()))


def test_nothing():
    assert stable_ids([], previous=[]).to_pylist() == []
    assert kept_ids(np.empty(0, np.int64), np.empty(0, np.int64)).tolist() == []


def test_what_cannot_be_ids_is_shown():
    import datetime

    with pytest.raises(ValueError, match=r"got \(2,\) labels and 1 previous"):
        stable_ids([0, 1], previous=[1])
    with pytest.raises(ValueError, match="whole numbers or texts, got 1.5 at record 0"):
        stable_ids([0], previous=[1.5])
    with pytest.raises(ValueError, match=r"got date32\[day\].*cast the column to texts"):
        stable_ids([0], previous=[datetime.date(2020, 1, 1)])
    with pytest.raises(ValueError, match="previous must be cluster ids of one type"):
        stable_ids([0, 0], previous=[1, "a"])
    with pytest.raises(ValueError, match="of one type, got int64 and string"):
        stable_ids([0], previous=[1], taken=["a"])
