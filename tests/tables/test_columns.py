"""The columns of a table of pairs are found by name, or asked for with a list of those there are."""

import pytest

pytest.importorskip("pyarrow")

from frenemy.tables.columns import find_pair_columns, find_record_columns
from frenemy.tables.options import ColumnOptions

#: As splink 5 orders them.
SPLINK = ("match_weight", "match_probability")
COMPARED = ("first_name_l", "first_name_r", "gamma_first_name", "dob_l", "dob_r", "gamma_dob", "city_l", "city_r")


def ends(*names, **options):
    found = find_pair_columns(names, ColumnOptions(**options))
    return found.left, found.right


def test_splink():
    names = (*SPLINK, "unique_id_l", "unique_id_r", *COMPARED, "match_key")
    found = find_pair_columns(names)
    assert (found.left, found.right) == (("unique_id_l",), ("unique_id_r",))
    assert (found.score, found.probability, found.values) == ("match_weight", "match_probability", "auto")
    assert found.id_names == ("unique_id",)
    assert find_pair_columns([name for name in names if name != "match_weight"]).score == "match_probability"


def test_splink_with_several_sources():
    names = (*SPLINK, "source_dataset_l", "source_dataset_r", "unique_id_l", "unique_id_r", *COMPARED)
    assert ends(*names) == (("source_dataset_l", "unique_id_l"), ("source_dataset_r", "unique_id_r"))
    assert find_pair_columns(names).id_names == ("source_dataset", "unique_id")
    assert ends(*names, id_left="unique_id_l", id_right="unique_id_r") == (("unique_id_l",), ("unique_id_r",))


def test_splink_with_an_id_of_another_name():
    assert ends(*SPLINK, "rec no_l", "rec no_r", *COMPARED) == (("rec no_l",), ("rec no_r",))
    both = ("source_dataset_l", "source_dataset_r", "rec no_l", "rec no_r")
    assert ends(*SPLINK, *both, *COMPARED) == (("source_dataset_l", "rec no_l"), ("source_dataset_r", "rec no_r"))
    assert ends(*SPLINK, "no_l", "no_r", "id_l", "id_r", "gamma_id") == (("no_l",), ("no_r",)), "compared, so no id"
    # A source of another name, too: no telling which is which.
    with pytest.raises(
        ValueError, match="several columns could be the ids .'shop_l' and 'shop_r' or 'no_l' and 'no_r'"
    ):
        ends(*SPLINK, "shop_l", "shop_r", "no_l", "no_r", *COMPARED)


@pytest.mark.parametrize(
    ("names", "splink"),
    [
        (("unique_id_l", "unique_id_r", "match_weight"), "ids and match weight"),
        (("unique_id_l", "unique_id_r", "weight"), "ids"),
        (("unique_id_l", "unique_id_r", "match_probability"), "ids"),
        (("match_weight", "no_l", "no_r", *COMPARED), "ids and match weight"),
        (("source_dataset_l", "source_dataset_r", "id_l", "id_r", "match_weight", "gamma_a"), "ids and match weight"),
        (("id_l", "id_r", "match_weight"), "no"),
        (("id_1", "id_2", "match_weight"), "no"),
    ],
)
def test_splink_is_known_by_ids_and_weight_together(names, splink):
    assert find_pair_columns(names).splink == splink


@pytest.mark.parametrize(
    ("left", "right", "name"),
    [
        ("id_1", "id_2", "id"), ("id1", "id2", "id"), ("rec_id_1", "rec_id_2", "rec_id"), ("u", "v", "id"),
        ("record_id_left", "record_id_right", "record_id"), ("left_id", "right_id", "id"), ("source", "target", "id"),
        ("id_l", "id_r", "id"),
    ],
)  # fmt: skip
def test_other_tools(left, right, name):
    found = find_pair_columns([left, right, "weight"])
    assert (found.left, found.right, found.score) == ((left,), (right,), "weight")
    assert found.id_names == (name,)


@pytest.mark.parametrize("score", ["weight", "score", "probability", "match_weight", "affinity", "how sure"])
def test_three_columns_need_no_names(score):
    found = find_pair_columns(["first", "second", score])
    assert (found.left, found.right, found.score, found.values) == (("first",), ("second",), score, "auto")


def test_names_with_spaces_are_names():
    found = find_pair_columns(
        ["record A", "record B", "how sure"],
        ColumnOptions(id_left="record A", id_right="record B", probability="how sure"),
    )
    assert (found.left, found.right, found.score, found.values) == (
        ("record A",), ("record B",), "how sure", "probabilities",
    )  # fmt: skip
    assert found.id_names == ("id",)


@pytest.mark.parametrize(
    ("names", "options", "message"),
    [
        (
            ["a", "b"],
            {},
            "no columns of ids: name them with id_left= and id_right=, and the weights with weight=; found 'a'",
        ),
        (
            ["a", "b", "c", "d"],
            {},
            "no columns of ids: name them with id_left= and id_right=, and the weights with weight=.* must be a pair",
        ),
        (
            ["u", "v", "c", "d"],
            {},
            "no column of weights or scores: name it with weight=, and say what it holds with values=",
        ),
        ([], {}, "found no columns at all"),
        (["u", "v"], {}, "no column of weights or scores: name it with weight=, and .* found 'u', 'v'"),
        (["u", "v", "w"], {"probability": "p"}, "no column 'p' .probability.; found 'u', 'v', 'w'"),
        (["u", "v", "w"], {"id_left": "x", "id_right": "v"}, "no column 'x' .id_left and id_right.; found 'u'"),
        (["u", "v", "w"], {"id_left": "u"}, "id_left and id_right belong together, got 'u' and None"),
        (["u", "v", "w"], {"id_left": "u", "id_right": ["v", "w"]}, "must have the same number of columns"),
        (["u", "v", "w"], {"id_left": "u", "id_right": "u", "weight": "w"}, "'u' cannot be two things at once"),
        (["u", "v", "w"], {"weight": "w", "probability": "w"}, "one of match_weight, probability and weight"),
        (
            ["u", "v", "w"],
            {"probability": "w", "values": "weights"},
            "probability='w' says values='probabilities', got",
        ),
        (["u", "v", "id_1", "id_2", "weight"], {}, "several columns could be the ids"),
    ],
)
def test_what_cannot_be_found(names, options, message):
    with pytest.raises(ValueError, match=message):
        find_pair_columns(names, ColumnOptions(**options))


def test_records():
    pairs = find_pair_columns(["unique_id_l", "unique_id_r", "match_weight"])
    assert find_record_columns(["name", "unique_id"], pairs) == ("unique_id",)
    assert find_record_columns(["only"], pairs) == ("only",)
    assert find_record_columns(["name", "no"], pairs, id="no") == ("no",)
    with pytest.raises(
        ValueError, match="nodes has no column 'unique_id'; name the column of the ids with id=; found 'a', 'b'"
    ):
        find_record_columns(["a", "b"], pairs)
    with pytest.raises(ValueError, match="no column 'c' .id, in nodes.; found 'a', 'b'"):
        find_record_columns(["a", "b"], pairs, id="c")
    with pytest.raises(ValueError, match="as many columns as an id in pairs, 1 .unique_id_l., got"):
        find_record_columns(["a", "b"], pairs, id=["a", "b"])
