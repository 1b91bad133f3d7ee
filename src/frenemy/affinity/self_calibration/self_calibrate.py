"""Calibrate scores, and pairs without a score, from how the pairs agree with each other.

If ``a`` and ``b`` are the same and ``c`` is the same as ``a``, then ``b`` and ``c`` are the same as well. The neighbors
of a pair are the nodes that confident pairs link to one of its ends. Most neighbors of a true pair are linked to the
other end as well; hardly any neighbor of a false pair is. How often this holds for pairs of each score shows how
probable such pairs are, without labels.

The model: a pair with score ``s`` is true with probability ``(1 - f) * sigmoid(shift + slope * s)``, where ``f`` is the
share of confident pairs that are wrong. A neighbor of a true pair is linked to the other end with a probability that
grows with ``s``, a neighbor of a false pair with a small one. Whether a pair that is not confident has neighbors at all
shows something, too: in entities of two nodes, true pairs have none. Expectation maximization fits all of it.

The neighbors of one pair are not independent: ``m`` of them count as the square root of ``m``. Nor are the pairs of one
node: a record full of errors has low scores with all records of its entity, and was not compared with many of them. So
no pair, compared or not, counts against its ends by more than 1.6 nats. Where a node has ``m`` other confident pairs,
that is, in large entities, about as many pairs speak against a wrong pair, and count as the square root of ``m``, too.

Pairs may also be listed by chance, whether or not they are true (:mod:`listing`). Then unlisted pairs say nothing, and
unless most confident pairs are confirmed by listed ones, scores are weights as they are.

Confident pairs between random nodes are counted by those that no third node confirms (:mod:`open_pairs`). They are left
out of the fit, as they say nothing about what scores are worth; no such pair then weighs more than its kind has earned.

Where two tables were linked, no third node can confirm a pair; there, partners of one node are rivals
(:mod:`linked_tables`).
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from frenemy.affinity.self_calibration.linked_tables import SampledPairs, fit_one_partner, is_linked
from frenemy.affinity.self_calibration.listing import are_clear, is_listed_by_chance, listed_share
from frenemy.affinity.self_calibration.open_pairs import OpenCounts, sampled_nodes_by_kind
from frenemy.affinity.self_calibration.pair_neighbors import (
    PairNeighbors,
    count_neighbors,
    limit_neighbors,
    sample_pairs,
)
from frenemy.affinity.self_calibration.score_curve import (
    CLOSURE,
    FALSE,
    MAX_ROUNDS,
    SCORES,
    ScoreCurve,
    bins_of,
    own_belief,
    own_counts,
    sigmoid,
    sum_by_score,
)
from frenemy.affinity.self_calibration.self_calibration import CONFIDENT, SelfCalibration
from frenemy.problem.array_types import Bools, Floats, Ints, Ints32
from frenemy.problem.checked_arrays import numbers

_CLOSURE_PAIRS = 20.0  # number of pairs that the prior of the closure counts as
_MIN_CLOSURE, _MAX_CLOSURE = 0.3, 0.98
_ALONE_PAIRS = 5.0  # added to the true and false pairs with and without neighbors
# A record full of errors has low scores with all records of its entity, so linking a neighbor is the more probable the
# higher the score. In large entities hardly any such growth is believed: parts of one entity, or similar entities, are
# joined by many weak pairs at once, and cannot be told from true ones. In small ones the pairs decide.
_LARGE = 4.0  # pairs per node
_RANDOM = 1e-6  # least share of confident pairs between random nodes


def self_calibrate(
    u: Ints32,
    v: Ints32,
    scores: npt.ArrayLike,
    /,
    *,
    n_nodes: int,
    seed: int = 0,
) -> SelfCalibration:
    """Calibrate scores from the pairs alone.

    Parameters
    ----------
    u, v : (n_pairs,) int32
        Each pair once.
    scores : (n_pairs,) float
        Log-odds in nats, roughly.
    seed : int
        Seed of the sample, if there are more than 100,000 pairs.

    Examples
    --------
    >>> import numpy as np
    >>> from frenemy.affinity.self_calibration.self_calibrate import self_calibrate
    >>> rng = np.random.default_rng(0)
    >>> u, v = (ends.astype(np.int32) for ends in np.triu_indices(400, 1))
    >>> scores = np.where(u // 4 == v // 4, rng.normal(4, 2, len(u)), rng.normal(-8, 2, len(u)))  # 100 entities of 4
    >>> near = (u // 40 == v // 40) & (rng.random(len(u)) < 0.9)  # found by blocking
    >>> found = self_calibrate(u[near], v[near], scores[near], n_nodes=400)
    >>> 0.7 < found.closure < 0.9, found.false_share < 0.01
    (True, True)
    """
    scores = numbers(scores, "scores")
    is_confident = scores > CONFIDENT
    rng = np.random.default_rng(seed)
    degree = np.bincount(np.concatenate((u[is_confident], v[is_confident])), minlength=n_nodes)
    drawn = sample_pairs(len(u), rng)
    chosen = limit_neighbors(drawn, degree[u[drawn]] + degree[v[drawn]], rng)
    neighbors = count_neighbors(u, v, is_confident, chosen, n_nodes=n_nodes)
    n_sampled = n_nodes * len(chosen) / max(len(u), 1)
    density = listed_share(n_nodes, len(u))
    return fitted(SampledPairs(u, v, scores, chosen), neighbors, n_nodes=n_sampled, density=density)


@dataclass(frozen=True, eq=False)
class _Seen:
    """Discounted counts of linked and other neighbors of each pair."""

    linked: Floats
    open: Floats

    @classmethod
    def of(cls, linked: Ints, count: Ints) -> _Seen:
        share = 1.0 / np.sqrt(np.maximum(count, 1))
        return cls(linked * share, (count - linked) * share)


def fitted(pairs: SampledPairs, neighbors: PairNeighbors, *, n_nodes: float, density: float) -> SelfCalibration:
    """Fit the model to scores and neighbors.

    Parameters
    ----------
    neighbors : PairNeighbors
        Of the sampled pairs.
    n_nodes : float
        The number of all nodes times the share of the pairs that was sampled.
    density : float
        The share of all pairs that is listed.
    """
    scores = pairs.scores[pairs.at]
    is_confident = scores > CONFIDENT
    is_by_chance = is_listed_by_chance(neighbors, is_confident, density)
    if is_by_chance:
        neighbors = neighbors.listed_only()
        if not are_clear(neighbors, is_confident):
            return _plain(neighbors, density)
    has_neighbors = neighbors.count > 0
    if not has_neighbors.any():
        return SelfCalibration(0.0, 1.0, sigmoid(FALSE), CLOSURE, 0)
    if not is_by_chance and is_linked(neighbors):
        return _of_linked(pairs, is_confident, neighbors)
    seen = _Seen.of(neighbors.joined, neighbors.count)
    # Pairs without a triangle do not show how often neighbors of true pairs are linked: all their neighbors may be
    # false. In the others, one triangle shows that the pair is true, and the other neighbors are counted. Leaving that
    # triangle out makes the estimate conservative, as intended: the missing pairs of a record are correlated.
    in_triangle = (neighbors.joined >= 2) & (neighbors.count > 2)
    others = _Seen.of(np.maximum(neighbors.joined - 2, 0), np.maximum(neighbors.count - 2, 0))
    bins, own = bins_of(scores), own_belief(scores)
    shown = np.clip(SCORES, -8.0, 8.0) - 4.0
    is_open = neighbors.joined[is_confident] == 0
    partners = neighbors.of_ends[is_confident]
    counts = OpenCounts.of(partners, is_open, sampled_nodes_by_kind(partners))
    open_places = np.flatnonzero(is_confident)[is_open]
    random_share = 0.5
    pairs_per_node = _pairs_per_node(neighbors.count[is_confident])
    growth = (1.0 + (_LARGE / pairs_per_node) ** 2) / (pairs_per_node * np.count_nonzero(has_neighbors) ** 0.25)

    def by_score(values: Floats) -> Floats:
        return sum_by_score(bins, values)

    own_true, own_false = own_counts(bins, own)
    curve, link, by_chance = ScoreCurve(), (_logit(CLOSURE), 0.0), 0.01
    is_weak = ~is_confident
    alone_true, alone_false = (_alone_share(side[is_weak], has_neighbors[is_weak]) for side in (own, 1.0 - own))
    for _ in range(MAX_ROUNDS):
        linking = np.clip(1.0 / (1.0 + np.exp(-link[0] - link[1] * shown)), by_chance + 1e-3, 0.995)
        odds_by_score = np.clip(curve.shift + curve.slope * SCORES, -50.0, 50.0)
        odds = curve.log_odds[bins]
        odds = odds + seen.linked * np.log(linking / by_chance)[bins]
        odds = odds + seen.open * np.log((1.0 - linking) / (1.0 - by_chance))[bins]
        # Confident pairs without neighbors are believed as they come: the others of two-node entities are wrong ones.
        shows = math.log((1.0 - alone_true) / (1.0 - alone_false)), math.log(alone_true / alone_false)
        odds = odds + np.where(is_confident, 0.0, np.where(has_neighbors, *shows))
        true = np.where(is_confident & ~has_neighbors, own, 1.0 / (1.0 + np.exp(-np.clip(odds, -50.0, 50.0))))
        alone_true, alone_false = (_alone_share(side[is_weak], has_neighbors[is_weak]) for side in (true, 1.0 - true))
        # A pair between random nodes is either one of those that the curve expects at this score, or beyond them.
        found = counts.wrong_pairs(n_nodes=n_nodes, linked=sigmoid(link[0]))
        random = 1.0 - found.true_share(partners[is_open])
        beyond = random * _beyond(odds_by_score[bins[open_places]], random_share)
        random_share = max(float(beyond.sum()) / max(len(partners), 1), _RANDOM)
        counted = np.ones(len(scores))
        counted[open_places] *= 1.0 - beyond
        n_true, n_false = by_score(counted * true), by_score(counted * (1.0 - true))
        before, curve = curve, curve.fitted(own_true + n_true, own_false + n_false)
        weight = true * in_triangle
        link = _fit_link(link, shown, by_score(weight * others.linked), by_score(weight * others.open), growth)
        false = (1.0 - true) * has_neighbors
        by_chance = float(
            np.clip(((false @ seen.linked) + 0.05) / (false @ (seen.linked + seen.open) + 5.0), 0.002, 0.1)
        )
        if curve.is_near(before):
            break
    listed = _Seen.of(np.maximum(neighbors.listed - 2, 0), np.maximum(neighbors.count - 2, 0))
    weight = true * (in_triangle & is_confident)
    n_listed, n_open = float(weight @ listed.linked), float(weight @ listed.open)
    closure = (n_listed + CLOSURE * _CLOSURE_PAIRS) / (n_listed + n_open + _CLOSURE_PAIRS)
    closure = density if is_by_chance else max(closure, _MIN_CLOSURE)
    return SelfCalibration(
        shift=curve.shift,
        slope=curve.slope,
        false_share=1.0 - (1.0 - curve.false_share) * (1.0 - random_share),
        closure=min(closure, _MAX_CLOSURE),
        n_seen=int(np.count_nonzero(has_neighbors)),
        pairs_per_node=pairs_per_node,
        random_share=random_share,
        is_by_chance=is_by_chance,
    )


def _plain(neighbors: PairNeighbors, density: float) -> SelfCalibration:
    """Scores as they are, of pairs that were listed by chance."""
    n_seen = int(np.count_nonzero(neighbors.count))
    return SelfCalibration(0.0, 1.0, 0.0, density, n_seen, is_by_chance=True, is_plain=True)


def _of_linked(pairs: SampledPairs, is_confident: Bools, neighbors: PairNeighbors) -> SelfCalibration:
    """Of linked tables; scores as they are if records have several partners. Half the pairs of an entity are not
    compared, then, as they are within a table.
    """
    n_seen = int(np.count_nonzero(neighbors.count))
    found = fit_one_partner(pairs, is_confident)
    if found is None:
        per_node = _pairs_per_node(neighbors.count[is_confident])
        return SelfCalibration(0.0, 1.0, sigmoid(FALSE), CLOSURE / 2.0, n_seen, pairs_per_node=per_node, is_linked=True)
    curve = found.curve
    return SelfCalibration(
        curve.shift, curve.slope, curve.false_share, CLOSURE, n_seen, is_linked=True, lone=found.lone
    )


def _alone_share(weights: Floats, has_neighbors: Bools) -> float:
    """The share of pairs without neighbors."""
    alone = float(weights[~has_neighbors].sum())
    return (alone + _ALONE_PAIRS) / (float(weights.sum()) + 2.0 * _ALONE_PAIRS)


def _beyond(odds: Floats, share: float) -> Floats:
    """How probable wrong pairs are such that no score shows, if that is a share of all pairs with high scores."""
    beyond: Floats = 1.0 / (1.0 + np.exp(-odds - math.log(share)))
    return beyond


def _pairs_per_node(count: Ints) -> float:
    """The mean degree of nodes, from confident pairs whose ends have ``count + 2`` pairs together.

    A node of degree ``d`` is in ``d`` of the pairs, so each of its ends stands for ``1 / d`` of a node.
    """
    return len(count) / float((2.0 / (count + 2)).sum()) if len(count) else 1.0


def _fit_link(
    start: tuple[float, float], shown: Floats, linked: Floats, unlinked: Floats, growth: float
) -> tuple[float, float]:
    from scipy.optimize import minimize

    def cost(at: Floats) -> float:
        odds = at[0] + at[1] * shown
        loss = linked @ np.logaddexp(0.0, -odds) + unlinked @ np.logaddexp(0.0, odds)
        belief = CLOSURE * np.logaddexp(0.0, -at[0]) + (1.0 - CLOSURE) * np.logaddexp(0.0, at[0])
        return float(loss + _CLOSURE_PAIRS * belief + 0.5 * (at[1] / growth) ** 2)

    found = minimize(cost, start, method="L-BFGS-B", bounds=((-7.0, 7.0), (0.0, 2.0))).x
    return float(found[0]), float(found[1])


def _logit(p: float) -> float:
    return math.log(p / (1.0 - p))
