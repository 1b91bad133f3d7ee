"""All that is measured on scored pairs. To add one, write a line in ``ours`` or ``peers``."""

from __future__ import annotations

from experiments.records.method import Method
from experiments.records.ours import ours
from experiments.records.peers import peers
from experiments.records.reach import within_reach

REACH = "(within reach)"


def methods() -> dict[str, Method]:
    """By name, in the order of the tables."""
    reach = Method(
        within_reach,
        "the truth, less what no compared pair joins, and with entities as one where all pairs between them attract",
        "#999999",
        "-",
        sees_truth=True,
    )
    return {REACH: reach} | peers() | ours()
