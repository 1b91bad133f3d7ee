"""A method that an experiment measures: the call, its description for tables, and its style in figures."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Generic, TypeVar

Call = TypeVar("Call")


@dataclass(frozen=True)
class Method(Generic[Call]):
    """
    Attributes
    ----------
    call : callable
        Its arguments and result depend on the experiment.
    about : str
        A short description for the page.
    color, line : str
        Style in figures.
    needs : tuple of str
        Modules that must be installed.
    sees_truth : bool
        Whether it uses the truth, as no user can: it shows how good a choice could be.
    max_draws : int, optional
        Draws of each data set, for slow methods; all if None.
    """

    call: Call
    about: str = ""
    color: str = "#000000"
    line: str = "-"
    needs: tuple[str, ...] = ()
    sees_truth: bool = False
    max_draws: int | None = None

    @property
    def missing(self) -> str | None:
        """Why it cannot be measured here, or None."""
        return not_installed(self.needs)


def is_installed(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except ModuleNotFoundError:  # the package of the module is missing
        return False


def not_installed(modules: Iterable[str]) -> str | None:
    """``"a and b not installed"``, or None if all are."""
    absent = [module for module in modules if not is_installed(module)]
    return f"{' and '.join(absent)} not installed" if absent else None
