"""What notebooks show of a problem."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from frenemy.html_card import bars, card, number_text

if TYPE_CHECKING:
    from frenemy.problem.problem import Problem

_N_BARS = 41


def problem_card(problem: Problem) -> str:
    """Sizes, and a histogram of the weights."""
    w = problem.edges()[2]
    facts = [
        ("nodes", number_text(problem.n_nodes)),
        ("pairs that attract", number_text(int((w > 0).sum()))),
        ("pairs that repel", number_text(int((w < 0).sum()))),
    ]
    if problem.base is not None:
        facts.append(("edges of the base graph", number_text(problem.base.n_edges)))
    if problem.missing:
        facts.append(("weight of unlisted pairs", number_text(problem.missing)))
    if problem.constraints is not None:
        facts.append(("constraints", repr(problem.constraints)))
    return card("Problem", facts, _histogram(w) if len(w) else "")


def _histogram(weights: np.ndarray[tuple[int], np.dtype[np.float64]]) -> str:
    counts, ends = np.histogram(weights, _N_BARS)
    middles = (ends[:-1] + ends[1:]) / 2
    span = (float(ends[0]), float(ends[-1]))
    return bars(counts.tolist(), caption="weights of pairs", signs=middles.tolist(), ends=span)
