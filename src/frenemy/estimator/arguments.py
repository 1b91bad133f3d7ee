"""What people pass to the estimator: classes, calibrations, seeds and numbers of threads."""

from __future__ import annotations

import os
from typing import Any

import numpy as np
import numpy.typing as npt
from sklearn.base import clone
from sklearn.utils import check_random_state
from sklearn.utils.multiclass import type_of_target

from frenemy.affinity.features.class_pairs import known_classes
from frenemy.affinity.features.distance_weights import DistanceWeigher
from frenemy.affinity.features.pair_weigher import PairWeigher
from frenemy.problem.checked_arrays import number, thread_count, whole_number
from frenemy.run import Status, raise_if_cancelled

METRICS = ("euclidean", "cosine")
MATRICES = ("precomputed", "precomputed_probability", "precomputed_distance")
_CALIBRATIONS = ("auto", "learn", "guess")


def check_parameters(clustering: Any) -> None:
    """Those that the estimator was made with; scikit-learn has them checked by ``fit``."""
    affinity, calibration = clustering.affinity, clustering.calibration
    is_named = isinstance(affinity, str) and affinity in METRICS + MATRICES
    if not is_named and not isinstance(affinity, PairWeigher) and not callable(affinity):
        names = ", ".join(map(repr, METRICS + MATRICES))
        raise ValueError(f"affinity must be {names}, a PairWeigher or a callable, got {affinity!r}")
    if isinstance(calibration, str) and calibration not in _CALIBRATIONS:
        raise ValueError(f"calibration must be 'auto', 'learn', 'guess' or a calibration, got {calibration!r}")
    if not isinstance(calibration, str):
        _check_calibration(calibration, affinity)
    if clustering.n_neighbors is not None:
        whole_number(clustering.n_neighbors, "n_neighbors", minimum=1)
    whole_number(clustering.min_cluster_size, "min_cluster_size", minimum=1)
    for name in ("missing", "bias"):
        if not np.isfinite(number(getattr(clustering, name))):
            raise ValueError(f"{name} must be a finite number, got {getattr(clustering, name)!r}")


def _check_calibration(given: Any, affinity: Any) -> None:
    metric = "precomputed" if affinity == "precomputed_distance" else affinity
    if isinstance(given, DistanceWeigher) and isinstance(metric, str) and metric != given.metric:
        raise ValueError(f"the calibration is for {given.metric!r} distances, and affinity is {affinity!r}")
    can_weigh_rows = isinstance(given, PairWeigher) and affinity != "precomputed_distance"
    if not can_weigh_rows and not isinstance(given, DistanceWeigher) and not hasattr(given, "log_odds"):
        raise ValueError(f"calibration must be 'auto', 'learn', 'guess' or a calibration for distances, got {given!r}")


def as_given(y: Any) -> Any:
    """Keep the types in mixed lists: numpy would turn -1 and nan into strings, and so into classes."""
    if isinstance(y, (list, tuple)) and len({isinstance(one, (str, bytes)) for one in y}) > 1:
        kept = np.empty(len(y), object)
        kept[:] = y
        return kept
    return y


def fitted_copy(weigher: Any, X: npt.NDArray[Any], y: npt.NDArray[Any]) -> Any:
    """A copy, fitted to the rows of known classes."""
    classes = known_classes(y, len(X))
    known = np.flatnonzero(classes >= 0)
    if len(known) < 2:
        raise ValueError(f"y must have at least 2 rows of known classes to learn from, got {len(known)}")
    fitted = clone(weigher).fit(X[known], classes[known])
    raise_if_cancelled(getattr(fitted, "status_", Status.CONVERGED))  # do not weigh and solve after Ctrl-C
    return fitted


def check_classes(y: npt.NDArray[Any]) -> None:
    """Numbers with fractions are measurements. (None among them is a class that is not known.)"""
    if y.dtype.kind == "f" and type_of_target(y[np.isfinite(y)]) == "continuous":
        example = y[np.isfinite(y) & (y != np.floor(y))][0]
        raise ValueError(f"y must be classes to learn from, got measurements such as {example}")


def origin_of(affinity: Any, n_features: int) -> str:
    if affinity == "precomputed_distance":
        return "precomputed distances"
    how = repr(affinity) if isinstance(affinity, str) else type(affinity).__name__
    return f"affinity {how} of {n_features} features"


def threads_of(n_jobs: int | None) -> int:
    """As in joblib: None is 1, -1 all cores, -2 all but one."""
    if n_jobs is None:
        return 1
    if n_jobs == 0:
        raise ValueError("n_jobs must be at least 1, or below 0 to count from all cores, got 0")
    if n_jobs < 0 and int(n_jobs) == n_jobs:
        return max(1, (os.cpu_count() or 1) + 1 + int(n_jobs))
    return thread_count(n_jobs, "n_jobs")


def seed_of(random_state: Any) -> int:
    if isinstance(random_state, (int, np.integer)):
        return int(random_state)
    return int(check_random_state(random_state).randint(2**31 - 1))
