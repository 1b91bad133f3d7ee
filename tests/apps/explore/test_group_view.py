"""One group: which values of its members are out of the ordinary."""

from __future__ import annotations

import numpy as np
import pyarrow as pa

import frenemy as fr
from frenemy.apps.explore.exploration import Exploration
from frenemy.apps.explore.group_view import GroupView
from frenemy.apps.explore.source import Source
from frenemy.apps.explore.things import Things
from frenemy.solving import solve_problem


def test_a_value_is_usual_if_half_of_those_known_share_it() -> None:
    columns = pa.table(
        {
            "town": ["Hull", "Hull", "York", "Bath"],
            "born": ["1901", "1902", "1903", "1904"],
            "job": ["cook", None, None, None],
            "note": pa.array([None] * 4, pa.string()),
        }
    )
    problem = fr.Problem.from_edges(*np.triu_indices(4, 1), np.ones(6))
    source = Source("test", "pairs", problem, solve_problem(problem), Things.of(None, 4, columns))
    assert GroupView(Exploration.open(source), 0).usual == ["Hull", None, "cook", None]
