"""Options of tables: declared once, and shown by every function that takes them."""

import inspect
from typing import get_args

import pytest

pytest.importorskip("pyarrow")

import frenemy as fr
from frenemy.apps.records.options import EntityOptions, ReviewOptions, UpdateOptions
from frenemy.tables import options
from frenemy.tables.options import TableOptions, WeightOptions, option_names


@pytest.mark.parametrize(
    ("function", "kind"),
    [
        (fr.find_entities, EntityOptions),
        (fr.cluster_table, EntityOptions),
        (fr.review, ReviewOptions),
        (fr.Entities.update, UpdateOptions),
        (fr.solve_dataset, TableOptions),
    ],
)
def test_functions_show_their_options(function, kind):
    parameters = inspect.signature(function).parameters
    for name in option_names(kind):
        assert parameters[name].kind is inspect.Parameter.KEYWORD_ONLY
        assert f"{name} : " in function.__doc__
    assert not any(parameter.kind is inspect.Parameter.VAR_KEYWORD for parameter in parameters.values())
    assert "**options" not in function.__doc__


def test_an_unknown_option_is_refused_by_name():
    with pytest.raises(TypeError, match="find_entities.. got an unexpected keyword argument 'treshold'"):
        fr.find_entities("pairs.csv", treshold=0.5)
    with pytest.raises(TypeError, match="review.. missing a required argument: 'entities'"):
        fr.review("pairs.csv")


def test_choices_are_those_of_the_types():
    for kind in (EntityOptions, ReviewOptions):
        for name, choices in (("nulls", options.Nulls), ("unknown", options.Unknown)):
            assert kind.__dataclass_fields__[name].metadata["choices"] == get_args(choices)
    assert WeightOptions.__dataclass_fields__["calibration"].metadata["choices"] == get_args(options.Calibration)
    with pytest.raises(ValueError, match="calibration must be one of 'auto', 'none', 'platt', 'isotonic', got 'best'"):
        WeightOptions(calibration="best")


def test_the_command_line_has_the_same_choices():
    pytest.importorskip("typer")
    from frenemy.cli.clustering import cluster_options

    for name in ("Nulls", "Unknown", "Calibration"):
        assert tuple(one.value for one in getattr(cluster_options, name)) == get_args(getattr(options, name))


def test_old_names_still_work():
    import pyarrow as pa

    pairs = pa.table({"id_1": ["a"], "id_2": ["b"], "weight": [1.0]})
    with pytest.warns(DeprecationWarning, match="find_entities: most_scores is now called max_scores"):
        found = fr.find_entities(pairs, most_scores=5)
    with pytest.warns(DeprecationWarning, match="account is now called notes"):
        assert found.account == found.notes
    with pytest.warns(DeprecationWarning, match="told is now called choices"):
        assert found.notes.told == found.notes.choices
