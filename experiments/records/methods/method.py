"""The call of a method from scored pairs to entities."""

from __future__ import annotations

from collections.abc import Callable

from experiments.records.data.scored_pairs import Labels, ScoredPairs
from harness.method import Method

#: From scored pairs to a label for each record.
Clusterer = Callable[[ScoredPairs], Labels]
PairsMethod = Method[Clusterer]
