"""Decisions of a clustering that may be wrong: clusters that nearly join or split, and records between two."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from frenemy.apps.records.review.doubt_rows import DoubtRows, Edges
from frenemy.apps.records.review.possible_joins import possible_joins
from frenemy.apps.records.review.possible_moves import possible_moves
from frenemy.apps.records.review.possible_splits import Cuts, cheapest_cuts, possible_splits
from frenemy.explain import explain
from frenemy.problem import Labels, Problem
from frenemy.problem.array_types import Bools, Floats, Ints

MAX_SPLITS = 10_000  # clusters of three and more records whose cheapest split is computed; about 0.1 ms each
CORRELATION = 0.5

Kind = Literal["join", "split", "move"]
KINDS: tuple[Kind, ...] = ("join", "split", "move")


@dataclass(frozen=True, eq=False)
class Doubts:
    """Decisions of a clustering that may be wrong, one per entry.

    Attributes
    ----------
    kind : (n_doubts,) int8
        Place in :data:`KINDS`. 0: two clusters may belong together. 1: a cluster may be two. 2: a record may belong to
        another cluster.
    first, second : (n_doubts,) int32
        The clusters; a split has the same cluster twice.
    record : (n_doubts,) int32
        The record that would move or split off; -1 if there are several.
    u, v : (n_doubts,) int32
        A pair whose answer decides: the strongest one across a split, or to the cluster that a record may move to;
        between two clusters, the pair whose records are tied most to their own clusters.
    weight : (n_doubts,) float64
        The weight of this pair.
    is_listed : (n_doubts,) bool
        Whether it was compared.
    cost : (n_doubts,) float64
        The increase in energy with the other decision.
    n_listed : (n_doubts,) int64
        The number of compared pairs that support the decision.
    wrong : (n_doubts,) float64
        The probability that the decision is wrong.
    n_changed : (n_doubts,) int64
        The number of records that change their cluster if it is.
    is_in_side : (n_nodes,) bool
        Which records are on the smaller side of the cheapest split of their cluster.
    n_not_cut : int
        Clusters of three and more records beyond ``max_splits``, the tightest ones.
    """

    kind: npt.NDArray[np.int8]
    first: Labels
    second: Labels
    record: Labels
    u: Labels
    v: Labels
    weight: Floats
    is_listed: Bools
    cost: Floats
    n_listed: Ints
    wrong: Floats
    n_changed: Ints
    is_in_side: Bools
    n_not_cut: int

    def __len__(self) -> int:
        return len(self.kind)


def find_doubts(
    problem: Problem,
    labels: npt.ArrayLike,
    *,
    correlation: float = CORRELATION,
    max_splits: int = MAX_SPLITS,
    cuts: Cuts | None = None,
) -> Doubts:
    """All decisions of a clustering that compared pairs or cheap splits put in doubt.

    The probability that a decision is wrong follows from the cost of the other one: for independent pairs with log-odds
    as weights, the cost is the log-odds. Errors of pairs of the same records are correlated, so the cost of ``m``
    compared pairs counts as that of ``m / (1 + (m - 1) * correlation)`` independent ones.

    Parameters
    ----------
    problem : Problem
    labels : (n_nodes,) int
        A clustering that satisfies the constraints. Decisions that constraints force are not in doubt.
    correlation : float
        The correlation of the errors of two pairs that concern the same decision, in 0..1.
    max_splits : int
        The maximum number of clusters of three and more records to split; those with the least weight per record
        first.
    cuts : Cuts, optional
        The cheapest splits, if they are known.

    Examples
    --------
    >>> import frenemy as fr
    >>> from frenemy.apps.records.review.doubts import KINDS, find_doubts
    >>> problem = fr.Problem.from_edges([0, 1, 0, 2, 3], [1, 2, 2, 3, 4], [3.0, 2.0, -1.0, -0.5, 2.0])
    >>> doubts = find_doubts(problem, [0, 0, 0, 1, 1])
    >>> [KINDS[kind] for kind in doubts.kind], doubts.cost
    (['join', 'split', 'split'], array([0.5, 1. , 2. ]))
    """
    if not 0.0 <= correlation <= 1.0:
        raise ValueError(f"correlation must be in 0..1, got {correlation}")
    explanation = explain(problem, labels)
    edges = Edges(*problem.edges())
    is_in_side, costs, n_not_cut = cheapest_cuts(explanation, max_splits) if cuts is None else cuts
    rows = (
        possible_joins(explanation, edges),
        possible_splits(explanation, edges, is_in_side, costs),
        possible_moves(explanation, edges),
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
