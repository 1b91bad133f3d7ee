"""Parameters that have a new name."""

import pickle
from dataclasses import dataclass

import pytest

from frenemy.problem.renamed_parameters import renamed_parameters


@renamed_parameters(most_pairs="max_pairs")
@dataclass(frozen=True)
class Limited:
    max_pairs: int = 5


@renamed_parameters(least="min_size")
def limited(*, min_size=1):
    return min_size


def test_the_old_name_of_a_field_still_works_and_is_named():
    with pytest.warns(DeprecationWarning, match="Limited: most_pairs is now called max_pairs"):
        assert Limited(most_pairs=7).max_pairs == 7
    assert Limited(max_pairs=8).max_pairs == 8
    with pytest.warns(DeprecationWarning, match="Limited: most_pairs is now called max_pairs"):
        assert Limited(max_pairs=8).most_pairs == 8


def test_the_old_name_of_an_argument_still_works_and_is_named():
    with pytest.warns(DeprecationWarning, match="limited: least is now called min_size"):
        assert limited(least=3) == 3


def test_both_names_at_once_are_an_error():
    with pytest.raises(TypeError, match="give only max_pairs"):
        Limited(most_pairs=1, max_pairs=2)


def test_what_was_pickled_with_the_old_name_loads():
    loaded = Limited.__new__(Limited)
    loaded.__setstate__({"most_pairs": 9})
    assert loaded.max_pairs == 9
    assert pickle.loads(pickle.dumps(Limited(max_pairs=4))).max_pairs == 4
