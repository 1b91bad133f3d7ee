"""Where a clustering may be wrong: clusters that nearly join, or nearly fall apart, and records between two."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from frenemy.apps.records.doubt_rows import DoubtRows, Edges, Floats, Ints
from frenemy.apps.records.near_joins import near_joins
from frenemy.apps.records.near_moves import near_moves
from frenemy.apps.records.near_splits import cheapest_cuts, near_splits
from frenemy.explain import explain
from frenemy.problem import Labels, Problem

MOST_SPLITS = 10_000  # clusters of three and more that are cut to see how they would fall apart; some 0.1 ms each
CORRELATION = 0.5

Kind = Literal["join", "split", "move"]
KINDS: tuple[Kind, ...] = ("join", "split", "move")


@dataclass(frozen=True, eq=False)
class Doubts:
    """Decisions of a clustering that may be wrong, one entry each.

    Attributes
    ----------
    kind : (n_doubts,) int8
        Place in :data:`KINDS`. 0: two clusters may belong together. 1: a cluster may be two. 2: a record may belong to
        another cluster.
    first, second : (n_doubts,) int32
        The clusters; a split names its cluster twice.
    record : (n_doubts,) int32
        The record that would move, or split off alone; -1 where it is several.
    u, v : (n_doubts,) int32
        A pair whose answer decides: the strongest one across a split or to where a record may move; between two
        clusters, that of the records that are tied most to their own.
    weight : (n_doubts,) float64
        What this pair weighs.
    is_listed : (n_doubts,) bool
        Whether it was compared.
    cost : (n_doubts,) float64
        What the energy would rise by if the decision were the other one.
    n_listed : (n_doubts,) int64
        How many compared pairs the decision rests on.
    wrong : (n_doubts,) float64
        Probability that the decision is wrong.
    n_changed : (n_doubts,) int64
        How many records change their cluster if it is.
    is_in_side : (n_nodes,) bool
        Which records of each cluster that was cut are on the smaller side.
    n_not_cut : int
        Clusters of three and more records that were not cut, as there were too many; the tightest ones.
    """

    kind: npt.NDArray[np.int8]
    first: Labels
    second: Labels
    record: Labels
    u: Labels
    v: Labels
    weight: Floats
    is_listed: npt.NDArray[np.bool_]
    cost: Floats
    n_listed: Ints
    wrong: Floats
    n_changed: Ints
    is_in_side: npt.NDArray[np.bool_]
    n_not_cut: int

    def __len__(self) -> int:
        return len(self.kind)


def find_doubts(
    problem: Problem, labels: npt.ArrayLike, *, correlation: float = CORRELATION, most_splits: int = MOST_SPLITS
) -> Doubts:
    """All decisions of a clustering that could have been another one, as far as compared pairs or cuts tell.

    The probability that one is wrong comes from what the other decision would cost: were all pairs independent and
    their weights log-odds, that would be the log-odds. Pairs of the same records err together, so the cost counts as
    that of ``m / (1 + (m - 1) * correlation)`` pairs instead of the ``m`` compared ones that it is made of.

    Parameters
    ----------
    problem : Problem
    labels : (n_nodes,) int
        A clustering that keeps the constraints of the problem. Decisions that those leave no choice are no doubts.
    correlation : float
        Of the errors of two pairs that speak about the same decision, in 0..1.
    most_splits : int
        How many clusters of three and more records to cut at most; those that hold together least, per record, come
        first.

    Examples
    --------
    >>> import frenemy as fr
    >>> from frenemy.apps.records.doubts import KINDS, find_doubts
    >>> problem = fr.Problem.from_edges([0, 1, 0, 2, 3], [1, 2, 2, 3, 4], [3.0, 2.0, -1.0, -0.5, 2.0])
    >>> doubts = find_doubts(problem, [0, 0, 0, 1, 1])
    >>> [KINDS[kind] for kind in doubts.kind], doubts.cost
    (['join', 'split', 'split'], array([0.5, 1. , 2. ]))
    """
    if not 0.0 <= correlation <= 1.0:
        raise ValueError(f"correlation must be in 0..1, got {correlation}")
    explanation = explain(problem, labels)
    edges = Edges(*problem.edges())
    is_in_side, costs, n_not_cut = cheapest_cuts(explanation, most_splits)
    rows = (
        near_joins(explanation, edges),
        near_splits(explanation, edges, is_in_side, costs),
        near_moves(explanation, edges),
    )
    first, second, record, u, v, weight, is_listed, cost, n_listed, n_changed = (
        np.concatenate([getattr(part, name) for part in rows]) for name in DoubtRows._fields
    )
    odds = cost / (1.0 + (np.maximum(n_listed, 1) - 1) * correlation)
    return Doubts(
        kind=np.repeat(np.arange(3, dtype=np.int8), [len(part.u) for part in rows]),
        first=first,
        second=second,
        record=record,
        u=u,
        v=v,
        weight=weight,
        is_listed=is_listed,
        cost=cost,
        n_listed=n_listed,
        wrong=1.0 / (1.0 + np.exp(np.clip(odds, -700.0, 700.0))),
        n_changed=n_changed,
        is_in_side=is_in_side,
        n_not_cut=n_not_cut,
    )
