"""How good a result is, and why it ended, in plain words."""

from __future__ import annotations

from frenemy.report.numbers import percent
from frenemy.run import Status
from frenemy.solve import Result

_ENDS = {
    Status.OPTIMAL: "",  # the guarantee says it
    Status.CONVERGED: "The search ended by itself when it found nothing better.",
    Status.TIME_LIMIT: "The time was up; this is the best found until then, and more time may find better.",
    Status.ROUND_LIMIT: "The search was limited to a number of rounds; more of them may find better.",
    Status.STALLED: "The search was ended after several rounds that brought nothing.",
    Status.TARGET_REACHED: "The search ended as soon as the clustering was as good as asked for.",
    Status.CANCELLED: "The search was interrupted; this is the best found until then.",
}

_LOOSE = 0.05


def is_proved(result: Result) -> bool:
    return result.status is Status.OPTIMAL or result.gap == 0.0


def how_it_ended(result: Result) -> str:
    return _ENDS[result.status]


def guarantee(result: Result) -> tuple[str, str, str]:
    """How far from the best it may be: a word or number, what it is, and a sentence."""
    among = " that keeps the constraints" if result.problem.constraints is not None else ""
    if is_proved(result):
        return "Optimal", "proved", f"No clustering{among} has a lower energy: this is proved."
    share = percent(result.gap)
    sentence = f"Its energy is at most {share} from that of the best clustering{among}"
    sentence += ": this much could be proved, and most often it is much closer." if result.gap > _LOOSE else "."
    return f"\N{LESS-THAN OR EQUAL TO} {share}", "from the best", sentence
