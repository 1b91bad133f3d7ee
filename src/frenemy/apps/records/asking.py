"""Ask for the scores of the few pairs that were not compared and matter, and solve again."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from frenemy.apart import pair_keys
from frenemy.apps.records.doubt_rows import Edges
from frenemy.apps.records.doubts import CORRELATION, Doubts, find_doubts
from frenemy.apps.records.unsupported import unsupported_pairs
from frenemy.problem import Labels, Problem

_Floats = npt.NDArray[np.float64]
Score = Callable[[Labels, Labels], npt.ArrayLike]
Solve = Callable[[Problem], Labels]

_PER_DECISION = 2  # pairs that are asked about one decision in one round: rather more decisions, and more rounds
_LOOKED_AT = 64  # pairs across a decision that are looked at for some that were not compared


@dataclass(frozen=True, eq=False)
class AskedRound:
    """One batch.

    Attributes
    ----------
    n_asked : int
        Pairs whose score was asked for.
    n_decisions : int
        Decisions that they were about.
    n_open : int
        Pairs that would have been asked with no limit.
    """

    n_asked: int
    n_decisions: int
    n_open: int


@dataclass(frozen=True, eq=False)
class Asked:
    """A clustering after asking.

    Attributes
    ----------
    problem : Problem
        With the pairs that were asked about listed.
    labels : (n_nodes,) int32
    u, v : (n_asked,) int32
        The pairs, ``u < v``, each once.
    weight : (n_asked,) float64
        What was answered.
    rounds : tuple of AskedRound
    """

    problem: Problem
    labels: Labels
    u: Labels
    v: Labels
    weight: _Floats
    rounds: tuple[AskedRound, ...]

    @property
    def n_asked(self) -> int:
        return len(self.u)

    def __str__(self) -> str:
        if not self.rounds:
            return "asked for no score: no pair that was not compared matters"
        left = self.rounds[-1].n_open - self.rounds[-1].n_asked
        text = f"asked for {self.n_asked:,} scores in {len(self.rounds)} round{'s' if len(self.rounds) != 1 else ''}"
        return text + (f"; {left:,} more would have been, but for the limit" if left else "")


def ask_for_scores(
    problem: Problem,
    labels: npt.ArrayLike,
    score: Score,
    *,
    solve: Solve,
    most: int = 10_000,
    rounds: int = 3,
    wrong_pairs: float = 0.05,
    least: float = 0.02,
    correlation: float = CORRELATION,
) -> Asked:
    """Ask for scores of pairs that were not compared, where one could change the clustering, and solve again.

    These are pairs across a doubtful decision (see :func:`frenemy.apps.records.doubts.find_doubts`): between two
    clusters that nearly join, between the two sides of one that nearly falls apart; and around a strong pair that no
    third record supports. A few of each, of different records, those first that more records depend on; all of a round
    in one call.

    Parameters
    ----------
    problem : Problem
        Weights are log-odds in nats.
    labels : (n_nodes,) int
        Its clustering.
    score : callable
        ``score(u, v)`` gives what each of these pairs weighs, as (n_pairs,) float in nats; ``u < v``. nan for one that
        cannot be compared, which then weighs what it did.
    solve : callable
        Labels of a problem.
    most : int
        How many pairs to ask about at most, in all rounds together.
    rounds : int
        How often at most; it ends earlier if nothing is left to ask.
    wrong_pairs : float
        Probability that a pair is wrong however much it weighs. Pairs that hold a cluster together on their own word,
        as no third record attracts both of theirs, are in doubt by at least that much.
    least : float
        Decisions that are expected to change fewer records than this are left alone.
    correlation : float
        Of the errors of pairs that speak about the same decision, in 0..1.

    Examples
    --------
    Two entities of three records, joined by one wrong pair; the other eight pairs between them were not compared:

    >>> import frenemy as fr
    >>> from frenemy.apps.records.asking import ask_for_scores
    >>> u, v = [0, 0, 1, 3, 3, 4, 2], [1, 2, 2, 4, 5, 5, 3]
    >>> problem = fr.Problem.from_edges(u, v, [4.0] * 7)
    >>> labels = fr.solve(problem).labels
    >>> asked = ask_for_scores(problem, labels, lambda u, v: [-3.0] * len(u), solve=lambda p: fr.solve(p).labels)
    >>> labels, asked.labels
    (array([0, 0, 0, 0, 0, 0], dtype=int32), array([0, 0, 0, 1, 1, 1], dtype=int32))
    >>> print(asked)
    asked for 8 scores in 3 rounds
    """
    for name, value in (("most", most), ("rounds", rounds)):
        if isinstance(value, bool) or int(value) != value or value < 0:
            raise ValueError(f"{name} must be a whole number of at least 0, got {value!r}")
    if not 0.0 <= wrong_pairs <= 1.0:
        raise ValueError(f"wrong_pairs must be a probability, got {wrong_pairs}")
    current = problem.check_labels(labels)
    asked_u, asked_v, answers = [np.empty(0, np.int32)], [np.empty(0, np.int32)], [np.empty(0)]
    told: list[AskedRound] = []
    asked: set[int] = set()
    left = most
    for _ in range(rounds):
        enough = 2 * left + 1000  # to say that the limit left some out
        u, v, decision = _open_pairs(problem, current, set(asked), wrong_pairs, least, correlation, enough)
        batch = slice(0, left)
        if not len(u[batch]):
            break
        told.append(AskedRound(len(u[batch]), len(np.unique(decision[batch])), len(u)))
        u, v = u[batch], v[batch]
        weight = _checked_scores(score(u, v), u, v)
        left -= len(u)
        asked.update(pair_keys(u, v).tolist())
        asked_u.append(u)
        asked_v.append(v)
        answers.append(weight)
        is_known = np.isfinite(weight)
        if is_known.any():
            problem = _with_scores(problem, u[is_known], v[is_known], weight[is_known])
            current = problem.check_labels(solve(problem))
    return Asked(
        problem, current, np.concatenate(asked_u), np.concatenate(asked_v), np.concatenate(answers), tuple(told)
    )


def _open_pairs(
    problem: Problem, labels: Labels, taken: set[int], wrong_pairs: float, least: float, correlation: float, enough: int
) -> tuple[Labels, Labels, npt.NDArray[np.int64]]:
    """Pairs not compared across doubtful decisions, the most useful first, and the decision that each is about."""
    doubts = find_doubts(problem, labels, correlation=correlation)
    edges = Edges(*problem.edges())
    listed = pair_keys(edges.u, edges.v)
    alone = unsupported_pairs(edges, labels)
    members = _Members(labels)
    wrong = 1.0 - (1.0 - wrong_pairs) / (1.0 + np.exp(-alone.weight))
    value = np.concatenate((doubts.wrong * doubts.n_changed, wrong * np.minimum(*alone.n_sides())))
    order = np.argsort(-value, kind="stable")
    found_u: list[int] = []
    found_v: list[int] = []
    decision: list[int] = []
    for place in order[value[order] >= least].tolist():
        sides = members.sides(doubts, place) if place < len(doubts) else alone.sides(place - len(doubts))
        n_found = 0
        for low, high in _spread(*sides):
            key = (low << 32) | high
            if key not in taken and not _is_in(listed, key):
                taken.add(key)
                found_u.append(low)
                found_v.append(high)
                decision.append(place)
                n_found += 1
                if n_found == _PER_DECISION:
                    break
        if len(found_u) >= enough:
            break
    return np.array(found_u, np.int32), np.array(found_v, np.int32), np.array(decision, np.int64)


def _is_in(keys: npt.NDArray[np.int64], key: int) -> bool:
    """Whether a key is among sorted ones."""
    at = int(np.searchsorted(keys, key))
    return at < len(keys) and int(keys[at]) == key


class _Members:
    """The records of each cluster."""

    def __init__(self, labels: Labels) -> None:
        self._nodes = np.argsort(labels, kind="stable").astype(np.int32)
        self._begin = np.searchsorted(labels[self._nodes], np.arange(int(labels.max(initial=-1)) + 2))

    def of(self, cluster: int) -> Labels:
        return self._nodes[self._begin[cluster] : self._begin[cluster + 1]]

    def sides(self, doubts: Doubts, place: int) -> tuple[list[int], list[int]]:
        """Records on the two sides of a decision, of each as many as will be looked at."""
        first, second, record = int(doubts.first[place]), int(doubts.second[place]), int(doubts.record[place])
        nodes = self.of(first)
        if first == second:
            is_in = doubts.is_in_side[nodes]
            return nodes[is_in][:_LOOKED_AT].tolist(), nodes[~is_in][:_LOOKED_AT].tolist()
        return [record] if record >= 0 else nodes[:_LOOKED_AT].tolist(), self.of(second)[:_LOOKED_AT].tolist()


def _spread(ones: list[int], others: list[int]) -> Iterator[tuple[int, int]]:
    """Some pairs across, of records as different as can be, each once: one diagonal after the other."""
    short, long = (ones, others) if len(ones) <= len(others) else (others, ones)
    n = len(short)
    across = (
        (min(pair), max(pair))
        for shift in range(n)
        for pair in zip((short[(k + shift) % n] for k in range(len(long))), long, strict=True)
    )
    return itertools.islice(across, _LOOKED_AT)


def _checked_scores(scores: npt.ArrayLike, u: Labels, v: Labels) -> _Floats:
    weight = np.asarray(scores, np.float64)
    if weight.shape != u.shape:
        raise ValueError(f"score(u, v) must give one number for each of the {len(u)} pairs, got shape {weight.shape}")
    endless = np.flatnonzero(np.isinf(weight))
    if len(endless):
        at = int(endless[0])
        raise ValueError(
            f"scores must be finite log-odds, or nan for none, got {weight[at]} for the pair {u[at]}, {v[at]}"
        )
    return weight


def _with_scores(problem: Problem, u: Labels, v: Labels, weight: _Floats) -> Problem:
    sizes = problem.sizes if problem.graph.has_sizes else np.ones(problem.n_nodes)
    order = np.argsort(pair_keys(u, v))
    u, v = u[order], v[order]
    before = problem.missing * sizes[u] * sizes[v]
    return Problem(problem.graph.with_added(u, v, weight[order] - before), problem.constraints)
