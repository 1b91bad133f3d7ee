"""What the numbers of a table are is decided by the numbers, by the option, or by all of splink's columns together.

The name of one column never decides it.
"""

import math

import numpy as np
import pytest

pa = pytest.importorskip("pyarrow")

import frenemy as fr  # noqa: E402
from frenemy.tables.weighing.score_weights import score_weights  # noqa: E402
from frenemy.tables.weighing.value_kind import ValueRange, value_kind, value_range  # noqa: E402

NAMES = ("weight", "score", "probability", "match_weight", "match_probability", "affinity", "log_odds", "how close")


@pytest.mark.parametrize(
    ("low", "high", "kind"),
    [
        (-1.0, 0.5, "weights"),
        (-1.0, 9.0, "weights"),
        (0.0, 1.0, "probabilities"),
        (0.2, 0.9, "probabilities"),
        (1.0, 1.0, "weights"),
        (0.0, 7.0, "scores"),
        (0.0, 60.0, "scores"),
        (12.0, 100.0, "percentages"),
        (60.0, 101.0, "scores"),
        (math.inf, -math.inf, "weights"),
    ],
)
def test_the_numbers_decide(low, high, kind):
    assert value_kind("auto", ValueRange(low, high)).name == kind
    assert value_kind("match_weights", ValueRange(low, high)).name == "match_weights"


def test_what_is_unclear_is_said():
    assert "unclear" in value_kind("auto", ValueRange(0.0, 7.0)).note("column 'w'")
    assert "unclear" not in value_kind("scores", ValueRange(0.0, 7.0)).note("column 'w'")
    assert value_kind("auto", ValueRange(0.0, 7.0), is_missing_given=True).name == "weights"
    assert value_kind("auto", ValueRange(-1.0, 7.0), are_scores=True).name == "scores"


def test_percentages_are_hundred_times_probabilities():
    weights = score_weights([0.0, 50.0, 90.0, 100.0], kind="percentages").weights
    assert weights.tolist() == score_weights([0.0, 0.5, 0.9, 1.0], kind="probabilities").weights.tolist()
    assert value_kind("auto", ValueRange(12.0, 95.0), is_missing_given=True).name == "weights"
    with pytest.raises(ValueError, match=r"percentages must be in 0..100 .* got 101.0 in column 'weight', row 1"):
        fr.find_entities(pa.table({"id_1": [1, 2], "id_2": [2, 3], "weight": [9.0, 101.0]}), values="percentages")


def test_match_weights_are_known_by_the_probabilities_beside_them():
    bits = np.array([-3.0, 0.5, 8.0, np.nan])
    assert value_range(bits, 1 / (1 + 2.0**-bits)).are_bits
    assert value_range(bits, np.array([0.1, 0.5, 0.9, 0.5])).are_bits is False
    assert value_range(bits).are_bits is value_range(bits, np.full(4, np.nan)).are_bits is None
    assert value_kind("auto", value_range(bits, 1 / (1 + 2.0**-bits))).name == "match_weights"


SPLINK = "the columns are splink's; values='weights' takes them as they are"
PERHAPS = "some are below 0; if they are splink's match weights, values='match_weights' calibrates them"


@pytest.mark.parametrize("numbers", [[-3.0, 0.5, 8.0], [2.0, 0.5, 8.0], [0.2, 0.5, 0.8], [1.0, 1.0, 1.0]])
@pytest.mark.parametrize("others", [(), ("gamma_name", "match_key")])
def test_splinks_columns_together_are_a_schema(numbers, others):
    columns = {"match_weight": numbers, "unique_id_l": ["a", "b", "c"], "unique_id_r": ["b", "c", "d"]}
    table = pa.table(columns | {name: [1, 1, 1] for name in others})
    found = fr.find_entities(table)
    assert found.pairs.columns.values == "match_weights"
    assert f"column 'match_weight' has match weights, log-odds in bits: {SPLINK}" in found.notes.choices
    taken = fr.find_entities(table, values="weights")
    assert taken.pairs.columns.values == "weights"
    assert taken.pairs.score.tolist() == numbers


def test_a_renamed_column_of_splink_is_signed_weights_and_that_is_said():
    table = pa.table({"unique_id_l": ["a", "b"], "unique_id_r": ["b", "c"], "weight": [3.0, -2.0]})
    found = fr.find_entities(table)
    assert found.pairs.columns.values == "weights"
    assert f"column 'weight' has signed weights, taken as they are: {PERHAPS}" in found.notes.choices


def test_probabilities_that_disagree_are_stronger_than_splinks_columns():
    columns = {"unique_id_l": ["a", "b"], "unique_id_r": ["b", "c"], "match_weight": [3.0, -2.0]}
    found = fr.find_entities(pa.table(columns | {"match_probability": [0.5, 0.5]}))
    assert found.pairs.columns.values == "weights"
    assert any(PERHAPS in note for note in found.notes.choices)


def test_an_empty_table_of_splink_has_no_match_weights():
    kinds = {"unique_id_l": pa.string(), "unique_id_r": pa.string(), "match_weight": pa.float64()}
    empty = pa.table({name: pa.array([], kind) for name, kind in kinds.items()})
    assert fr.find_entities(empty).n_entities == 0


def signed():
    problem, _ = fr.affinity.planted(144, seed=5)
    return problem.edges()


@pytest.mark.parametrize("scale", ["weights", "probabilities"])
def test_the_name_of_a_column_does_not_matter(scale):
    u, v, w = signed()
    numbers = w if scale == "weights" else 1 / (1 + np.exp(-w))
    found = [fr.find_entities(pa.table({"id_1": u, "id_2": v, name: numbers})) for name in NAMES]
    assert {one.pairs.columns.values for one in found} == {scale}
    assert all(one.labels.tolist() == found[0].labels.tolist() for one in found)
    assert len({one.table.column_names[1] for one in found}) == 1


def test_weights_mean_what_they_mean_to_solve():
    u, v, w = signed()
    problem = fr.Problem.from_edges(u, v, w)
    found = fr.find_entities(pa.table({"id_1": u, "id_2": v, "probability": w}))
    assert found.problem.missing == 0.0
    assert found.result.energy == pytest.approx(fr.solve(problem).energy)


def test_rows_of_one_pair_add_up_as_weights_and_average_as_scores():
    rows = {"id_1": ["a", "b", "c"], "id_2": ["b", "a", "d"], "w": [2.0, 1.0, -1.0]}
    assert fr.find_entities(pa.table(rows)).pairs.score.tolist() == [3.0, -1.0]
    assert fr.find_entities(pa.table(rows), values="scores").pairs.score.tolist() == [1.5, -1.0]
