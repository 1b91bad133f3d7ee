"""What pairs of records weigh, compared or not, and where that comes from."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np
import numpy.typing as npt

from frenemy.affinity.isotonic import fit_isotonic
from frenemy.affinity.logistic import fit_logistic
from frenemy.affinity.self_calibration import SelfCalibration, self_calibrate

Calibration = Literal["auto", "none", "platt", "isotonic"]
_Floats = npt.NDArray[np.float64]
AS_THEY_ARE = "scores are taken as they are"


@dataclass(frozen=True, eq=False)
class Evidence:
    """Weights of pairs.

    Attributes
    ----------
    weights : (n_pairs,) float64
        Log-odds in nats of the pairs that were compared.
    missing : float
        What any other pair weighs.
    told : tuple of str
        What was chosen, in plain words.
    curve : callable
        From scores in nats to weights; so further pairs get weights that go with these.
    """

    weights: _Floats
    missing: float
    told: tuple[str, ...]
    curve: Callable[[_Floats], _Floats]


@dataclass(frozen=True, eq=False)
class LabeledScores:
    """Scores of pairs of which it is known whether they are the same.

    Attributes
    ----------
    scores : (n,) float64
        In nats.
    is_same : (n,) bool
    """

    scores: _Floats
    is_same: npt.NDArray[np.bool_]


def pair_evidence(
    u: npt.NDArray[np.int32],
    v: npt.NDArray[np.int32],
    scores: _Floats,
    /,
    *,
    n_records: int,
    calibration: Calibration = "auto",
    labeled: LabeledScores | None = None,
    missing: Literal["auto"] | float = "auto",
    blocking_recall: float | None = None,
    seed: int = 0,
) -> Evidence:
    """Weigh pairs that were compared, and those that were not.

    Parameters
    ----------
    u, v : (n_pairs,) int32
        Each pair once.
    scores : (n_pairs,) float64
        Log-odds in nats, as the tool gave them.
    calibration : {"auto", "none", "platt", "isotonic"}
        How scores become weights. ``"auto"``: as the pairs agree with each other (:func:`self_calibrate`), or with
        ``labeled`` by a line through their log-odds. ``"none"``: as they are. ``"platt"`` and ``"isotonic"``: by a
        line, or any rising curve, through ``labeled``.
    labeled : LabeledScores, optional
    missing : "auto" or float
        What a pair that was not compared weighs, in nats. ``"auto"``: how much rarer that is of true pairs than of
        others, ``log(1 - recall)``.
    blocking_recall : float, optional
        The share of true pairs that were compared, if it is known; otherwise it is estimated from the pairs.

    Examples
    --------
    >>> import numpy as np
    >>> from frenemy.apps.records.evidence import pair_evidence
    >>> u, v = np.array([0, 1], np.int32), np.array([1, 2], np.int32)
    >>> found = pair_evidence(u, v, np.array([3.0, -2.0]), n_records=3, calibration="none", blocking_recall=0.9)
    >>> found.weights, round(found.missing, 2)
    (array([ 3., -2.]), -2.3)
    """
    if calibration not in get_args(Calibration):
        raise ValueError(
            f"calibration must be one of {', '.join(map(repr, get_args(Calibration)))}, got {calibration!r}"
        )
    if calibration in ("platt", "isotonic") and labeled is None:
        raise ValueError(f"calibration={calibration!r} learns from labelled pairs: give them by labeled=")
    if labeled is not None and calibration in ("auto", "platt", "isotonic"):
        curve, told = _learned(labeled, "isotonic" if calibration == "isotonic" else "platt")
        weights = curve(scores)
        found = self_calibrate(u, v, weights, n_nodes=n_records, seed=seed)
    elif calibration == "none":
        curve, weights, told = _as_they_are, scores, AS_THEY_ARE
        found = self_calibrate(u, v, weights, n_nodes=n_records, seed=seed)
    else:
        found = self_calibrate(u, v, scores, n_nodes=n_records, seed=seed)
        curve, told = found.weights, told_calibration(found)
        weights = curve(scores)
    absent, why = absent_evidence(missing, blocking_recall, found)
    return Evidence(weights, absent, (told, why), curve)


def _as_they_are(scores: _Floats) -> _Floats:
    return scores


def _learned(labeled: LabeledScores, how: Literal["platt", "isotonic"]) -> tuple[Callable[[_Floats], _Floats], str]:
    n_same = int(np.count_nonzero(labeled.is_same))
    n = len(labeled.is_same)
    if n_same == 0 or n_same == n:
        raise ValueError(
            f"labeled must have pairs that are the same and pairs that are not, got {n_same} and {n - n_same}"
        )
    fit = fit_isotonic if how == "isotonic" else fit_logistic
    curve = fit(labeled.scores, labeled.is_same)
    return curve.log_odds, f"scores are recalibrated ({how}) by {n:,} labelled pairs, {n_same:,} of them the same"


def told_calibration(found: SelfCalibration) -> str:
    """What was found, in plain words."""
    if found.n_seen == 0:
        return f"{AS_THEY_ARE}: no pair has a third record that could say more"
    most = math.log((1.0 - found.false_share) / found.false_share)
    return (
        f"scores are multiplied by {found.slope:.2f} and shifted by {found.shift:+.2f} nats, as third records of "
        f"{found.n_seen:,} pairs tell; {100.0 * found.false_share:.1f} % of the confident pairs seem false, so none "
        f"weighs more than {most:.1f}"
    )


def absent_evidence(
    missing: Literal["auto"] | float, blocking_recall: float | None, found: SelfCalibration | None
) -> tuple[float, str]:
    """What a pair that was not compared weighs, and why, in plain words.

    Parameters
    ----------
    found : SelfCalibration, optional
        Needed unless one of the others says it.
    """
    absent, why = _absent(missing, blocking_recall, found)
    return absent, f"a pair that was not compared weighs {absent:.2f} nats: {why}"


def _absent(
    missing: Literal["auto"] | float, blocking_recall: float | None, found: SelfCalibration | None
) -> tuple[float, str]:
    if missing != "auto":
        if isinstance(missing, (bool, str)) or not math.isfinite(missing):
            raise ValueError(f"missing must be 'auto' or a finite number of nats, got {missing!r}")
        if blocking_recall is not None:
            raise ValueError(f"missing or blocking_recall, not both; got {missing} and {blocking_recall}")
        return float(missing), "as it was given"
    if blocking_recall is not None:
        if not 0.0 <= blocking_recall < 1.0:
            raise ValueError(f"blocking_recall must be at least 0 and below 1, got {blocking_recall}")
        return math.log1p(
            -blocking_recall
        ), f"{100.0 * blocking_recall:.0f} % of the true pairs are said to be compared"
    assert found is not None
    if found.n_seen == 0:
        return found.missing, f"no pair has a third record, so {100.0 * found.closure:.0f} % is a guess"
    limit = "; no pair speaks against by more" if found.missing == -found.most_against else ""
    return found.missing, (
        f"of the pairs that third records say are the same, about {100.0 * found.closure:.0f} % were compared{limit}"
    )
