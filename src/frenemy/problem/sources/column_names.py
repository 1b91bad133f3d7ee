"""Names that columns of pairs go by: the two ids, and the weight."""

from __future__ import annotations

from collections.abc import Sequence

SIDES = (("_l", "_r"), ("_1", "_2"), ("_left", "_right"), ("_a", "_b"), ("1", "2"))
STEMS = ("unique_id", "id", "rec_id", "record_id", "uid", "node")
ENDS = (
    ("left_id", "right_id"), ("left", "right"), ("u", "v"), ("i", "j"), ("source", "target"), ("src", "dst"),
    ("from", "to"),
)  # fmt: skip
WEIGHTS = ("weight", "w", "log_odds", "match_weight")


def named_id_columns(names: Sequence[str]) -> list[tuple[str, str]]:
    """All pairs of columns whose names say that they hold the two ids."""
    known = set(names)
    ends = [(stem + left, stem + right) for left, right in SIDES for stem in STEMS]
    return [pair for pair in (*ends, *ENDS) if known.issuperset(pair)]
