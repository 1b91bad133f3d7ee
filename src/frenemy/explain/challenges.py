"""The three challenges of minimizing the energy that the paper names, measured on a problem."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from frenemy.affinity.prior.partition_counts import log_bell
from frenemy.binary import BinaryEnergy, qpbo
from frenemy.problem import Problem
from frenemy.problem.convert import as_problem
from frenemy.problem.lifted import DROP_BASE, refuse_lifted
from frenemy.run import Status, Stop
from frenemy.solvers.swap_explore import MAX_STORED_PAIRS


@dataclass(frozen=True)
class Challenges:
    """The three challenges of a problem, seen as a Potts energy.

    The third challenge is the same for every problem: no unary term guides the search, because all labels cost a node
    the same. Its effect on QPBO is measured.

    Attributes
    ----------
    n_pairs : int
        Number of pairs with a nonzero weight.
    share_non_submodular : float
        Share of these pairs that repel. A repelling pair costs less if its labels differ than if they are equal, which
        no minimum cut can represent. Without such pairs one big cluster is optimal. 0 if there are no pairs.
    log_n_labelings : float
        The logarithm of the number of partitions. The number of labels is unknown, so all partitions are candidates.
    share_unlabeled : float
        Share of the nodes that QPBO leaves unlabeled when all nodes are redistributed between two labels. Without a
        unary term every labelling costs as much as its mirror image, so no label is part of all optimal labellings. So
        this is always 1, or 0 if there are no nodes.
    share_unlabeled_weakly : float
        The same if QPBO may break ties and take labels that *some* optimal labelling has. 0 if two labels can satisfy
        all signs, near 1 if contradictions are everywhere. QPBO-I has to label the rest.
    status : Status
        ``CONVERGED``, or the limit that ended a run of QPBO early. In that case nothing was labelled, and the shares
        mean nothing.
    """

    n_pairs: int
    share_non_submodular: float
    log_n_labelings: float
    share_unlabeled: float
    share_unlabeled_weakly: float
    status: Status


def challenges(problem: Any, *, stop: Stop | None = None) -> Challenges:
    """Measure what makes the energy of a problem hard to minimize.

    QPBO gets the first binary move of :class:`frenemy.SwapExplore`: all nodes have one label, and the other label is
    empty. For a move between two clusters, use the problem on their nodes, ``problem.restrict(nodes).problem``.

    Parameters
    ----------
    problem : Problem, or whatever :func:`frenemy.as_problem` takes
        If ``missing`` is not 0, all pairs are stored; more than 20,000,000 are an error.
    stop : Stop, optional
        Limits for each of the two runs of QPBO. A run that reaches a limit labels nothing; see ``status``.

    References
    ----------
    Bagon & Galun, "Optimizing large scale correlation clustering", sections 4 and 5.

    Examples
    --------
    A triangle in which one pair repels: a minimum cut cannot represent it, and QPBO alone labels nothing.

    >>> import frenemy as fr
    >>> found = fr.challenges(fr.Problem.from_edges([0, 1, 0], [1, 2, 2], [1.0, 1.0, -1.0]))
    >>> round(found.share_non_submodular, 2), found.share_unlabeled, found.share_unlabeled_weakly
    (0.33, 1.0, 1.0)
    """
    problem = as_problem(problem)
    refuse_lifted(problem, "challenges", DROP_BASE)
    problem = _all_listed(problem)
    n = problem.n_nodes
    u, v, w = problem.edges()
    tables = np.zeros((len(w), 2, 2))
    tables[:, 0, 1] = tables[:, 1, 0] = w
    energy = BinaryEnergy(n, u=u, v=v, tables=tables)
    n_pairs = int(np.count_nonzero(w))
    surely, weakly = qpbo(energy, weak=False, stop=stop), qpbo(energy, stop=stop)
    return Challenges(
        n_pairs=n_pairs,
        share_non_submodular=int((w < 0).sum()) / max(n_pairs, 1),
        log_n_labelings=log_bell(n),
        share_unlabeled=1.0 - surely.share_labeled,
        share_unlabeled_weakly=1.0 - weakly.share_labeled,
        status=weakly.status if surely.status == Status.CONVERGED else surely.status,
    )


def _all_listed(problem: Problem) -> Problem:
    """The same problem with every pair listed that weighs anything."""
    if problem.missing == 0.0:
        return problem
    n = problem.n_nodes
    n_pairs = n * (n - 1) // 2
    if n_pairs > MAX_STORED_PAIRS:
        raise ValueError(
            f"with missing={problem.missing:g} all {n_pairs} pairs count, more than {MAX_STORED_PAIRS}; "
            "restrict the problem to fewer nodes: problem.restrict(nodes).problem"
        )
    return Problem(problem.graph.completed())
