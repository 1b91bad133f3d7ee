"""What a run reports: its rounds and its bounds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from frenemy.problem import Labels, Problem


class Round(NamedTuple):
    """One entry of a run's history."""

    seconds: float
    energy: float
    n_clusters: int


class BoundRound(NamedTuple):
    """One entry of a bound's history: no clustering has an energy below ``bound``."""

    seconds: float
    bound: float


@dataclass(frozen=True, eq=False)
class Progress:
    """What ``on_round`` receives after every round; the labels are a copy of its own."""

    round: int
    seconds: float
    energy: float
    n_clusters: int
    labels: Labels


#: Called after every round; returning True stops the run.
OnRound = Callable[[Progress], object]

#: Called with every lower bound that a solver finds.
OnBound = Callable[[float], None]

#: Called with a smaller problem and an offset: its lower bounds plus the offset are lower bounds of the problem.
OnKernel = Callable[[Problem, float], None]
