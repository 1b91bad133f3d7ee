"""Sequential min-sum belief propagation."""

from __future__ import annotations

from dataclasses import dataclass

from frenemy.comparators.message_passing import check_parameters, cluster_by_messages
from frenemy.problem import Labels, Problem
from frenemy.run import Run


@dataclass(frozen=True)
class BeliefPropagation:
    """Sequential min-sum belief propagation, with more labels than clusters are expected.

    As :class:`TRWS`, in the same order of nodes and with the same way to labels, but every node tells each neighbour
    all that it heard from the others instead of a share. There is no bound, and no promise that messages ever settle.
    Without ``noise`` every message stays zero, and the answer is that of TRW-S. Choose it to compare with.

    Pearl, "Probabilistic reasoning in intelligent systems" (1988); the schedule is that of Kolmogorov, "Convergent
    tree-reweighted message passing for energy minimization" (PAMI 2006), with every share 1.

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
    >>> triangle = fr.Problem.from_edges([0, 1, 0], [1, 2, 2], [1.0, 1.0, -3.0])
    >>> fr.solve(triangle, fr.comparators.BeliefPropagation(noise=0.1)).energy
    -2.0
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
            is_reweighted=False,
            n_labels=self.n_labels,
            noise=self.noise,
            n_rounds=self.n_rounds,
            most_pairs=self.most_pairs,
        )
