"""The pairs that a person should review: those whose answers would change most."""

from __future__ import annotations

import heapq
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from frenemy.apps.records.review.doubts import CORRELATION, KINDS, MAX_SPLITS, Doubts, Kind, find_doubts
from frenemy.apps.records.review.possible_splits import Cuts
from frenemy.problem import Labels, Problem
from frenemy.problem.array_types import Bools, Floats, Ints
from frenemy.problem.renamed_parameters import renamed_parameters

_AGAIN = 0.5  # the value of a second question about the same record, relative to the first


@dataclass(frozen=True, eq=False)
class UsefulPairs:
    """Pairs to review, the most useful first.

    Attributes
    ----------
    u, v : (n_pairs,) int32
    weight : (n_pairs,) float64
        The weight of each pair.
    is_listed : (n_pairs,) bool
        Whether it was compared.
    is_together : (n_pairs,) bool
        Whether the two are in the same cluster now.
    probability : (n_pairs,) float64
        The probability that the two match.
    margin : (n_pairs,) float64
        The increase in energy with the other answer.
    if_same, if_different : (n_pairs,) int64
        The number of records that would change their cluster after either answer.
    value : (n_pairs,) float64
        The expected number of records that change.
    why : tuple of str
        What is in doubt: ``"join"``, two clusters may belong together; ``"split"``, a cluster may be two; ``"move"``,
        a record may belong to another cluster.
    n_not_cut : int
        Clusters beyond ``max_splits``.
    """

    u: Labels
    v: Labels
    weight: Floats
    is_listed: Bools
    is_together: Bools
    probability: Floats
    margin: Floats
    if_same: Ints
    if_different: Ints
    value: Floats
    why: tuple[Kind, ...]
    n_not_cut: int

    def __len__(self) -> int:
        return len(self.u)


@renamed_parameters(most_splits="max_splits")
def most_useful_pairs(
    problem: Problem,
    labels: npt.ArrayLike,
    *,
    budget: int = 50,
    correlation: float = CORRELATION,
    max_splits: int = MAX_SPLITS,
    cuts: Cuts | None = None,
) -> UsefulPairs:
    """The pairs whose answers would change most, at most one for each doubtful decision.

    A decision is doubtful if the other one would cost little: two clusters nearly join, a cluster nearly splits, a
    record nearly moves. Its question is a pair across. The value of a question is the expected number of records that
    change their cluster: their number if the decision is wrong, times the probability that it is. Questions that other
    answers may settle are worth less: after A and B, and B and C, the pair of A and C is open only if both are
    different. A second question about the same record is worth half.

    Review the pairs, add the answers (:func:`frenemy.apps.records.knowledge.decisions.with_answers`), solve, and call
    this function again: answered pairs are no longer in doubt.

    Parameters
    ----------
    problem : Problem
        Weights are log-odds in nats. Decisions that constraints force are not listed.
    labels : (n_nodes,) int
        A clustering that satisfies the constraints.
    budget : int
        The maximum number of pairs.
    correlation : float
        The correlation of the errors of pairs that concern the same decision, in 0..1; 0 means independent.
    max_splits : int
        The maximum number of clusters of three and more records to split.
    cuts : Cuts, optional
        The cheapest splits, if they are known.

    Examples
    --------
    >>> import frenemy as fr
    >>> from frenemy.apps.records.review import most_useful_pairs
    >>> problem = fr.Problem.from_edges([0, 1, 0, 2, 3], [1, 2, 2, 3, 4], [3.0, 2.0, -1.0, -0.5, 2.0])
    >>> pairs = most_useful_pairs(problem, [0, 0, 0, 1, 1], budget=2)
    >>> pairs.u, pairs.v, pairs.why
    (array([2, 1], dtype=int32), array([3, 2], dtype=int32), ('join', 'split'))
    >>> pairs.if_same.tolist(), pairs.if_different.tolist()
    ([2, 0], [0, 1])
    """
    if isinstance(budget, bool) or int(budget) != budget or budget < 0:
        raise ValueError(f"budget must be a whole number of at least 0, got {budget!r}")
    doubts = find_doubts(problem, labels, correlation=correlation, max_splits=max_splits, cuts=cuts)
    chosen, value = _diverse(doubts, int(budget))
    is_together = doubts.first[chosen] == doubts.second[chosen]
    wrong, n_changed = doubts.wrong[chosen], doubts.n_changed[chosen]
    return UsefulPairs(
        u=doubts.u[chosen],
        v=doubts.v[chosen],
        weight=doubts.weight[chosen],
        is_listed=doubts.is_listed[chosen],
        is_together=is_together,
        probability=np.where(is_together, 1.0 - wrong, wrong),
        margin=doubts.cost[chosen],
        if_same=np.where(is_together, 0, n_changed),
        if_different=np.where(is_together, n_changed, 0),
        value=value,
        why=tuple(KINDS[kind] for kind in doubts.kind[chosen].tolist()),
        n_not_cut=doubts.n_not_cut,
    )


def _diverse(doubts: Doubts, budget: int) -> tuple[npt.NDArray[np.intp], Floats]:
    """The most useful doubts, and their values given the ones chosen before."""
    plain = doubts.wrong * doubts.n_changed
    order = np.argsort(-plain, kind="stable")
    # Values only decrease, so a value that is still the highest when recomputed is the highest of all.
    queue = [(-value, place) for place, value in zip(order.tolist(), plain[order].tolist(), strict=True)]
    asked = _Asked(doubts)
    chosen: list[int] = []
    values: list[float] = []
    while queue and len(chosen) < budget:
        known, place = heapq.heappop(queue)
        value = float(plain[place]) * asked.share_left(place)
        if value < -known and value > 0.0:
            heapq.heappush(queue, (-value, place))
        elif value > 0.0:
            asked.add(place)
            chosen.append(place)
            values.append(value)
    return np.array(chosen, np.intp), np.array(values, np.float64)


class _Asked:
    """The questions chosen so far, and how much they reduce the value of another one."""

    def __init__(self, doubts: Doubts) -> None:
        self._doubts = doubts
        self._same: dict[int, dict[int, float]] = {}  # probability that two clusters are the same, of those asked about
        self._records: dict[int, int] = {}

    def share_left(self, place: int) -> float:
        a, b, record = self._of(place)
        share = _AGAIN ** self._records.get(record, 0) if record >= 0 else 1.0
        if a == b:
            return share
        of_a, of_b = self._same.get(a, {}), self._same.get(b, {})
        if b in of_a:
            return 0.0
        for between in of_a.keys() & of_b.keys():
            share *= (1.0 - of_a[between]) * (1.0 - of_b[between])
        return share

    def add(self, place: int) -> None:
        a, b, record = self._of(place)
        if record >= 0:
            self._records[record] = self._records.get(record, 0) + 1
        if a != b:
            same = float(self._doubts.wrong[place])
            self._same.setdefault(a, {})[b] = same
            self._same.setdefault(b, {})[a] = same

    def _of(self, place: int) -> tuple[int, int, int]:
        doubts = self._doubts
        return int(doubts.first[place]), int(doubts.second[place]), int(doubts.record[place])
