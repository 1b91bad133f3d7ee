"""Two linked tables: only records of different tables are compared, so a third record never confirms a pair.

That hardly any neighbor is listed with the other end tells such tables: blocking lists it often. Where no table has
duplicates, a record has at most one true partner, and partners of one record are *rivals*. The tables are then matched:
how probable each pair is follows from its odds and those of all others by belief propagation (Zdeborova and Mezard, The
number of matchings in random graphs, 2006). Expectation maximization fits the curve of the scores to these
probabilities. Many wrong pairs have a true rival. A pair without any is right more often than others of its score, so
that its odds are those by the score, times the number of wrong pairs over that of wrong pairs whose records are both
without a partner.

Weights are those of two rounds of the same propagation among pairs that attract by their scores. So the weight of a
pair depends on the pairs of its nodes and of their partners, and on nothing outside of its component. More rounds gain
nothing.

If tables have duplicates, their true pairs are rivals, and the best pairs of records hardly seem true.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from frenemy.affinity.self_calibration.pair_neighbors import PairNeighbors
from frenemy.affinity.self_calibration.score_curve import (
    TOLERANCE,
    ScoreCurve,
    bins_of,
    own_belief,
    own_counts,
    sum_by_score,
)
from frenemy.problem.array_types import Bools, Floats, Ints, Ints32

_LEAST_NEIGHBORS = 20  # to tell
_MAX_LISTED = 0.01  # of the neighbors: above .4 in tables of record linkage, 0 where tables are linked
_LEAST_TRUE = 0.9  # of the best pairs of records: above .92 with 5 % wrong pairs, mostly below with duplicates
_HALF = 0.5  # wrong pairs added to those with and without a true rival, so that odds are finite
_MAX_ROUNDS = 200  # of expectation maximization
_MAX_ODDS = 20.0  # nats, so that sums of odds stay accurate


class SampledPairs(NamedTuple):
    """Some pairs, among all that share a node with them.

    Attributes
    ----------
    u, v : (n_pairs,) int32
        Each pair once, and all pairs of the nodes of the sample.
    scores : (n_pairs,) float64
    at : (n_sampled,) int64
        The positions of the sampled pairs.
    """

    u: Ints32
    v: Ints32
    scores: Floats
    at: Ints


class OnePartner(NamedTuple):
    """How scores become log-odds where each record has at most one partner.

    Attributes
    ----------
    curve : ScoreCurve
    lone : float
        What is added to its log-odds for pairs without rivals.
    """

    curve: ScoreCurve
    lone: float


class RivalOdds(NamedTuple):
    """The odds that the pairs of each node bring to it.

    Attributes
    ----------
    once : (n_nodes,) float64
        By the scores.
    twice : (n_nodes,) float64
        Given the rivals at their other ends.
    """

    once: Floats
    twice: Floats


def is_linked(neighbors: PairNeighbors) -> bool:
    """Whether neighbors of one end are hardly ever listed with the other end, and there are enough to tell."""
    count = int(neighbors.count.sum())
    return count >= _LEAST_NEIGHBORS and int(neighbors.listed.sum()) <= _MAX_LISTED * count


def fit_one_partner(pairs: SampledPairs, is_confident: Bools) -> OnePartner | None:
    """Fit the scores of linked tables; None if records seem to have several partners.

    Parameters
    ----------
    is_confident : (n_sampled,) bool
        The sampled pairs that are likely to be true by their scores.

    Examples
    --------
    Eighty records with their partners, every second one also in a pair with the partner of the next:

    >>> import numpy as np
    >>> from frenemy.affinity.self_calibration.linked_tables import SampledPairs, fit_one_partner
    >>> one = np.arange(80, dtype=np.int32)
    >>> u, v = np.concatenate((one, one[:-1:2])), np.concatenate((80 + one, 80 + one[1::2]))
    >>> scores = np.repeat([6.0, 2.0], [80, 40])
    >>> found = fit_one_partner(SampledPairs(u, v, scores, np.arange(120)), scores > 1.0)
    >>> found.curve.slope > 1.0, found.lone > 1.0
    (True, True)
    """
    ends = np.unique(np.concatenate((pairs.u[pairs.at], pairs.v[pairs.at])))
    is_near = np.isin(pairs.u, ends) | np.isin(pairs.v, ends)
    near = np.flatnonzero(is_near)
    nodes, places = np.unique(np.concatenate((pairs.u[near], pairs.v[near])), return_inverse=True)
    u, v = places[: len(near)], places[len(near) :]
    bins = bins_of(pairs.scores[near])
    own = np.searchsorted(near, pairs.at)
    own_bins = bins[own]
    believed = own_counts(own_bins, own_belief(pairs.scores[pairs.at]))
    curve, lone = ScoreCurve(), 0.0
    at_u = at_v = _odds(curve, lone)[bins]
    for _ in range(_MAX_ROUNDS):
        odds = _odds(curve, lone)[bins]
        rest_u, rest_v = _without_rivals(u, v, at_u, at_v, len(nodes))
        at_u, at_v = odds / rest_v, odds / rest_u
        none = (1.0 / (odds + rest_u * rest_v))[own]
        true = odds[own] * none
        n_true, n_false = sum_by_score(own_bins, true), sum_by_score(own_bins, 1.0 - true)
        before, curve = (curve, lone), curve.fitted(n_true + believed[0], n_false + believed[1])
        lone = math.log((float(n_false.sum()) + _HALF) / (float(none.sum()) + _HALF))
        if curve.is_near(before[0]) and abs(lone - before[1]) < TOLERANCE:
            break
    best = np.zeros(len(nodes))
    for end in (u, v):
        np.maximum.at(best, end, odds)
    is_best = is_confident & (odds[own] >= best[u[own]]) & (odds[own] >= best[v[own]])
    has_one = is_best.any() and float(true[is_best].mean()) >= _LEAST_TRUE
    return OnePartner(curve, lone) if has_one else None


def rival_odds(u: Ints32, v: Ints32, log_odds: Floats, *, n_nodes: int) -> RivalOdds:
    """The odds that the pairs of each node bring to it, from all pairs of these nodes."""
    once = odds_once(u, v, log_odds, n_nodes)
    return RivalOdds(once, odds_twice(u, v, log_odds, once))


def odds_once(u: Ints32, v: Ints32, log_odds: Floats, n_nodes: int) -> Floats:
    """The sum of the odds of the pairs of each node; sums over some of the pairs add up."""
    u, v, odds = _attracting(u, v, log_odds)[1:]
    return _sums(u, v, odds, odds, n_nodes)


def odds_twice(u: Ints32, v: Ints32, log_odds: Floats, once: Floats) -> Floats:
    """The same, with the odds of a pair divided by 1 plus those of its rivals at the other end."""
    u, v, odds = _attracting(u, v, log_odds)[1:]
    return _sums(u, v, odds / _with_one(once[v] - odds), odds / _with_one(once[u] - odds), len(once))


def less_rivals(u: Ints32, v: Ints32, log_odds: Floats, rivals: RivalOdds) -> Floats:
    """The log-odds of pairs, given those of all pairs without rivals; those that repel stay as they are.

    Examples
    --------
    >>> import numpy as np
    >>> from frenemy.affinity.self_calibration.linked_tables import less_rivals, rival_odds
    >>> u, v = np.array([0, 0, 1], np.int32), np.array([2, 3, 3], np.int32)
    >>> log_odds = np.array([6.0, 4.0, 5.0])
    >>> less_rivals(u, v, log_odds, rival_odds(u, v, log_odds, n_nodes=4)).round(1)  # 0 and 2, 1 and 3
    array([ 5.7, -7. ,  4.9])
    """
    at, u, v, odds = _attracting(u, v, log_odds)
    at_u, at_v = odds / _with_one(rivals.once[v] - odds), odds / _with_one(rivals.once[u] - odds)
    found = log_odds.copy()
    found[at] -= np.log(_with_one(rivals.twice[u] - at_u) * _with_one(rivals.twice[v] - at_v))
    return found


def _attracting(u: Ints32, v: Ints32, log_odds: Floats) -> tuple[Ints, Ints32, Ints32, Floats]:
    """Where pairs attract, with their nodes and odds."""
    at = np.flatnonzero(log_odds > 0.0)
    return at, u[at], v[at], np.exp(np.minimum(log_odds[at], _MAX_ODDS))


def _sums(u: Ints | Ints32, v: Ints | Ints32, at_u: Floats, at_v: Floats, n_nodes: int) -> Floats:
    return np.asarray(np.bincount(u, at_u, n_nodes) + np.bincount(v, at_v, n_nodes), np.float64)


def _with_one(odds: Floats) -> Floats:
    """1 plus odds, which rounding may have made negative."""
    more: Floats = 1.0 + np.maximum(odds, 0.0)
    return more


def _without_rivals(
    u: Ints | Ints32, v: Ints | Ints32, at_u: Floats, at_v: Floats, n_nodes: int
) -> tuple[Floats, Floats]:
    """For either end of each pair, 1 plus what its other pairs weigh there: their odds, given the pairs beyond."""
    of_node = _sums(u, v, at_u, at_v, n_nodes)
    return _with_one(of_node[u] - at_u), _with_one(of_node[v] - at_v)


def _odds(curve: ScoreCurve, lone: float) -> Floats:
    """Of lone pairs, by bin."""
    odds: Floats = np.exp(np.minimum(curve.log_odds + lone, _MAX_ODDS))
    return odds
