"""Results files: each part of the experiment has columns of its own."""

from __future__ import annotations

from dataclasses import dataclass

from experiments.faces.measures.scores import SCORES

KEYS = ("set", "k", "draw", "method")
SECONDS = ("cpu_seconds", "learn_seconds")


@dataclass(frozen=True)
class Sheet:
    """
    Attributes
    ----------
    name : str
        Of the file.
    scores : tuple of str
        What is measured, besides the time it took.
    """

    name: str
    scores: tuple[str, ...]

    @property
    def columns(self) -> tuple[str, ...]:
        return (*KEYS, *self.scores, *SECONDS)


#: How well clusters agree with classes.
CLUSTERINGS = Sheet("faces", (*SCORES, "energy", "truth_energy"))
