"""What was read, what was left out, and what was chosen."""

from __future__ import annotations

from dataclasses import dataclass

from frenemy.apps.records.left_out import LeftOut


@dataclass(frozen=True)
class Account:
    """How a result came about; ``str`` tells it in a few lines.

    Attributes
    ----------
    left_out : LeftOut
        What became of the rows.
    told : tuple of str
        What was chosen: how scores were weighed, what pairs that were not compared weigh, what else was put in.
    """

    left_out: LeftOut
    told: tuple[str, ...]

    def __str__(self) -> str:
        return "\n".join((str(self.left_out), *self.told))
