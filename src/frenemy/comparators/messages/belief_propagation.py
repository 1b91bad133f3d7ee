"""Sequential min-sum belief propagation."""

from __future__ import annotations

from dataclasses import dataclass

from frenemy.comparators.messages.message_passing import check_parameters, cluster_by_messages
from frenemy.problem import Labels, Problem
from frenemy.problem.renamed_parameters import renamed_parameters
from frenemy.run import Run


@renamed_parameters(most_pairs="max_pairs")
@dataclass(frozen=True)
class BeliefPropagation:
    """Sequential min-sum belief propagation, with more labels than expected clusters.

    As :class:`TRWS`, with the same node order and the same decoding, but without reweighting: a message is the full sum
    of the other incoming messages. There is no lower bound, and convergence is not guaranteed. Without ``noise`` every
    message stays zero, and the result is that of TRW-S. Choose it as a baseline.

    Pearl, "Probabilistic reasoning in intelligent systems" (1988); the schedule is that of Kolmogorov, "Convergent
    tree-reweighted message passing for energy minimization" (PAMI 2006), with all weights 1.

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
    >>> triangle = fr.Problem.from_edges([0, 1, 0], [1, 2, 2], [1.0, 1.0, -3.0])
    >>> fr.solve(triangle, fr.comparators.BeliefPropagation(noise=0.1)).energy
    -2.0
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
            is_reweighted=False,
            n_labels=self.n_labels,
            noise=self.noise,
            n_rounds=self.n_rounds,
            max_pairs=self.max_pairs,
        )
