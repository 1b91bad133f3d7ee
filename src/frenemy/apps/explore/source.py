"""What is explored: a problem, its first clustering, and what is known about its things."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from frenemy.apps.explore.earlier import Earlier
from frenemy.apps.explore.things import Things
from frenemy.problem import Problem
from frenemy.problem.array_types import Floats
from frenemy.solving import Result

Kind = Literal["pairs", "table", "matrix", "graph", "vectors"]


@dataclass(frozen=True, eq=False)
class Source:
    """A clustering to explore, as it was opened.

    Attributes
    ----------
    title : str
        The heading of the page, such as the name of the file.
    kind : str
        What was opened.
    problem : Problem
        The weights, with all constraints but the decisions that are made on the page.
    result : Result
        Its first clustering.
    things : Things
        The names, ids and columns of the nodes.
    values_note : str
        What the numbers were taken for, in words.
    notes : tuple of str
        What else was found out when it was read.
    doubt : float, optional
        What costs less than this to change is in doubt; by default the weight of a typical pair.
    vectors : (n_nodes, n_features) float, optional
        The rows that were clustered.
    path : Path, optional
        The file that was opened; decisions are saved beside it.
    earlier : Earlier, optional
        The groups of an earlier run, to compare with.
    """

    title: str
    kind: Kind
    problem: Problem
    result: Result
    things: Things
    values_note: str = ""
    notes: tuple[str, ...] = ()
    doubt: float | None = None
    vectors: Floats | None = field(default=None, repr=False)
    path: Path | None = None
    earlier: Earlier | None = None
