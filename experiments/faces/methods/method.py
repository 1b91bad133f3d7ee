"""The calls of methods that learn from some classes and find others."""

from __future__ import annotations

from collections.abc import Callable

from experiments.faces.data.rows import Classes, Features, Labels
from harness.method import Method

#: From rows and a seed to labels.
Clusterer = Callable[[Features, int], Labels]
#: From rows with known classes to a way to find others. It never sees the classes to find.
Learner = Callable[[Features, Classes], Clusterer]
RowMethod = Method[Learner]
