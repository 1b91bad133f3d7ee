"""Correlation clustering as a scikit-learn estimator."""

try:
    import sklearn  # noqa: F401
except ImportError as error:
    raise ImportError(
        'CorrelationClustering needs scikit-learn, 1.6 or newer: pip install "frenemy[sklearn]"'
    ) from error

from frenemy.estimator.correlation_clustering import CorrelationClustering

__all__ = ["CorrelationClustering"]
