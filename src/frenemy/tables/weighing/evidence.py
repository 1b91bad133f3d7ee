"""The weights of pairs of records, compared or not, and how they were chosen."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from frenemy.affinity.calibrate.isotonic import fit_isotonic
from frenemy.affinity.calibrate.logistic import fit_logistic
from frenemy.affinity.self_calibration.open_weights import OpenWeights
from frenemy.affinity.self_calibration.self_calibrate import self_calibrate
from frenemy.affinity.self_calibration.self_calibration import SelfCalibration
from frenemy.problem.array_types import Bools, Floats
from frenemy.tables.options import Calibration

_FEW = 5e-4  # share of pairs that would read 0.0 %
SCORES_UNCHANGED = "scores are taken as they are"
_LINKED = "only records of different tables seem to be compared"


@dataclass(frozen=True, eq=False)
class Evidence:
    """Weights of pairs.

    Attributes
    ----------
    weights : (n_pairs,) float64
        Log-odds of the compared pairs, in nats.
    missing : float
        The weight of any other pair.
    notes : tuple of str
        How the weights were chosen.
    curve : callable
        Maps scores in nats to weights, for pairs that come later.
    open_weights : OpenWeights, optional
        Of a calibration without labels: what pairs weigh that no third record supports.
    """

    weights: Floats
    missing: float
    notes: tuple[str, ...]
    curve: Callable[[Floats], Floats]
    open_weights: OpenWeights | None = None


@dataclass(frozen=True, eq=False)
class LabeledScores:
    """Scores of pairs that are known to match or not.

    Attributes
    ----------
    scores : (n,) float64
        In nats.
    is_same : (n,) bool
    """

    scores: Floats
    is_same: Bools


def pair_evidence(
    u: npt.NDArray[np.int32],
    v: npt.NDArray[np.int32],
    scores: Floats,
    /,
    *,
    n_records: int,
    calibration: Calibration = "auto",
    labeled: LabeledScores | None = None,
    missing: Literal["auto"] | float = "auto",
    blocking_recall: float | None = None,
    seed: int = 0,
) -> Evidence:
    """The weights of compared pairs, and of those that were not compared.

    Parameters
    ----------
    u, v : (n_pairs,) int32
        Each pair once.
    scores : (n_pairs,) float64
        Log-odds in nats, from the record-linkage tool.
    calibration : {"auto", "none", "platt", "isotonic"}
        How scores become weights. ``"auto"``: :func:`self_calibrate`, or with ``labeled`` a linear map of log-odds.
        ``"none"``: unchanged. ``"platt"`` and ``"isotonic"``: a linear or monotone map learned from ``labeled``.
    labeled : LabeledScores, optional
    missing : "auto" or float
        The weight of a pair that was not compared, in nats. ``"auto"``: ``log(1 - recall)``, as true pairs are less
        often left uncompared than others; less in large entities, where the pairs of a record are missed together
        (:attr:`SelfCalibration.against_share`).
    blocking_recall : float, optional
        The share of true pairs that were compared, if known; otherwise it is estimated from the pairs.

    Examples
    --------
    >>> import numpy as np
    >>> from frenemy.tables.weighing.evidence import pair_evidence
    >>> u, v = np.array([0, 1], np.int32), np.array([1, 2], np.int32)
    >>> found = pair_evidence(u, v, np.array([3.0, -2.0]), n_records=3, calibration="none", blocking_recall=0.9)
    >>> found.weights, round(found.missing, 2)
    (array([ 3., -2.]), -2.3)
    """
    if calibration in ("platt", "isotonic") and labeled is None:
        raise ValueError(f"calibration={calibration!r} learns from labelled pairs: give them with labeled=")
    is_estimated = missing == "auto"
    open_weights: OpenWeights | None = None
    found: SelfCalibration | None
    if labeled is not None and calibration in ("auto", "platt", "isotonic"):
        curve, notes = _learned(labeled, "isotonic" if calibration == "isotonic" else "platt")
        weights = curve(scores)
        found = self_calibrate(u, v, weights, n_nodes=n_records, seed=seed) if is_estimated else None
    elif calibration == "none":
        curve, weights, notes = _as_they_are, scores, SCORES_UNCHANGED
        found = self_calibrate(u, v, weights, n_nodes=n_records, seed=seed) if is_estimated else None
    else:
        found = self_calibrate(u, v, scores, n_nodes=n_records, seed=seed)
        curve, notes = found.confirmed.weights, calibration_note(found)
        pairs = found.confident_pairs(u, v, scores)
        open_weights = OpenWeights(found, pairs.counts(), n_records)
        weights = open_weights.of(pairs)
    absent, why = unlisted_weight(missing, blocking_recall, found)
    return Evidence(weights, absent, (notes, why), curve, open_weights)


def _as_they_are(scores: Floats) -> Floats:
    return scores


def _learned(labeled: LabeledScores, how: Literal["platt", "isotonic"]) -> tuple[Callable[[Floats], Floats], str]:
    n_same = int(np.count_nonzero(labeled.is_same))
    n = len(labeled.is_same)
    if n_same == 0 or n_same == n:
        raise ValueError(
            f"labeled must have pairs that are the same and pairs that are not, got {n_same} and {n - n_same}"
        )
    fit = fit_isotonic if how == "isotonic" else fit_logistic
    curve = fit(labeled.scores, labeled.is_same)
    return curve.log_odds, f"scores are recalibrated ({how}) by {n:,} labelled pairs, {n_same:,} of them the same"


def calibration_note(found: SelfCalibration) -> str:
    """One line on a calibration."""
    if found.n_seen == 0:
        return f"{SCORES_UNCHANGED}: no pair has a third record to check it against"
    if found.is_plain:
        return f"{SCORES_UNCHANGED}: too few confident pairs are confirmed by a third record to check them"
    if found.is_linked and found.lone is None:
        return f"{SCORES_UNCHANGED}: {_LINKED}, and some records have several strong partners"
    if found.lone is not None:
        return (
            f"scores are multiplied by {found.slope:.2f} and shifted by {found.shift + found.lone:+.2f} nats, to agree "
            f"with each other: {_LINKED}, and a record has at most one true partner; "
            f"{100.0 * found.false_share:.1f} % of the confident pairs seem false, so none weighs more than "
            f"{-found.missing:.1f}"
        )
    most = math.log((1.0 - found.alike_share) / found.alike_share)
    return (
        f"scores are multiplied by {found.slope:.2f} and shifted by {found.shift:+.2f} nats, to agree with the third "
        f"records of {found.n_seen:,} pairs; {100.0 * found.false_share:.1f} % of the confident pairs seem false, so "
        f"none weighs more than {most:.1f}{_at_random(found)}"
    )


def _at_random(found: SelfCalibration) -> str:
    """What wrong pairs between random records mean for weights, if there are some."""
    if found.random_share < _FEW:
        return ""
    share = f"{100.0 * found.random_share:.1f} %"
    return f"; {share} join records at random, so pairs that no third record supports weigh less"


def unlisted_weight(
    missing: Literal["auto"] | float, blocking_recall: float | None, found: SelfCalibration | None
) -> tuple[float, str]:
    """The weight of a pair that was not compared, and one line on why.

    Parameters
    ----------
    found : SelfCalibration, optional
        Needed unless ``missing`` is a number.
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
        return float(missing), "as it was given" if missing else "it counts neither for nor against"
    if found is not None and found.lone is not None:
        return found.missing, "a record has at most one partner, so two of its pairs never count together"
    if blocking_recall is not None and not 0.0 <= blocking_recall < 1.0:
        raise ValueError(f"blocking_recall must be at least 0 and below 1, got {blocking_recall}")
    assert found is not None
    if blocking_recall is not None:
        absent = math.log1p(-blocking_recall) * found.against_share
        return absent, f"{100.0 * blocking_recall:.0f} % of the true pairs were compared, as given{_shared(found)}"
    if found.is_by_chance:
        return found.missing, (
            f"the {100.0 * found.closure:.2g} % of all pairs that were compared were chosen whether or not they match"
        )
    if found.n_seen == 0:
        return found.missing, f"no pair has a third record, so {100.0 * found.closure:.0f} % is a guess"
    if found.is_linked:
        return found.missing, (
            f"half the pairs of an entity are within a table, so about {100.0 * found.closure:.0f} % were compared, a "
            f"guess{_shared(found)}"
        )
    limit = "; no lower weight is allowed" if math.log1p(-found.closure) <= -found.max_against else ""
    return found.missing, (
        f"before clustering, about {100.0 * found.closure:.0f} % of the records with strong pairs to the same third "
        f"record seem to be compared{limit}"
        f"{_shared(found)}"
    )


def _shared(found: SelfCalibration) -> str:
    """Why a weight counts in part only, if it does."""
    if found.against_share == 1.0:
        return ""
    return (
        f"; it counts {100.0 * found.against_share:.0f} %, as a record has {found.pairs_per_node:.1f} strong pairs, "
        "and blocking misses the pairs of one record together"
    )
