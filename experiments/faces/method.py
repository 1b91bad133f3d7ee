"""A way to find classes that no one has shown it, after learning from others; and how it is told and drawn."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib.util import find_spec

from experiments.faces.rows import Classes, Features, Labels

#: Rows to find classes in and a seed to labels.
Clusterer = Callable[[Features, int], Labels]
#: Rows with their classes to a way to find others.
Learner = Callable[[Features, Classes], Clusterer]


@dataclass(frozen=True)
class Method:
    """
    Attributes
    ----------
    learn : callable
        Sees the classes to learn from, and no other.
    about : str
        In a few words, for the page.
    color, line : str
        In figures.
    needs : tuple of str
        Modules that must be installed.
    most_draws : int, optional
        Of each set and k, for what is slow.
    """

    learn: Learner
    about: str
    color: str
    line: str = "-"
    needs: tuple[str, ...] = ()
    most_draws: int | None = None

    @property
    def missing(self) -> str | None:
        """Why it cannot be measured here, or None."""
        absent = [module for module in self.needs if find_spec(module) is None]
        return f"{' and '.join(absent)} not installed" if absent else None
