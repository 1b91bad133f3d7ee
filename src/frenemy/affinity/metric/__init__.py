"""Distances learned from pairs that are together and pairs that are not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from frenemy.affinity.metric.course import MetricRound
from frenemy.affinity.metric.metric import Metric, MetricWeights

if TYPE_CHECKING:
    from frenemy.affinity.metric.ldml import LDML

__all__ = ["LDML", "Metric", "MetricRound", "MetricWeights"]


def __getattr__(name: str) -> Any:
    """The estimator is loaded when it is asked for: it needs scikit-learn, which ``import frenemy`` leaves alone."""
    if name == "LDML":
        from frenemy.affinity.metric.ldml import LDML

        return LDML
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
