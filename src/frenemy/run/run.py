"""The clock, random numbers and log of one solve."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from frenemy import _core
from frenemy._core import Status
from frenemy.problem import Labels, Problem
from frenemy.problem.checked_arrays import shown, thread_count, whole_number, whole_numbers
from frenemy.run.progress import BoundRound, OnBound, OnKernel, OnRound, Progress, Round
from frenemy.run.stop import Stop


class Run:
    """The clock, random numbers and log of one solve. It holds no settings of any algorithm.

    A solver written in Python checks :meth:`expired` now and then, calls :meth:`round_done` once a round, and returns
    its best labels as soon as either is true. Random numbers come from :meth:`rng`.
    """

    def __init__(
        self,
        stop: Stop | None = None,
        *,
        seed: int = 0,
        threads: int = 1,
        on_round: OnRound | None = None,
        on_kernel: OnKernel | None = None,
    ) -> None:
        stop = stop or Stop()
        core = _core.Run(
            None if stop.seconds is None else float(stop.seconds),
            None if stop.rounds is None else int(stop.rounds),
            None if stop.stall is None else int(stop.stall),
            None if stop.target is None else float(stop.target),
            whole_number(seed, "seed", maximum=2**64 - 1),
            thread_count(threads),
            None if on_round is None else _core_callback(on_round),
        )
        self._begin(core, stop, None, on_kernel)

    def _begin(self, core: _core.Run, stop: Stop, on_bound: OnBound | None, on_kernel: OnKernel | None) -> None:
        self.core = core
        self.stop = stop
        self.bounds: list[BoundRound] = []
        self._on_bound = on_bound
        self._on_kernel = on_kernel

    def expired(self) -> bool:
        """Whether to stop now: out of time, cancelled, or another limit reached."""
        return self.core.expired()

    def round_done(self, energy: float, labels: Labels) -> bool:
        """End a round with its energy and labels ``0..k-1``; returns whether to stop."""
        checked = whole_numbers(np.asarray(labels), "labels of a round", "node")
        if checked.ndim != 1 or (checked.size and not 0 <= checked.min() <= checked.max() < checked.size):
            raise ValueError(f"labels of a round must be 0..k-1, one per node, got {shown(labels)}")
        n_clusters = int(checked.max(initial=-1)) + 1
        return self.core.round_done(float(energy), n_clusters, np.ascontiguousarray(checked, np.int32))

    def bound_found(self, bound: float) -> None:
        """Report a lower bound on the energy of the problem being solved; the highest one counts."""
        if bound > self.lower_bound:
            self.bounds.append(BoundRound(self.seconds, bound))
            if self._on_bound is not None:
                self._on_bound(bound)

    @property
    def lower_bound(self) -> float:
        """The highest bound found so far; minus infinity if there is none."""
        return self.bounds[-1].bound if self.bounds else -math.inf

    def kernel_found(self, problem: Problem, offset: float) -> None:
        """Report a smaller problem; its lower bounds plus ``offset`` are lower bounds of the problem being solved."""
        if self._on_kernel is not None:
            self._on_kernel(problem, offset)

    def inner(
        self,
        on_round: OnRound,
        *,
        stop: Stop | None = None,
        on_bound: OnBound | None = None,
        on_kernel: OnKernel | None = None,
    ) -> Run:
        """A run inside this one, for a solver on a smaller problem or for a share of the time.

        It has the same clock, seed and threads, and stops when this one does or when ``stop`` says so; the seconds of
        ``stop`` count from now. This run does not see the inner rounds, bounds and kernels. To pass a round on,
        ``on_round`` calls :meth:`round_done` with labels of the whole problem and returns its answer.
        """
        run = Run.__new__(Run)
        limits = stop or Stop()
        core = _core.Run.inside(
            self.core,
            None if limits.seconds is None else float(limits.seconds),
            None if limits.rounds is None else int(limits.rounds),
            _core_callback(on_round),
        )
        run._begin(core, stop or self.stop, on_bound, on_kernel)
        return run

    def cancel(self) -> None:
        """Stop as soon as possible; may be called from another thread."""
        self.core.cancel()

    def rng(self) -> np.random.Generator:
        """A generator that depends on the seed alone; the same at every call."""
        return np.random.default_rng(np.random.SeedSequence(self.seed))

    @property
    def status(self) -> Status:
        return self.core.status

    @property
    def is_stopped(self) -> bool:
        return self.core.is_stopped

    @property
    def history(self) -> tuple[Round, ...]:
        return tuple(Round(*row) for row in self.core.history)

    @property
    def seconds(self) -> float:
        """Time since the run was made."""
        return self.core.seconds

    @property
    def seed(self) -> int:
        return self.core.seed

    @property
    def threads(self) -> int:
        return self.core.threads


def _core_callback(on_round: OnRound) -> Callable[[int, float, float, int, Labels], bool]:
    def report(round: int, seconds: float, energy: float, n_clusters: int, labels: Labels) -> bool:
        return on_round(Progress(round, seconds, energy, n_clusters, labels)) is True

    return report
