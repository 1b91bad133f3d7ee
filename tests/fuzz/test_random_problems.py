"""Random problems, solved in random ways, against all partitions."""

import pytest

from .random_problems import wrong

N_PROBLEMS, N_PARTS = 4000, 4


@pytest.mark.parametrize("part", range(N_PARTS))
def test_results_are_right(part):
    assert [reason for number in range(part, N_PROBLEMS, N_PARTS) if (reason := wrong(number)) is not None] == []
