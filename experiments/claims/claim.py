"""A claim and the result of measuring it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from harness.results_file import Row

HOLDS = "holds"
WITH_A_REASON = "holds with a reason"  # in part, or for another reason, or only where the remark says
FAILS = "does not hold"
NOT_MEASURED = "not measured"  # a quick run is too small


class Found(NamedTuple):
    """The measurement, the verdict that the code derives from it, and a remark."""

    measured: str
    verdict: str
    remark: str = ""


@dataclass(frozen=True)
class Evidence:
    """The rows of the other experiments, for claims about them."""

    quick: bool
    synthetic: list[Row]
    coclustering: list[Row]
    fragments: list[Row]


@dataclass(frozen=True)
class Claim:
    """A claim of the paper, in our words, and how it is measured."""

    section: str
    says: str
    measure: Callable[[Evidence], Found]
    is_read: bool = False  # read from the other experiments: takes no time, so it is never stored

    @property
    def name(self) -> str:
        return self.measure.__name__


def verdict(is_true: bool, is_partly: bool = False) -> str:
    return HOLDS if is_true else WITH_A_REASON if is_partly else FAILS
