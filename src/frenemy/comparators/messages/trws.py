"""Sequential tree-reweighted message passing."""

from __future__ import annotations

from dataclasses import dataclass

from frenemy.comparators.messages.message_passing import check_parameters, cluster_by_messages
from frenemy.problem import Labels, Problem
from frenemy.problem.renamed_parameters import renamed_parameters
from frenemy.run import Run


@renamed_parameters(most_pairs="max_pairs")
@dataclass(frozen=True)
class TRWS:
    """Sequential tree-reweighted message passing (TRW-S), with more labels than expected clusters.

    Treats clustering as labelling with a Potts energy: a pair with two labels costs its weight, and unused labels are
    empty clusters. A round is a backward and a forward pass over the nodes; in the forward pass, every node takes the
    best label given the labels of earlier nodes and the messages of later ones. The result is the best labelling of all
    rounds and the start. The time of a round is proportional to the attracting pairs times the labels, plus the
    repelling pairs.

    The labels are interchangeable, so without ``noise`` every message stays zero: there is one greedy round, and the
    lower bound is the total repelling weight. With noise the messages differ, but the bound never exceeds that value.
    On trees the result is optimal with at least 2 labels. Choose it as a baseline.

    Kolmogorov, "Convergent tree-reweighted message passing for energy minimization" (PAMI 2006), figure 3 and
    section 5.

    Attributes
    ----------
    n_labels : int
        Number of labels: at least the expected number of clusters; capped at the number of nodes.
    noise : float
        Standard deviation of random label costs, which break the symmetry of the labels, in units of the mean absolute
        weight.
    n_rounds : int
        Maximum number of rounds; it ends earlier if nothing changes. The status is ``CONVERGED`` either way, as for any
        solver that ends by itself: it has converged for certain only if the history has fewer rounds.
    max_pairs : int
        Refuse problems with more pairs; with ``missing``, all pairs count. An attracting pair takes 8 bytes per label.

    See Also
    --------
    minimize_potts : the same with given costs of labels.

    Examples
    --------
    >>> import frenemy as fr
    >>> path = fr.Problem.from_edges([0, 1, 2], [1, 2, 3], [1.0, -2.0, 1.0])
    >>> fr.solve(path, fr.comparators.TRWS(n_labels=3)).labels
    array([0, 0, 1, 1], dtype=int32)
    """

    n_labels: int = 30
    noise: float = 0.0
    n_rounds: int = 100
    max_pairs: int = 2_000_000

    def __post_init__(self) -> None:
        check_parameters(self.n_labels, self.noise, self.n_rounds, self.max_pairs)

    def __call__(self, problem: Problem, start: Labels, run: Run) -> Labels:
        return cluster_by_messages(
            problem,
            start,
            run,
            is_reweighted=True,
            n_labels=self.n_labels,
            noise=self.noise,
            n_rounds=self.n_rounds,
            max_pairs=self.max_pairs,
        )
