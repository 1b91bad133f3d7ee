"""What the numbers of a table of pairs are: signed weights, probabilities, or scores of a record-linkage tool.

This is decided here and nowhere else: by the option ``values``, by the numbers themselves, or by all of splink's
columns together. The name of one column says where the numbers are, never what they are.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np

from frenemy.problem.array_types import Floats
from frenemy.tables.options import Calibration, KnownValues, Values
from frenemy.tables.splink_columns import Splink

_MEANINGS: dict[KnownValues, str] = {
    "weights": "signed weights, taken as they are",
    "scores": "scores, log-odds in nats",
    "match_weights": "match weights, log-odds in bits",
    "probabilities": "probabilities",
    "percentages": "percentages",
}
_HIGHEST_SCORE = 75.0  # log-odds in bits or nats hardly reach it
_UNCLEAR = (
    "unclear, as none is below 0 and some are above 1; set values= to be certain, and turn distances into weights"
)
_PERCENTAGES = (
    f"all are within 0..100 and some are above {_HIGHEST_SCORE:g}, which log-odds hardly reach; set values= to be "
    "certain"
)
_SPLINK = "the columns are splink's; values='weights' takes them as they are"
_PERHAPS_SPLINK = "; if they are splink's match weights, values='match_weights' calibrates them"
_NEAR = 1e-3  # probabilities in files may have few digits


@dataclass(frozen=True)
class ValueRange:
    """What decides: the least and the greatest number, without NaN.

    Attributes
    ----------
    low, high : float
    are_bits : bool or None
        Whether probabilities in another column say that the numbers are log-odds in bits; None if there are none.
    """

    low: float = math.inf
    high: float = -math.inf
    are_bits: bool | None = None


@dataclass(frozen=True)
class ValueKind:
    """What the numbers are, and why.

    Examples
    --------
    >>> from frenemy.tables.weighing.value_kind import ValueRange, value_kind
    >>> print(value_kind("auto", ValueRange(-2.0, 3.5)).note("column 'score'"))
    column 'score' has signed weights, taken as they are: some are below 0
    >>> value_kind("auto", ValueRange(0.1, 0.9)).name
    'probabilities'
    """

    name: KnownValues
    why: str

    @property
    def are_weights(self) -> bool:
        """Whether nothing is estimated: the numbers stay, and repeated pairs add up."""
        return self.name == "weights"

    def note(self, where: str) -> str:
        """One line for people."""
        return f"{where} has {_MEANINGS[self.name]}: {self.why}"


def value_kind(
    told: Values,
    found: ValueRange,
    *,
    is_missing_given: bool = False,
    are_scores: bool = False,
    splink: Splink = "no",
) -> ValueKind:
    """Decide what numbers are.

    Negative numbers are weights; numbers within 0..1 are probabilities, unless all are 1, as in a list of links.
    Numbers within 0..100, some of them so high that they cannot be log-odds, are percentages, as similarities of text
    are. For other numbers it is unclear: scores are assumed, or weights if the weight of unlisted pairs is given. In a
    table with splink's columns they are match weights, unless probabilities beside them say otherwise.

    Parameters
    ----------
    told : Values
        What the user says; "auto" if nothing.
    found : ValueRange
    is_missing_given : bool
        Whether the user says what an unlisted pair weighs.
    are_scores : bool
        Whether the user gives what only scores need, such as labelled pairs; then negative numbers are scores.
    splink : Splink
        Which columns of the table are splink's.
    """
    if told != "auto":
        return ValueKind(told, "as given")
    if found.are_bits:
        return ValueKind("match_weights", "they agree with the probabilities beside them")
    if found.low > found.high:
        return ValueKind("weights", "there are none")
    if splink == "ids and match weight" and found.are_bits is None:
        return ValueKind("match_weights", _SPLINK)
    if found.low < 0.0 and are_scores:
        return ValueKind("scores", "some are below 0, and options for scores are given")
    if found.low < 0.0:
        return ValueKind("weights", "some are below 0" + ("" if splink == "no" else _PERHAPS_SPLINK))
    if found.low == found.high == 1.0:
        return ValueKind("weights", "all are 1")
    if found.high <= 1.0:
        return ValueKind("probabilities", "all are within 0..1")
    if is_missing_given and not are_scores:
        return ValueKind("weights", _UNCLEAR)
    if _HIGHEST_SCORE < found.high <= 100.0:
        return ValueKind("percentages", _PERCENTAGES)
    return ValueKind("scores", _UNCLEAR)


def value_range(values: Floats, probabilities: Floats | None = None) -> ValueRange:
    """The range of numbers; ``probabilities`` is the column that may say the same in another way."""
    known = ~np.isnan(values)
    if not known.any():
        return ValueRange()
    low, high = float(np.min(values[known])), float(np.max(values[known]))
    return ValueRange(low, high, None if probabilities is None else _are_bits(values, probabilities))


def _are_bits(values: Floats, probabilities: Floats) -> bool | None:
    """Whether ``2 ** values`` are the odds of all probabilities; None if no row has both."""
    is_known = ~np.isnan(values) & ~np.isnan(probabilities)
    with np.errstate(over="ignore"):
        expected = 1.0 / (1.0 + np.exp2(-values[is_known]))
    return bool((np.abs(expected - probabilities[is_known]) <= _NEAR).all()) if is_known.any() else None


def evidence_defaults(
    values: KnownValues,
    *,
    calibration: Calibration,
    missing: Literal["auto"] | float,
    has_labels: bool,
    blocking_recall: float | None,
) -> tuple[Calibration, Literal["auto"] | float]:
    """The calibration and the weight of unlisted pairs: for weights "auto" means "none" and 0, else an estimate."""
    if values != "weights":
        return calibration, missing
    if calibration == "auto" and not has_labels:
        calibration = "none"
    return calibration, 0.0 if missing == "auto" and blocking_recall is None else missing
