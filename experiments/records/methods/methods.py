"""All methods on scored pairs. To add one, add a line to ``ours`` or ``peers``."""

from __future__ import annotations

from experiments.records.methods.method import PairsMethod
from experiments.records.methods.ours import ours
from experiments.records.methods.peers import peers
from experiments.records.methods.reach import within_reach

REACH = "(within reach)"


def methods() -> dict[str, PairsMethod]:
    """By name, in the order of the tables."""
    reach = PairsMethod(
        within_reach,
        "the truth, less what no compared pair joins, and with entities as one where all pairs between them attract",
        "#999999",
        "-",
        sees_truth=True,
    )
    return {REACH: reach} | peers() | ours()
