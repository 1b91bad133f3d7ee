"""Metric learning from pairs that are together and pairs that are apart."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from frenemy.affinity.metric.metric import Metric, MetricWeights
from frenemy.affinity.metric.progress import MetricRound

if TYPE_CHECKING:
    from frenemy.affinity.metric.ldml import LDML

__all__ = ["LDML", "Metric", "MetricRound", "MetricWeights"]


def __getattr__(name: str) -> Any:
    """Load the estimator on first use: it needs scikit-learn, which ``import frenemy`` does not load."""
    if name == "LDML":
        from frenemy.affinity.metric.ldml import LDML

        return LDML
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
