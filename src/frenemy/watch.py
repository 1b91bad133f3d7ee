"""The rounds of a task, told as rounds of the problem it stands for."""

from __future__ import annotations

import numpy as np

from frenemy.run import OnRound, Progress, Round, Run, Status, Stop
from frenemy.task import Task


class Watch:
    """Tells the rounds of a task as rounds of the whole problem, with labels that keep what must be apart.

    Keeps the limits that depend on the energy, as the solver's own differs from the user's.
    """

    def __init__(self, stop: Stop, on_round: OnRound | None) -> None:
        self.stop = stop
        self.on_round = on_round
        self.history: list[Round] = []
        self.status: Status | None = None
        self._best = np.inf
        self._n_stale = 0

    def run(self, seed: int, threads: int) -> Run:
        """A run that tells its rounds to this watch."""
        limits = Stop(seconds=self.stop.seconds, rounds=self.stop.rounds)
        self._run = Run(limits, seed=seed, threads=threads, on_round=self)
        return self._run

    def follow(self, task: Task) -> None:
        """The task whose rounds are to come. Its energies lack a constant, which is summed up if someone needs it."""
        self._task = task
        is_asked = self.on_round is not None or self.stop.target is not None
        self._unseen = task.unseen_energy() if is_asked else 0.0

    def __call__(self, progress: Progress) -> bool:
        labels = self._task.kept_apart(progress.labels)
        energy = self._task.energy(labels)
        n_clusters = int(labels.max(initial=-1)) + 1 + self._task.n_other_clusters
        seconds = self._run.seconds
        self.history.append(Round(seconds, energy, n_clusters))
        self._n_stale = 0 if energy < self._best else self._n_stale + 1
        self._best = min(self._best, energy)
        if self.on_round is not None:
            whole = self._task.lift(labels)
            told = Progress(len(self.history), seconds, energy + self._unseen, n_clusters, whole)
            if self.on_round(told) is True:
                self.status = Status.CANCELLED
        if self.status is None and self.stop.target is not None and self._best + self._unseen <= self.stop.target:
            self.status = Status.TARGET_REACHED
        if self.status is None and self.stop.stall is not None and self._n_stale >= self.stop.stall:
            self.status = Status.STALLED
        return self.status is not None
