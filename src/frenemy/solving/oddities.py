"""What looks odd about a problem or its clusters: most often, weights that are something else."""

from __future__ import annotations

import numpy as np

from frenemy.problem import Labels, Problem
from frenemy.problem.array_types import Floats, Ints

_MIN_NODES, _MIN_PAIRS = 4, 3  # of fewer, anything is ordinary
_MIN_NODES_OF_A_GIANT = 20
_GIANT_SHARE = 0.95  # of the nodes, in one cluster
_MANY_PAIRS = 0.5  # of all pairs: matrices of distances have all of them
_N_TRIANGLES = 2000
_MAX_BROKEN = 0.01  # of the triangles: distances that are rounded or not quite a metric
_MIN_SPREAD = 2.0  # the largest distance by a small one

_CONVERT = (
    "make signed weights of scores or probabilities with frenemy.affinity.log_odds(p), or give a table of scored pairs "
    "to frenemy.cluster_table"
)
_COMMUNITIES = "for the communities of a graph without signs, use frenemy.Problem.from_modularity(graph)"


def oddities(problem: Problem, labels: Labels) -> tuple[str, ...]:
    """What a user should look at again, one sentence each; empty if all is ordinary.

    Parameters
    ----------
    problem : Problem
    labels : (n_nodes,) int32
        Clusters ``0..k-1``, as in a result.

    Examples
    --------
    >>> import frenemy as fr
    >>> from frenemy.solving.oddities import oddities
    >>> problem = fr.Problem.from_edges([0, 1, 2, 0], [1, 2, 3, 3], [0.9, 0.8, 0.1, 0.2])
    >>> oddities(problem, fr.solve(problem, warn=False).labels)[0][:48]
    'nothing repels: all 4 weights are between 0 and '
    """
    if problem.n_nodes < _MIN_NODES or problem.n_edges < _MIN_PAIRS:
        return ()
    u, v, w = problem.edges()
    found = [_no_pairs(problem, u), _one_sign(problem, u, v, w) or _odd_clusters(problem, labels, w)]
    return tuple(text for text in found if text)


def _no_pairs(problem: Problem, u: Labels) -> str:
    """Ids taken for numbers leave the numbers below them without pairs."""
    first = int(u.min())
    if problem.ids is not None or problem.missing or 2 * first <= problem.n_nodes:
        return ""
    return (
        f"the nodes 0 to {first - 1:,} are in no pair, so each is alone: if u and v are ids, not the numbers of nodes "
        "from 0 on, use frenemy.solve((u, v, w))"
    )


def _one_sign(problem: Problem, u: Labels, v: Labels, w: Floats) -> str:
    """Without constraints, all weights of one sign make one cluster per component, or none at all."""
    kept = problem.constraints
    least, most = float(w.min()), float(w.max())
    n_pairs = f"all {len(w):,} weights are"
    if least >= 0 < most and problem.missing >= 0 and not (kept and kept.apart):
        if _are_distances(problem.n_nodes, u, v, w):
            return (
                f"nothing repels: {n_pairs} at least 0, and they look like distances, where a small number means "
                "alike; here, a large number means together. Make weights of distances with "
                "frenemy.CorrelationClustering(affinity='precomputed_distance'), or subtract them from the "
                "distance at which a pair is as likely together as apart"
            )
        if most <= 1:
            if least == most:
                return f"nothing repels: {n_pairs} {most:g}, so all that is connected is together; {_COMMUNITIES}"
            return f"nothing repels: {n_pairs} between 0 and 1, as scores and probabilities are; {_CONVERT}"
        return (
            f"nothing repels: {n_pairs} at least 0, so everything that is connected is one cluster. Pairs that are "
            f"more likely apart need weights below 0; {_CONVERT}; {_COMMUNITIES}"
        )
    if most <= 0 > least and problem.missing <= 0 and not (kept and len(kept.links)):
        return (
            f"nothing attracts: {n_pairs} at most 0, so every node is alone; pairs that belong together need weights "
            "above 0"
        )
    return ""


def _odd_clusters(problem: Problem, labels: Labels, w: Floats) -> str:
    sizes = np.bincount(labels)
    largest = int(sizes.max())
    if largest == 1 and problem.constraints is None:
        return (
            f"every node is alone, although {int((w > 0).sum()):,} pairs attract: the solve may have ended too early; "
            "give it more time, or another start"
        )
    if len(labels) >= _MIN_NODES_OF_A_GIANT and largest >= _GIANT_SHARE * len(labels):
        return (
            f"one cluster holds {largest:,} of {len(labels):,} nodes, and {(w > 0).mean():.0%} of the listed pairs "
            "attract: if you expect more clusters, the weights may be too high (subtract a number from all of them, or "
            "make unlisted pairs repel with missing=), or the solve has ended too early"
        )
    return ""


def _are_distances(n_nodes: int, u: Labels, v: Labels, w: Floats) -> bool:
    """Whether weights of nearly all pairs keep the triangle inequality, as distances do and scores do not.

    Of two that are alike and a third that is not, the score of the two is above the sum of the others.
    """
    if len(w) < _MANY_PAIRS * n_nodes * (n_nodes - 1) / 2 or w.max() < _MIN_SPREAD * np.quantile(w, 0.1):
        return False
    triangles = np.random.default_rng(0).integers(0, n_nodes, (_N_TRIANGLES, 3))
    triangles = np.sort(triangles[(np.diff(np.sort(triangles, axis=1), axis=1) > 0).all(axis=1)], axis=1)
    keys = u.astype(np.int64) * n_nodes + v
    ends = ((0, 1), (0, 2), (1, 2))
    places = [_places(keys, triangles[:, i] * np.int64(n_nodes) + triangles[:, j]) for i, j in ends]
    is_listed = np.all([place >= 0 for place in places], axis=0)
    sides = np.sort([w[place[is_listed]] for place in places], axis=0)
    if not sides.shape[1]:
        return False
    is_broken = sides[2] > (1 + 1e-9) * (sides[0] + sides[1])
    return float(is_broken.mean()) <= _MAX_BROKEN


def _places(keys: Ints, wanted: Ints) -> Ints:
    """Where each wanted key is among the sorted ones; -1 where it is not."""
    place = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
    return np.where(keys[place] == wanted, place, -1)
