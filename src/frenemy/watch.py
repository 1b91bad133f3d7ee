"""The rounds of a task, told as rounds of the problem it stands for."""

from __future__ import annotations

import numpy as np

from frenemy.problem import Labels, Problem
from frenemy.proof import Proof
from frenemy.run import OnRound, Progress, Round, Run, Status, Stop
from frenemy.task import Task


class Watch:
    """Tells the rounds of a task as rounds of the whole problem, with labels that keep what must be apart.

    Keeps the limits that depend on the energy, as the solver's own differs from the user's. A round whose labels join
    what must be apart is repaired if someone needs to know it, and else passed over: a repair may cost more than a
    round.
    """

    def __init__(self, stop: Stop, on_round: OnRound | None) -> None:
        self.stop = stop
        self.on_round = on_round
        self.history: list[Round] = []
        self.status: Status | None = None
        self.n_rounds = 0
        self._best = np.inf
        self._n_stale = 0
        self._proof: Proof | None = None

    def run(self, seed: int, threads: int) -> Run:
        """A run that tells its rounds to this watch."""
        limits = Stop(seconds=self.stop.seconds, rounds=self.stop.rounds)
        self._run = Run(limits, seed=seed, threads=threads, on_round=self)
        return self._run

    def follow(self, task: Task) -> None:
        """The task whose rounds are to come. Its energies lack a constant, which is summed up if someone needs it."""
        self._task = task
        is_asked = self.on_round is not None or self.stop.target is not None
        self._needs_all = is_asked or self.stop.stall is not None
        self._unseen = task.unseen_energy() if is_asked else 0.0
        self._is_behind = False

    def prove(self, problem: Problem, offset: float) -> None:
        """The problem that the solver sees from now on; its energies, plus the offset, are those of the task."""
        self._run.bound_offset = offset
        self._run.kernel = None
        self._proof = Proof(problem, self._run, self.stop.seconds)

    def prove_the_end(self, energy: float) -> None:
        """The last of the proof; ``energy`` is what the solve has come to."""
        if self._proof is not None:
            self._proof.finish(energy)

    def end(self, labels: Labels, energy: float) -> None:
        """What comes of the last rounds, if they were passed over."""
        if self._is_behind:
            self._note(labels, energy)

    def _note(self, labels: Labels, energy: float) -> Round:
        n_clusters = int(labels.max(initial=-1)) + 1 + self._task.n_other_clusters
        self.history.append(Round(self._run.seconds, energy, n_clusters))
        self._is_behind = False
        return self.history[-1]

    def __call__(self, progress: Progress) -> bool:
        self.n_rounds += 1
        if not self._needs_all and not self._task.apart.is_kept_by(progress.labels):
            self._is_behind = True
            return False
        labels = self._task.kept_apart(progress.labels, self._run)
        energy = self._task.energy(labels)
        seconds, _, n_clusters = self._note(labels, energy)
        self._n_stale = 0 if energy < self._best else self._n_stale + 1
        self._best = min(self._best, energy)
        if self.on_round is not None:
            whole = self._task.lift(labels)
            told = Progress(len(self.history), seconds, energy + self._unseen, n_clusters, whole)
            if self.on_round(told) is True:
                self.status = Status.CANCELLED
        if self.status is None and self._proof is not None and self._proof.round_done(energy, seconds):
            self.status = Status.OPTIMAL
        if self.status is None and self.stop.target is not None and self._best + self._unseen <= self.stop.target:
            self.status = Status.TARGET_REACHED
        if self.status is None and self.stop.stall is not None and self._n_stale >= self.stop.stall:
            self.status = Status.STALLED
        return self.status is not None
