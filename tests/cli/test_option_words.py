"""Messages of the library as the command line says them."""

import pytest

from frenemy.cli.clustering.option_words import errors_in_options, in_options


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("name them with id_left= and id_right=; found 'a'", "name them with --id-left and --id-right; found 'a'"),
        ('unknown="add" takes them', "--unknown add takes them"),
        ("calibration='platt' learns", "--calibration platt learns"),
        ("got prior=0.1 and tool_prior=None", "got --prior 0.1 and --tool-prior None"),
        ("one_per: there is no column 'one_per'", "--one-per: there is no column 'one_per'"),
        ("weight must be finite, got missing=-1.5", "weight must be finite, got --missing -1.5"),
        ("found 'match_weight', 'weight=2', bare_weight=3", "found 'match_weight', 'weight=2', bare_weight=3"),
    ],
)
def test_arguments_become_options(message, expected):
    assert in_options(message) == expected


def test_a_file_of_ours_has_the_name_that_users_know():
    with (
        pytest.raises(ValueError, match="^standard input: no columns; name them with --id-left$"),
        errors_in_options("/somewhere/pairs.csv", "standard input"),
    ):
        raise ValueError("/somewhere/pairs.csv: no columns; name them with id_left=")


def test_a_missing_extra_is_an_error_like_others():
    with pytest.raises(ValueError, match="needs pyarrow"), errors_in_options():
        raise ImportError("needs pyarrow")
