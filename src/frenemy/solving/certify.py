"""Prove which pairs are together, and which apart, in an optimal clustering."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from frenemy.bounds.gap import relative_gap
from frenemy.bounds.shrinking import Shrinking
from frenemy.html_card import card, number_text, shares
from frenemy.problem import Labels, Problem
from frenemy.problem.array_types import Bools
from frenemy.problem.convert import as_problem
from frenemy.problem.lifted import refuse_lifted
from frenemy.run import Run, Status, Stop, as_stop, cancel_on_interrupt
from frenemy.sign_colors import BLUE, ORANGE, hex_color
from frenemy.solvers import DEFAULT
from frenemy.solving.apart_solve import repelled_problem
from frenemy.solving.transform import most_common

_SHARE_SEARCH, _SHARE_BOUND = 0.15, 0.5  # of the time left, in each turn


@dataclass(frozen=True, eq=False)
class Certificate:
    """Proven facts about an optimal clustering. If there are several, all facts hold in the same one.

    Attributes
    ----------
    together : (n_nodes,) int32
        Nodes with the same number are together; the numbers are ``0..k-1`` by first appearance. The rest of the problem
        is ``problem.contract(together).problem``.
    is_together, is_apart : (n_edges,) bool
        Which listed pairs are proven to be together or apart, in the order of ``problem.edges()``.
    is_settled : (n_nodes,) bool
        Nodes for which all listed pairs are proven.
    labels : (n_nodes,) int32
        The best clustering found; it agrees with all proven pairs.
    energy, lower_bound : float
        Its energy, and a lower bound for all clusterings. If they are equal, the clustering is optimal, and every pair
        is proven.
    status : Status
        Why it ended; ``OPTIMAL`` if every pair is proven.
    seconds : float
        Wall-clock time.
    """

    together: Labels
    is_together: Bools
    is_apart: Bools
    is_settled: Bools
    labels: Labels
    energy: float
    lower_bound: float
    status: Status
    seconds: float

    @property
    def gap(self) -> float:
        """The relative gap between energy and lower bound; 0 if the clustering is optimal."""
        return relative_gap(self.energy, self.lower_bound)

    @property
    def share_of_pairs(self) -> float:
        """The share of the listed pairs that are proven; 1 if there are none."""
        return _share(self.is_together | self.is_apart)

    @property
    def share_of_nodes(self) -> float:
        """The share of the nodes that are settled; 1 if there are none."""
        return _share(self.is_settled)

    def _repr_html_(self) -> str:
        """What is sure, and a bar of it, for notebooks."""
        facts = [
            ("pairs that are sure", f"{self.share_of_pairs:.1%}"),
            ("nodes that are settled", f"{self.share_of_nodes:.1%}"),
            ("energy", number_text(self.energy)),
            ("lower bound", number_text(self.lower_bound)),
            ("gap", f"{self.gap:.2%}"),
            ("status", self.status.name),
            ("seconds", f"{self.seconds:.3g}"),
        ]
        if not len(self.is_together):
            return card("Certificate", facts)
        together, apart = float(self.is_together.mean()), float(self.is_apart.mean())
        parts = [
            ("together", together, hex_color(BLUE)),
            ("apart", apart, hex_color(ORANGE)),
            ("not known", max(0.0, 1.0 - together - apart), "#bbbbbb"),
        ]
        return card("Certificate", facts, shares(parts, caption="pairs: surely together, surely apart, not known"))

    def __repr__(self) -> str:
        return (
            f"Certificate(pairs={self.share_of_pairs:.1%}, nodes={self.share_of_nodes:.1%}, gap={self.gap:.2%}, "
            f"status={self.status.name}, seconds={self.seconds:.3g})"
        )


def _share(sure: Bools) -> float:
    return float(sure.mean()) if len(sure) else 1.0


def certify(
    problem: Any,
    *,
    start: npt.ArrayLike | None = None,
    stop: Stop | float | str | None = None,
    seed: int = 0,
    threads: int = 1,
) -> Certificate:
    """Prove which pairs are together, and which apart, in an optimal clustering.

    Two kinds of proof take turns. Exact rules (:func:`frenemy.reduce`) find nodes that some optimal clustering has
    together. And :func:`frenemy.lower_bound` bounds the energy of every clustering that decides a pair the other way.
    If that bound is at least the energy of the best clustering found, the pair is proven to be as it is there. If bound
    and energy meet, all pairs are proven. Hard constraints count as proven.

    Parameters
    ----------
    problem : Problem, scipy.sparse or dense matrix, networkx or igraph graph
    start : (n_nodes,) int, optional
        Labels to begin with, such as those of a result.
    stop : Stop, float or str, optional
        Limits, as in :func:`solve`. More time finds better clusterings and bounds, and so proves more pairs. Without
        limits, it makes quick turns as long as each proves something new. ``rounds`` counts turns; ``stall`` and
        ``target`` are not used.
    seed, threads : int
        As in :func:`solve`.

    Examples
    --------
    Two triangles that hold together, and a pair between them that repels:

    >>> import frenemy as fr
    >>> problem = fr.Problem.from_edges([0, 1, 0, 3, 4, 3, 2], [1, 2, 2, 4, 5, 5, 3], [2, 2, 2, 3, 3, 3, -1])
    >>> certificate = fr.certify(problem)
    >>> certificate.together, certificate.share_of_pairs
    (array([0, 0, 0, 1, 1, 1], dtype=int32), 1.0)
    """
    stop = as_stop(stop)
    whole = as_problem(problem)
    refuse_lifted(whole, "certify", "Result.bounded and lower_bound bound it all the same")
    run = Run(Stop(seconds=stop.seconds), seed=seed, threads=threads)
    labels = None if start is None else whole.check_labels(start, name="start")
    with cancel_on_interrupt(run):
        plain, node, offset = repelled_problem(whole)
        first = np.zeros(plain.n_nodes, np.int32) if labels is None else most_common(node, labels, plain.n_nodes)
        shrinking = Shrinking(plain, first, run)
        _take_turns(shrinking, stop)
    return _certificate(whole, shrinking, node, offset)


def _take_turns(shrinking: Shrinking, stop: Stop) -> None:
    """For as long as each brings something, and there is time."""
    n_turns, goes_on = 0, True
    while goes_on and n_turns != stop.rounds and not shrinking.run.expired():
        n_turns += 1
        left = None if stop.seconds is None else max(0.0, stop.seconds - shrinking.run.seconds)
        goes_on = shrinking.turn(
            DEFAULT,
            search_stop=Stop() if left is None else Stop(seconds=_SHARE_SEARCH * left),
            bound_stop=Stop() if left is None else Stop(seconds=_SHARE_BOUND * left),
        )


def _certificate(whole: Problem, shrinking: Shrinking, node: Labels, offset: float) -> Certificate:
    """In terms of the user's problem, each of whose nodes is one of the first problem's."""
    node = shrinking.node[node]
    u, v, _ = whole.edges()
    labels = whole.check_labels(shrinking.split_labels()[node])
    if shrinking.is_proven:
        together = labels
        is_together = labels[u] == labels[v]
        is_apart = ~is_together
    else:
        together = whole.check_labels(node)
        is_together = node[u] == node[v]
        is_apart = ~is_together & shrinking.are_apart(node[u], node[v])
    doubtful = ~(is_together | is_apart)
    energy = whole.graph.energy(labels)
    is_settled = np.ones(whole.n_nodes, bool)
    is_settled[u[doubtful]] = is_settled[v[doubtful]] = False
    return Certificate(
        together=together,
        is_together=is_together,
        is_apart=is_apart,
        is_settled=is_settled,
        labels=labels,
        energy=energy,
        lower_bound=min(shrinking.bound + offset, energy),
        status=Status.OPTIMAL if shrinking.is_proven else shrinking.run.status,
        seconds=shrinking.run.seconds,
    )
