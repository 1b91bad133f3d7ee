"""What was read, what was left out, and what was chosen."""

from __future__ import annotations

import warnings
from dataclasses import dataclass

from frenemy.tables.row_counts import RowCounts


@dataclass(frozen=True)
class Notes:
    """How a result was made. ``str`` gives all of it in a few lines.

    Attributes
    ----------
    left_out : RowCounts
        How many rows became pairs, and how many did not, by reason.
    choices : tuple of str
        How scores became weights, the weight of pairs that were not compared, and what else was put in.
    """

    left_out: RowCounts
    choices: tuple[str, ...]

    @property
    def told(self) -> tuple[str, ...]:
        """The old name of ``choices``."""
        warnings.warn("told is now called choices", DeprecationWarning, stacklevel=2)
        return self.choices

    def __str__(self) -> str:
        return "\n".join((str(self.left_out), *self.choices))
