"""Score the few uncompared pairs that matter, and solve again."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from frenemy.apps.records.options import Score
from frenemy.apps.records.review.doubt_rows import Edges
from frenemy.apps.records.review.doubts import CORRELATION, Doubts, find_doubts
from frenemy.apps.records.review.unsupported_pairs import unsupported_pairs
from frenemy.problem import Labels, Problem
from frenemy.problem.apart import pair_keys
from frenemy.problem.array_types import Floats, Ints
from frenemy.problem.checked_arrays import numbers
from frenemy.problem.renamed_parameters import renamed_parameters

Solve = Callable[[Problem], Labels]

_PER_DECISION = 2  # pairs scored per decision and round: few, to cover more decisions
_LOOKED_AT = 64  # pairs across a decision that are tried to find uncompared ones


@dataclass(frozen=True, eq=False)
class AskedRound:
    """One batch of scores.

    Attributes
    ----------
    n_asked : int
        The number of pairs scored.
    n_decisions : int
        The number of decisions that they concern.
    n_open : int
        The number of pairs that an unlimited batch would have.
    """

    n_asked: int
    n_decisions: int
    n_open: int


@dataclass(frozen=True, eq=False)
class Asked:
    """A clustering after pairs were scored.

    Attributes
    ----------
    problem : Problem
        With the scored pairs listed.
    labels : (n_nodes,) int32
    u, v : (n_asked,) int32
        The pairs, ``u < v``, each once.
    weight : (n_asked,) float64
        Their scores.
    rounds : tuple of AskedRound
    """

    problem: Problem
    labels: Labels
    u: Labels
    v: Labels
    weight: Floats
    rounds: tuple[AskedRound, ...]

    @property
    def n_asked(self) -> int:
        return len(self.u)

    def __str__(self) -> str:
        if not self.rounds:
            return "asked for no score: no pair that was not compared matters"
        left = self.rounds[-1].n_open - self.rounds[-1].n_asked
        text = f"asked for {self.n_asked:,} scores in {len(self.rounds)} round{'s' if len(self.rounds) != 1 else ''}"
        return text + (f"; the limit left out {left:,} more" if left else "")


@renamed_parameters(most="max_scores", least="min_value")
def ask_for_scores(
    problem: Problem,
    labels: npt.ArrayLike,
    score: Score,
    *,
    solve: Solve,
    max_scores: int = 10_000,
    rounds: int = 3,
    wrong_pairs: float = 0.05,
    min_value: float = 0.02,
    correlation: float = CORRELATION,
) -> Asked:
    """Score uncompared pairs that could change the clustering, and solve again.

    These are pairs across a doubtful decision (see :func:`frenemy.apps.records.review.doubts.find_doubts`): between two
    clusters that nearly join, between the two sides of one that nearly splits, and around a strong pair that no third
    record supports. Each round scores a few pairs per decision in one call, decisions that affect more records first.

    Parameters
    ----------
    problem : Problem
        Weights are log-odds in nats.
    labels : (n_nodes,) int
        Its clustering.
    score : callable
        ``score(u, v)`` returns the weight of each pair as (n_pairs,) float in nats; ``u < v``. nan for a pair that
        cannot be compared, which keeps its weight.
    solve : callable
        Returns the labels of a problem.
    max_scores : int
        The maximum number of pairs to score, over all rounds.
    rounds : int
        The maximum number of rounds; it ends earlier if no pair is left.
    wrong_pairs : float
        The probability that a pair is wrong whatever its weight. It is the least doubt about a pair that no third
        record supports.
    min_value : float
        Decisions that are expected to change fewer records than this are skipped.
    correlation : float
        The correlation of the errors of pairs that concern the same decision, in 0..1.

    Examples
    --------
    Two entities of three records, joined by one wrong pair; the eight other pairs between them were not compared:

    >>> import frenemy as fr
    >>> from frenemy.apps.records.review.ask_for_scores import ask_for_scores
    >>> u, v = [0, 0, 1, 3, 3, 4, 2], [1, 2, 2, 4, 5, 5, 3]
    >>> problem = fr.Problem.from_edges(u, v, [4.0] * 7)
    >>> solved = lambda p: fr.solve(p, warn=False).labels  # at first, nothing repels
    >>> labels = solved(problem)
    >>> asked = ask_for_scores(problem, labels, lambda u, v: [-3.0] * len(u), solve=solved)
    >>> labels, asked.labels
    (array([0, 0, 0, 0, 0, 0], dtype=int32), array([0, 0, 0, 1, 1, 1], dtype=int32))
    >>> print(asked)
    asked for 8 scores in 3 rounds
    """
    for name, value in (("max_scores", max_scores), ("rounds", rounds)):
        if isinstance(value, bool) or int(value) != value or value < 0:
            raise ValueError(f"{name} must be a whole number of at least 0, got {value!r}")
    if not 0.0 <= wrong_pairs <= 1.0:
        raise ValueError(f"wrong_pairs must be a probability, got {wrong_pairs}")
    current = problem.check_labels(labels)
    asked_u, asked_v, answers = [np.empty(0, np.int32)], [np.empty(0, np.int32)], [np.empty(0)]
    notes: list[AskedRound] = []
    asked: set[int] = set()
    left = max_scores
    for _ in range(rounds):
        enough = 2 * left + 1000  # enough to report that the limit was reached
        u, v, decision = _open_pairs(problem, current, set(asked), wrong_pairs, min_value, correlation, enough)
        batch = slice(0, left)
        if not len(u[batch]):
            break
        notes.append(AskedRound(len(u[batch]), len(np.unique(decision[batch])), len(u)))
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
        problem, current, np.concatenate(asked_u), np.concatenate(asked_v), np.concatenate(answers), tuple(notes)
    )


def _open_pairs(
    problem: Problem,
    labels: Labels,
    taken: set[int],
    wrong_pairs: float,
    min_value: float,
    correlation: float,
    enough: int,
) -> tuple[Labels, Labels, Ints]:
    """Uncompared pairs across doubtful decisions, the most useful first, and the decision of each one."""
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
    for place in order[value[order] >= min_value].tolist():
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


def _is_in(keys: Ints, key: int) -> bool:
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
        """Records on the two sides of a decision, at most as many as are tried."""
        first, second, record = int(doubts.first[place]), int(doubts.second[place]), int(doubts.record[place])
        nodes = self.of(first)
        if first == second:
            is_in = doubts.is_in_side[nodes]
            return nodes[is_in][:_LOOKED_AT].tolist(), nodes[~is_in][:_LOOKED_AT].tolist()
        return [record] if record >= 0 else nodes[:_LOOKED_AT].tolist(), self.of(second)[:_LOOKED_AT].tolist()


def _spread(ones: list[int], others: list[int]) -> Iterator[tuple[int, int]]:
    """Some pairs across, each once, diagonal by diagonal, so that early pairs share few records."""
    short, long = (ones, others) if len(ones) <= len(others) else (others, ones)
    n = len(short)
    across = (
        (min(pair), max(pair))
        for shift in range(n)
        for pair in zip((short[(k + shift) % n] for k in range(len(long))), long, strict=True)
    )
    return itertools.islice(across, _LOOKED_AT)


def _checked_scores(scores: npt.ArrayLike, u: Labels, v: Labels) -> Floats:
    weight = numbers(scores, "scores")
    if weight.shape != u.shape:
        raise ValueError(f"score(u, v) must give one number for each of the {len(u)} pairs, got shape {weight.shape}")
    endless = np.flatnonzero(np.isinf(weight))
    if len(endless):
        at = int(endless[0])
        raise ValueError(
            f"scores must be finite log-odds, or nan for none, got {weight[at]} for the pair {u[at]}, {v[at]}"
        )
    return weight


def _with_scores(problem: Problem, u: Labels, v: Labels, weight: Floats) -> Problem:
    sizes = problem.sizes if problem.graph.has_sizes else np.ones(problem.n_nodes)
    order = np.argsort(pair_keys(u, v))
    u, v = u[order], v[order]
    before = problem.missing * sizes[u] * sizes[v]
    return Problem(problem.graph.with_added(u, v, weight[order] - before), problem.constraints)
