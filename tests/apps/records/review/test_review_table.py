"""Pairs to ask a person about, from table to table."""

import numpy as np
import pytest

import frenemy as fr

pa = pytest.importorskip("pyarrow")

PAIRS = pa.table(
    {
        "id_1": ["a", "a", "b", "c", "d", "x"],
        "id_2": ["b", "c", "c", "d", "e", "y"],
        "weight": [3.0, 3.0, 3.0, 0.5, 3.0, 6.0],
    }
)


def with_decisions(ask, words):
    return ask.set_column(ask.column_names.index("decision"), "decision", pa.array(words))


def test_answers_go_back_in():
    found = fr.find_entities(PAIRS, calibration="none", missing=-0.3)
    ask = fr.review(PAIRS, found, budget=3)
    first = ask.to_pylist()[0]
    assert {first["id_1"], first["id_2"]} <= {"a", "b", "c", "d", "e"}
    for word, together in (("same", True), ("different", False)):
        answered = with_decisions(ask.slice(0, 1), [word])
        after = fr.find_entities(PAIRS, calibration="none", missing=-0.3, decisions=answered).table.to_pylist()
        clusters = {row["id"]: row["cluster_id"] for row in after}
        assert (clusters[first["id_1"]] == clusters[first["id_2"]]) == together


def test_the_column_of_answers_is_there_and_empty_is_no_answer():
    found = fr.find_entities(PAIRS, calibration="none", missing=-0.3)
    ask = fr.review(PAIRS, found, budget=3)
    assert ask.column_names[:3] == ["id_1", "id_2", "decision"]
    assert ask["decision"].to_pylist() == [None] * len(ask)
    again = fr.find_entities(PAIRS, calibration="none", missing=-0.3, decisions=ask)
    assert again.table.equals(found.table)


def test_the_records_are_shown_to_judge_by():
    found = fr.find_entities(PAIRS, calibration="none", missing=-0.3)
    people = pa.table({"no": ["e", "d", "c", "b", "a"], "name": ["Eve", "Dan", "Cid", "Bob", "Ann"], "id_1": range(5)})
    ask = fr.review(PAIRS, found, nodes=people, id="no", budget=9)
    names = dict(zip(people["no"].to_pylist(), people["name"].to_pylist(), strict=True))
    assert ask.column_names[-4:] == ["name_l", "name_r", "id_1_l", "id_1_r"]
    for row in ask.to_pylist():
        assert (row["name_l"], row["name_r"]) == (names.get(row["id_1"]), names.get(row["id_2"]))
    assert ask.drop_columns(ask.column_names[-4:]).equals(fr.review(PAIRS, found, budget=9))


def test_from_the_table_of_clusters():
    options = {"calibration": "none", "missing": -0.3}
    found = fr.find_entities(PAIRS, **options)
    by_entities = fr.review(PAIRS, found, budget=5)
    shuffled = found.table.take(np.random.default_rng(0).permutation(found.n_records))
    assert fr.review(PAIRS, shuffled, budget=5, **options).equals(by_entities)
    with pytest.raises(ValueError, match="entities has no row for 'y'"):
        fr.review(PAIRS, found.table.filter([row != "y" for row in found.table["id"].to_pylist()]), **options)


def test_the_same_kind_and_nothing_to_ask():
    pd = pytest.importorskip("pandas")
    pairs = PAIRS.to_pandas()
    assert isinstance(fr.review(pairs, fr.find_entities(pairs), budget=2), pd.DataFrame)
    assert len(fr.review(pairs, fr.find_entities(pairs), budget=0)) == 0
