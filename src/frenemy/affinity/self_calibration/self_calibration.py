"""How scores become weights of pairs, compared or not; found from the pairs alone by :mod:`self_calibrate`."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from frenemy import _core
from frenemy.affinity.self_calibration.confident_pairs import ConfidentPairs, confident_pairs
from frenemy.affinity.self_calibration.linked_tables import less_rivals, rival_odds
from frenemy.affinity.self_calibration.open_pairs import OpenCounts
from frenemy.problem.array_types import Floats, Ints32
from frenemy.problem.checked_arrays import numbers
from frenemy.problem.renamed_parameters import renamed_parameters

CONFIDENT = 1.0  # nats, above which a pair links its ends
_AGAINST = 1.6  # nats, about log(5): default of max_against


@renamed_parameters(most_against="max_against")
@dataclass(frozen=True)
class SelfCalibration:
    """How scores become weights.

    Attributes
    ----------
    shift, slope : float
        The log-odds of a pair with score ``s`` are ``shift + slope * s``, apart from false confident pairs.
    false_share : float
        The share of confident pairs that are wrong; it limits the weight of any score.
    closure : float
        Probability that a true pair is listed, if other pairs imply it; a low estimate.
    n_seen : int
        Number of sampled pairs that have neighbors.
    max_against : float
        Largest weight, in nats, of one pair against its ends being together, if a node has one pair.
    pairs_per_node : float
        Mean number of confident pairs of the nodes that have any.
    random_share : float
        The share of confident pairs that are wrong and lie between random nodes, a part of ``false_share``.
    is_by_chance : bool
        True: pairs were listed whether or not they are true, and ``closure`` is the share of all pairs that is listed.
    is_plain : bool
        True: third nodes cannot calibrate the scores, so scores are weights as they are.
    is_linked : bool
        True: neighbors of one end are never listed with the other, as between two tables.
    lone : float, optional
        If each node has at most one partner: what is added to the log-odds, for a pair without rivals. Unlisted pairs
        then keep rivals apart, whatever they weigh.

    Examples
    --------
    >>> from frenemy.affinity.self_calibration.self_calibration import SelfCalibration
    >>> found = SelfCalibration(shift=1.0, slope=1.0, false_share=0.05, closure=0.9, n_seen=1000)
    >>> found.weights([-4.0, 0.0, 20.0]).round(2), found.missing
    (array([-1.6 ,  0.82,  2.94]), -1.6)
    >>> larger = SelfCalibration(1.0, 1.0, 0.05, 0.9, 1000, pairs_per_node=17.0)
    >>> larger.weights([-4.0, 0.0, 20.0]).round(2), larger.missing
    (array([-0.4 ,  0.82,  2.94]), -0.4)
    """

    shift: float
    slope: float
    false_share: float
    closure: float
    n_seen: int
    max_against: float = _AGAINST
    pairs_per_node: float = 1.0
    random_share: float = 0.0
    is_by_chance: bool = False
    is_plain: bool = False
    is_linked: bool = False
    lone: float | None = None

    @property
    def against_share(self) -> float:
        """How much of a pair against its ends counts, as the pairs of one node are not independent."""
        return 1.0 / math.sqrt(max(self.pairs_per_node - 1.0, 1.0))

    @property
    def lowest(self) -> float:
        """The lowest weight of any pair."""
        if self.counts_rivals:
            return self.missing
        return -self.max_against * self.against_share

    @property
    def counts_open(self) -> bool:
        """Whether pairs that no third node confirms are limited."""
        return not (self.is_plain or self.is_linked)

    @property
    def counts_rivals(self) -> bool:
        """Whether pairs of one node count against each other."""
        return self.lone is not None

    @property
    def alike_share(self) -> float:
        """The share of wrong pairs among the confident pairs that are not between random nodes."""
        return (self.false_share - self.random_share) / (1.0 - self.random_share)

    def pair_weights(self, u: Ints32, v: Ints32, scores: npt.ArrayLike, /, *, n_nodes: int) -> Floats:
        """Log-odds in nats, from the scores and the other pairs of the ends.

        Pairs that a third node confirms are not limited by the pairs between random nodes. An open pair weighs at most
        the log-odds of open pairs whose ends have as many partners. Where these are positive, they hold although no
        partner is linked to the other end, and what unlisted pairs count against it is added, so that it does not count
        twice.

        Parameters
        ----------
        u, v : (n_pairs,) int32
            All pairs, each once.
        scores : (n_pairs,) float

        Examples
        --------
        Among so few pairs, none is counted as wrong:

        >>> import numpy as np
        >>> from frenemy.affinity.self_calibration.self_calibration import SelfCalibration
        >>> found = SelfCalibration(0.0, 1.0, false_share=0.05, closure=0.9, n_seen=1000, random_share=0.049)
        >>> u, v = np.array([0, 1, 0, 2], np.int32), np.array([1, 2, 2, 3], np.int32)  # a triangle and a tail
        >>> found.pair_weights(u, v, [9.0, 9.0, 9.0, 9.0], n_nodes=4).round(1)
        array([6.7, 6.7, 6.7, 6.7])
        """
        scores = numbers(scores, "scores")
        found = self.confident_pairs(u, v, scores)
        return self.limited(found, found.counts(), n_nodes=n_nodes)

    def confident_pairs(self, u: Ints32, v: Ints32, scores: npt.ArrayLike, /) -> ConfidentPairs:
        """The weights by the scores of pairs that a third node confirms, and which confident pairs none confirms.

        Parameters
        ----------
        u, v : (n_pairs,) int32
            Each pair once, and all confident pairs of their nodes; where rivals count, whole components.
        scores : (n_pairs,) float
        """
        weights = self.confirmed.weights(scores)
        if self.counts_rivals:
            nodes, places = _core.dense_numbering(np.concatenate((u, v)).astype(np.int32))
            ends = places[: len(u)], places[len(u) :]
            weights = less_rivals(*ends, weights, rival_odds(*ends, weights, n_nodes=len(nodes)))
        return confident_pairs(u, v, weights, above=CONFIDENT)

    def limited(self, pairs: ConfidentPairs, counts: OpenCounts, *, n_nodes: float) -> Floats:
        """The weights of :meth:`pair_weights`, given the counts in all pairs of all ``n_nodes``."""
        if not self.counts_open:
            return pairs.weights
        weights = pairs.weights.copy()
        found = counts.wrong_pairs(n_nodes=n_nodes, linked=self.closure)
        partners = pairs.partners[pairs.is_open]
        odds = found.log_odds(partners)
        counted = np.where(odds > 0.0, np.sqrt(partners.sum(axis=1)) * abs(self.missing), 0.0)
        at = pairs.at[pairs.is_open]
        weights[at] = np.minimum(weights[at], odds + counted)
        return weights

    @property
    def confirmed(self) -> SelfCalibration:
        """The same for pairs that a third node confirms: none of them is between random nodes."""
        return replace(self, false_share=self.alike_share, random_share=0.0)

    def weights(self, scores: npt.ArrayLike) -> Floats:
        """Log-odds in nats, from the scores alone."""
        if self.is_plain:
            return np.asarray(scores, np.float64)
        by_score = self._by_score(np.asarray(scores, np.float64)) + (self.lone or 0.0)
        weights: Floats = np.maximum(by_score, self.lowest)
        return weights

    def _by_score(self, scores: Floats) -> Floats:
        odds = self.shift + self.slope * scores
        # log p - log(1 - p) with p = (1 - f) * sigmoid(odds), accurate for p near 0 and 1
        right = math.log1p(-self.false_share) - np.logaddexp(0.0, -odds)
        if self.false_share == 0.0:
            return odds
        wrong = np.logaddexp(math.log(self.false_share), math.log1p(-self.false_share) - np.logaddexp(0.0, odds))
        by_score: Floats = right - wrong
        return by_score

    @property
    def missing(self) -> float:
        """The weight of an unlisted pair: true pairs are rarely unlisted, unless pairs were listed by chance.

        Where each node has at most one partner, no two pairs of a node together outweigh it.
        """
        if self.lone is not None:
            return -self.lone - math.log((1.0 - self.false_share) / self.false_share)
        if self.is_by_chance:
            return 0.0
        return max(math.log1p(-self.closure), -self.max_against) * self.against_share
