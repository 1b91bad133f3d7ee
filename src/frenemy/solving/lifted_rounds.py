"""Rounds of a transformed problem, reported as rounds of the user's problem."""

from __future__ import annotations

from frenemy.problem import Labels
from frenemy.run import Progress, Run
from frenemy.solvers.solver_labels import reported_labels
from frenemy.solving.transform import Transformed


class LiftedRounds:
    """The ``on_round`` of the solver's run: lifts each round and reports it to the user's run, which has the limits.

    Labels that break a constraint are repaired before they are reported. A repair may cost more than a round, so when
    nothing depends on single rounds (no ``on_round``, target or stall), a round that breaks one is skipped.

    Parameters
    ----------
    transformed : Transformed
    run : Run
        The user's.
    offset : float
        Added to energies of the transformed problem.
    is_observed : bool
        Whether the user's run has an ``on_round``, which needs lifted labels.
    """

    def __init__(self, transformed: Transformed, run: Run, offset: float, is_observed: bool) -> None:
        self._transformed = transformed
        self._run = run
        self._offset = offset
        self._is_observed = is_observed
        self._reports_all = is_observed or run.stop.target is not None or run.stop.stall is not None
        self._has_skipped = False
        self.n_rounds = 0

    def __call__(self, progress: Progress) -> bool:
        self.n_rounds += 1
        reported = reported_labels(self._transformed.problem, progress.labels)
        if not self._reports_all and not self._transformed.apart.is_kept_by(reported):
            self._has_skipped = True
            return False
        labels = self._transformed.kept_apart(reported, self._run)
        return self._report(labels, self._transformed.energy(labels))

    def catch_up(self, labels: Labels, energy: float) -> None:
        """Report the labels that the last rounds led to, if those were skipped."""
        if self._has_skipped:
            self._report(labels, energy)

    def _report(self, labels: Labels, energy: float) -> bool:
        self._has_skipped = False
        n_clusters = int(labels.max(initial=-1)) + 1 + self._transformed.n_other_clusters
        shown = self._transformed.lift(labels) if self._is_observed else labels
        return self._run.core.round_done(energy + self._offset, n_clusters, shown)
