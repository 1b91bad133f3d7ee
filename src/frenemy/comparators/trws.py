"""Sequential tree-reweighted message passing."""

from __future__ import annotations

from dataclasses import dataclass

from frenemy.comparators.message_passing import check_parameters, cluster_by_messages
from frenemy.problem import Labels, Problem
from frenemy.run import Run


@dataclass(frozen=True)
class TRWS:
    """Sequential tree-reweighted message passing (TRW-S), with more labels than clusters are expected.

    Clustering is labelling here: a pair with two labels costs its weight, and labels that no node takes are empty
    clusters. A round passes messages along chains of nodes to the first and back; on the way back every node in turn
    takes the label that is best given those of earlier nodes and the messages of later ones. The best labels of all
    rounds and of the start are the answer. A round takes time in proportion to attracting pairs times labels, and to
    repelling pairs.

    Labels mean nothing by themselves, so that without ``noise`` every message stays zero: one round is made, which is
    greedy, and the bound is the weight of all that repels. With noise the messages differ, but the bound never gets
    above that. On trees the answer is the best there is, if there are 2 labels or more. Choose it to compare with.

    Kolmogorov, "Convergent tree-reweighted message passing for energy minimization" (PAMI 2006), figure 3 and
    section 5.

    Attributes
    ----------
    n_labels : int
        How many labels there are: no fewer than clusters are expected. More than nodes are of no use.
    noise : float
        Standard deviation of random costs that tell the labels apart, in units of the mean weight without signs.
    n_rounds : int
        The most rounds; it ends before if nothing changes any more. The status is ``CONVERGED`` either way, as for
        any solver that ends by itself: only with fewer rounds than these in the history has it settled for sure.
    most_pairs : int
        Refuse problems with more pairs; with ``missing``, all pairs count. A pair that attracts takes 8 bytes for each
        label.

    See Also
    --------
    minimize_potts : the same with costs for labels that mean something.

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
    most_pairs: int = 2_000_000

    def __post_init__(self) -> None:
        check_parameters(self.n_labels, self.noise, self.n_rounds, self.most_pairs)

    def __call__(self, problem: Problem, start: Labels, run: Run) -> Labels:
        return cluster_by_messages(
            problem,
            start,
            run,
            is_reweighted=True,
            n_labels=self.n_labels,
            noise=self.noise,
            n_rounds=self.n_rounds,
            most_pairs=self.most_pairs,
        )
