"""A way from scored pairs to entities; and how it is told and drawn."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from experiments.records.scored_pairs import Labels, ScoredPairs


@dataclass(frozen=True)
class Method:
    """
    Attributes
    ----------
    clusters : callable
        Scored pairs to a label a record.
    about : str
        In a few words, for the page.
    color, line : str
        In figures.
    sees_truth : bool
        Whether a number in it is chosen by the truth: no one can do that, but it says how good a choice could be.
    missing : str, optional
        Why it cannot be measured here.
    """

    clusters: Callable[[ScoredPairs], Labels]
    about: str
    color: str
    line: str = "-"
    sees_truth: bool = False
    missing: str | None = None
