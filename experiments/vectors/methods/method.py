"""The call of a method from vectors to clusters."""

from __future__ import annotations

from collections.abc import Callable

from experiments.vectors.data.labeled_rows import Features, LabeledRows, Labels
from harness.method import Method

#: From vectors with their classes to a label for each; only methods that say so look at the classes.
Clusterer = Callable[[LabeledRows], Labels]
VectorMethod = Method[Clusterer]


def from_features(cluster: Callable[[Features], Labels]) -> Clusterer:
    """A method that does not see the classes."""
    return lambda rows: cluster(rows.features)
