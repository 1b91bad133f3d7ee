"""The groups of an earlier run: what they are read from, and how groups compare with them."""

import gzip

import numpy as np
import pyarrow as pa
import pytest
from explored import people

import frenemy as fr
from frenemy.apps.explore.earlier import EarlierGroup, Origin, changed_groups
from frenemy.apps.explore.exploration import Exploration
from frenemy.apps.explore.group_list import GroupList
from frenemy.apps.explore.group_view import GroupView
from frenemy.apps.explore.open_file import open_file
from frenemy.apps.explore.opening.earlier_groups import compared_with, earlier_groups
from frenemy.apps.explore.opening.source_of import source_of
from frenemy.apps.explore.things import Things

PAIRS = [("ann", "anna", 3.0), ("bob", "rob", 2.0), ("anna", "bob", -2.0), ("cid", "bob", -1.0)]
THINGS = Things.of(["ann", "anna", "bob", "rob", "cid"], 5)


def groups_of(earlier):
    """The earlier groups by name, as things."""
    return {name: np.flatnonzero(earlier.labels == k).tolist() for k, name in enumerate(earlier.names)}


@pytest.mark.parametrize("suffix", ["csv", "tsv", "txt", "npz", "csv.gz", "npz.gz", "txt.gz"])
def test_files_that_frenemy_cluster_writes(tmp_path, suffix):
    path = tmp_path / f"labels.{suffix}"
    fr.io.write_labels(path, ["ann", "anna", "bob", "rob", "cid"], [0, 0, 1, 1, 2])
    found = earlier_groups(path, THINGS)
    assert found.title == path.name
    assert groups_of(found) == {"#0": [0, 1], "#1": [2, 3], "#2": [4]}


def test_tables_results_and_labels():
    ids = ["cid", "ann", "anna", "old"]
    found = earlier_groups(pa.table({"id": ids, "cluster_id": ["x", "y", "y", "x"]}), THINGS)
    assert groups_of(found) == {"x": [4], "y": [0, 1]}
    assert (found.n_new, found.n_gone, found.sizes.tolist()) == (2, 1, [2, 2])
    for before in ([7, 7, 3, 3, 9], np.array([7, 7, 3, 3, 9]), pytest.importorskip("pandas").Series([7, 7, 3, 3, 9])):
        assert groups_of(earlier_groups(before, THINGS)) == {"#7": [0, 1], "#3": [2, 3], "#9": [4]}
    result = fr.solve(PAIRS, warn=False)
    assert groups_of(earlier_groups(result, THINGS)) == {"#0": [0, 1], "#1": [2, 3], "#2": [4]}
    table = pa.table({"id_1": [u for u, _, _ in PAIRS], "id_2": [v for _, v, _ in PAIRS], "weight": [2.0, 2, -2, -1]})
    entities = fr.find_entities(table, values="weights")
    assert sorted(map(len, groups_of(earlier_groups(entities, THINGS)).values())) == [1, 2, 2]


def test_ids_of_another_name_in_the_things(tmp_path):
    things = Things(pa.table({"key": ["a", "b"]}), (("key_l",), ("key_r",)))
    fr.io.write_labels(tmp_path / "labels.npz", ["b", "a"], [0, 1])
    assert groups_of(earlier_groups(tmp_path / "labels.npz", things)) == {"#0": [1], "#1": [0]}
    two = Things(pa.table({"source": ["a", "b"], "key": [1, 2]}), (("s_l", "k_l"), ("s_r", "k_r")))
    with pytest.raises(ValueError, match="an id has 2 columns, source, key, got one; give a table"):
        earlier_groups(tmp_path / "labels.npz", two)


def test_what_is_wrong_is_said(tmp_path):
    other = pa.table({"id": ["x", "y"], "cluster_id": [0, 0]})
    for before, message in (
        (other, "none of the 2 ids of the earlier result is among the 5 things"),
        (other.rename_columns(["id", "group"]), "before has no column 'cluster_id'; it has id, group"),
        (other.rename_columns(["name", "cluster_id"]), "before has no column 'id'"),
        (pa.table({"id": ["ann", "ann"], "cluster_id": [0, 1]}), "each record must be in before once, got 'ann'"),
        (pa.table({"id": ["bob", "ann"], "cluster_id": [0, None]}), "got none at row 1 .* of the earlier result"),
        (pa.table({"id": [1, 2], "cluster_id": [0, 1]}), "int64"),
        ([0, 1], "a label for each of the 5 things, in their order, got 2"),
        (np.zeros((2, 3)), r"labels must be one per thing, got shape \(2, 3\)"),
        (fr.CorrelationClustering(), "CorrelationClustering is not fitted yet"),
        (7, "before must be a table"),
        (tmp_path / "none.csv", "none.csv: there is no such file"),
        (tmp_path / "none.npz", "there is no file .*none.npz"),
        (tmp_path / "labels.xyz", "must end in"),
    ):
        with pytest.raises(ValueError, match=message):
            earlier_groups(before, THINGS)
    np.savez(tmp_path / "weights.npz", data=[1])
    (tmp_path / "broken.npz").write_bytes(b"PK\x03\x04broken")
    (tmp_path / "broken.txt.gz").write_bytes(gzip.compress(b"0\n1\n")[:-6])
    (tmp_path / "words.txt").write_text("one\ntwo\n")
    for name, why in (("weights.npz", "no array 'ids'; it has data"), ("broken.npz", ""), ("broken.txt.gz", "gzip")):
        with pytest.raises(ValueError, match=f"{name} cannot be read as labels of `frenemy cluster`: .*{why}"):
            earlier_groups(tmp_path / name, THINGS)
    with pytest.raises(ValueError, match=r"words.txt cannot be read"):
        earlier_groups(tmp_path / "words.txt", THINGS)


def test_groups_that_changed():
    labels = np.array([0, 0, 1, 1, 1, 2, 3, 3])
    before = np.array([4, 4, 0, 0, 1, 2, 3, -1])
    # Group 0 is as it was; 1 took a thing of another; one thing of 2 is gone; 3 has a new thing.
    assert changed_groups(labels, before, np.array([2, 1, 2, 1, 2])).tolist() == [False, True, True, True]
    assert changed_groups(np.empty(0, np.int32), np.empty(0, int), np.empty(0, int)).tolist() == []


def test_the_list_and_a_group_compare_with_it():
    source = people()
    labels = source.result.labels.astype(np.int64)
    same = Exploration.open(compared_with(source, labels))
    assert not same.is_changed.any()
    before = labels.copy()
    before[0] = labels.max() + 5  # it was alone
    compared = compared_with(source, before)
    opened = Exploration.open(compared)
    counts = GroupList(opened).counts
    assert (counts["changed"], counts["corrected"]) == (1, 0)
    group, size = int(opened.clustering.group_of[0]), int((labels == labels[0]).sum())
    rest = EarlierGroup(f"#{labels[0]}", size - 1, size - 1)
    alone = EarlierGroup(f"#{before[0]}", 1, 1)
    assert GroupView(opened, group).origin == Origin((rest, alone), 0, 0)
    # A correction that makes a group as it was: changed since it was opened, not since the earlier run.
    after = opened.moved([0], None)
    label = after.clustering.labels[0]
    groups = GroupList(after)
    assert (groups.shows("changed")[label], groups.shows("corrected")[label]) == (False, True)
    assert GroupView(Exploration.open(source), group).origin is None


def test_things_that_are_new_and_gone():
    ids = [f"r{i:03d}" for i in range(2, 60)]
    source = people()
    labels = source.result.labels[2:].tolist()
    before = pa.table({"id": [*ids, "gone"], "cluster_id": [*labels, labels[0]]})
    opened = Exploration.open(compared_with(source, before))
    view = GroupView(opened, int(opened.clustering.group_of[0]))
    assert view.origin.n_new == 2
    assert view.origin.n_gone == 1
    assert opened.is_changed[view.label]


def test_files_and_results_are_opened_with_it(tmp_path):
    pairs = tmp_path / "pairs.csv"
    pairs.write_text("".join(f"{u},{v},{w}\n" for u, v, w in PAIRS))
    fr.io.write_labels(tmp_path / "labels.csv", ["ann", "anna", "bob"], [0, 1, 2])
    for source in (
        open_file(pairs, before=tmp_path / "labels.csv"),
        source_of(fr.solve(PAIRS, warn=False), before=str(tmp_path / "labels.csv")),
    ):
        assert source.earlier.title == "labels.csv"
        assert source.earlier.n_new == 2
        assert Exploration.open(source).is_changed.tolist() == [True, True, True]
