"""How good a result is, and why the search ended, in plain words."""

from __future__ import annotations

from typing import NamedTuple

from frenemy.bounds.gap import gap_text
from frenemy.report.solved import Solved
from frenemy.run import Status

_ENDS = {
    Status.OPTIMAL: "",  # the guarantee says it
    Status.CONVERGED: "The search ended by itself when it found nothing better.",
    Status.TIME_LIMIT: "The time ran out. This is the best clustering so far; more time may find a better one.",
    Status.ROUND_LIMIT: "The search reached its limit of rounds; more rounds may find a better clustering.",
    Status.STALLED: "The search ended after several rounds without improvement.",
    Status.TARGET_REACHED: "The search ended as soon as the clustering was as good as asked for.",
    Status.CANCELLED: "The search was interrupted; this is the best clustering so far.",
}

_LOOSE_GAP = 0.05


class Guarantee(NamedTuple):
    """How far from the best a result may be: the value and caption of a card, and a full sentence."""

    value: str
    caption: str
    sentence: str


def how_it_ended(result: Solved) -> str:
    return _ENDS[result.status]


def guarantee(result: Solved) -> Guarantee:
    among = " that keeps the constraints" if result.problem.constraints is not None else ""
    if result.status is Status.OPTIMAL or result.gap == 0.0:
        return Guarantee("Optimal", "proved", f"No clustering{among} has a lower energy: this is proved.")
    share = gap_text(result.gap)
    sentence = f"Its energy is at most {share} from that of the best clustering{among}"
    sentence += ". This is proved; usually it is much closer." if result.gap > _LOOSE_GAP else "."
    return Guarantee(f"\N{LESS-THAN OR EQUAL TO} {share}", "from the best", sentence)
