"""Recognize the columns that splink writes. One of them alone is a name by chance; together they are its schema."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

Splink = Literal["no", "ids", "ids and match weight"]

MATCH_WEIGHT = "match_weight"
MATCH_PROBABILITY = "match_probability"
_COMPARISON = "gamma_"


def has_comparisons(names: Sequence[str]) -> bool:
    """Whether there are columns of splink's comparisons."""
    return any(name.startswith(_COMPARISON) for name in names)


def splink_columns(names: Sequence[str], left: str, right: str, number: str | None) -> Splink:
    """What of a table is splink's.

    Parameters
    ----------
    names : sequence of str
        All columns.
    left, right : str
        The two ids: splink's if they are ``unique_id_l`` and ``unique_id_r``, or likewise with another stem in a table
        that also has comparisons.
    number : str or None
        The column of the numbers.

    Examples
    --------
    >>> from frenemy.tables.splink_columns import splink_columns
    >>> names = ["unique_id_l", "unique_id_r", "match_weight"]
    >>> splink_columns(names, *names)
    'ids and match weight'
    >>> splink_columns(["id_1", "id_2", "match_weight"], "id_1", "id_2", "match_weight")
    'no'
    """
    stem = left.removesuffix("_l")
    if left == stem or right != f"{stem}_r" or not (stem == "unique_id" or has_comparisons(names)):
        return "no"
    return "ids and match weight" if number == MATCH_WEIGHT else "ids"
