"""Frames, series and indexes of pandas: what is in an index of several levels are the ids."""

import pytest

pytest.importorskip("pyarrow")
pandas = pytest.importorskip("pandas")

import frenemy as fr  # noqa: E402
from frenemy.tables.readers.pandas_frames import plain_frame  # noqa: E402


def pairs(*names):
    return pandas.MultiIndex.from_tuples([("a", "b"), ("b", "c"), ("a", "c"), ("c", "d")], names=names or None)


def scores(*names):
    return pandas.Series([0.9, 0.9, 0.9, 0.01], index=pairs(*names))


def test_probabilities_without_a_name():
    clusters = fr.cluster_table(scores("rec_id_1", "rec_id_2"))
    assert clusters["rec_id"].tolist() == ["a", "b", "c", "d"]
    assert clusters["cluster_id"].tolist() == [0, 0, 0, 1]


@pytest.mark.parametrize(
    ("names", "id_name"),
    [((), "id"), (("customer_1", "customer_2"), "customer"), (("customer", "invoice"), "id"), (("id", "id"), "id")],
)
def test_levels_are_the_ids_whatever_they_are_called(names, id_name):
    clusters = fr.cluster_table(scores(*names))
    assert clusters.columns[0] == id_name
    assert clusters["cluster_id"].tolist() == [0, 0, 0, 1]


def test_columns_that_are_called_as_ids_come_first():
    frame = pandas.DataFrame({"u": [1, 2], "v": [2, 3], "weight": [1.0, -1.0]}, index=pairs("block", "row")[:2])
    assert fr.cluster_table(frame)["id"].tolist() == [1, 2, 3]


def test_features_beside_the_probability():
    features = pandas.DataFrame({"name": [1, 1, 1, 0], "town": [1, 0, 1, 0]}, index=pairs("rec_id_1", "rec_id_2"))
    assert fr.cluster_table(features.assign(probability=scores()))["cluster_id"].tolist() == [0, 0, 0, 1]
    with pytest.raises(
        ValueError, match="no column of weights or scores: .*found 'rec_id_1', 'rec_id_2', 'name', 'town'"
    ):
        fr.cluster_table(features)
    twice = features.assign(probability=scores(), rec_id_1="x")
    with pytest.raises(ValueError, match="column 'rec_id_1' appears 2 times; rename all but one"):
        fr.cluster_table(twice)


def test_a_series_of_another_name_says_so():
    named = scores("rec_id_1", "rec_id_2").rename("p")
    assert fr.cluster_table(named, probability="p")["cluster_id"].tolist() == [0, 0, 0, 1]
    assert fr.cluster_table(named)["cluster_id"].tolist() == [0, 0, 0, 1]
    bits = (scores() * 20).rename("match_weight")
    assert fr.find_entities(bits).pairs.columns.values == "scores", "unclear, so assumed"
    assert fr.find_entities(bits, values="match_weights").pairs.columns.values == "match_weights"
    with pytest.raises(ValueError, match=r"probabilities must be in 0\.\.1 \(values= says what else they are"):
        fr.cluster_table(scores() * 20, values="probabilities")


def test_links_are_a_table():
    apart = fr.find_entities(scores("rec_id_1", "rec_id_2"), cannot_link=pairs()[2:3])
    assert apart.labels[0] != apart.labels[2]
    together = fr.find_entities(scores("customer", "invoice"), must_link=pairs("x", "y")[3:])
    assert together.labels[2] == together.labels[3]
    labeled = pandas.Series([True, True, True, False], index=pairs(), name="is_match")
    assert "labelled" in str(fr.find_entities(scores(), labeled=labeled).notes)


def test_all_records_by_their_index():
    people = pandas.DataFrame({"name": list("vwxyz")}, index=pandas.Index(list("edcba"), name="rec_id"))
    clusters = fr.cluster_table(scores("rec_id_1", "rec_id_2"), people)
    assert clusters["rec_id"].tolist() == list("edcba")
    assert clusters["cluster_id"].nunique() == 3


def test_an_index_of_one_level_as_before():
    frame, levels = plain_frame(pandas.Series([1, 2], index=pandas.Index(["a", "b"], name="id")))
    assert (frame.columns.tolist(), levels) == (["id", "0"], ())
    frame, levels = plain_frame(pandas.DataFrame({"id": [1, 2]}))
    assert (frame.columns.tolist(), levels) == (["id"], ())
    with pytest.raises(ValueError, match="pairs must be a table"):
        fr.cluster_table(pandas.Index([1, 2]))
