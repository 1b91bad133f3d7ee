"""When a solve stops, why it stopped, and what it tells on the way."""

from __future__ import annotations

import math
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType
from typing import NamedTuple

import numpy as np

from frenemy import _core
from frenemy._core import Status as Status
from frenemy.problem import Labels, Problem


@dataclass(frozen=True)
class Stop:
    """Limits of a solve; the first to come ends it. Reaching one is a result, not an error.

    Attributes
    ----------
    seconds : float, optional
        Wall-clock time.
    rounds : int, optional
        Full passes of the solver.
    stall : int, optional
        Rounds in a row that bring no lower energy.
    target : float, optional
        An energy that is good enough.
    """

    seconds: float | None = None
    rounds: int | None = None
    stall: int | None = None
    target: float | None = None

    def __post_init__(self) -> None:
        if self.seconds is not None and not self.seconds >= 0:
            raise ValueError(f"seconds must not be negative, got {self.seconds}")
        for name in ("rounds", "stall"):
            value = getattr(self, name)
            if value is not None and (int(value) != value or value < 1):
                raise ValueError(f"{name} must be a whole number of at least 1, got {value}")
        if self.target is not None and math.isnan(self.target):
            raise ValueError(f"target must be a number, got {self.target}")


class Round(NamedTuple):
    """One line of a run's history."""

    seconds: float
    energy: float
    n_clusters: int


class BoundRound(NamedTuple):
    """One line of a bound's history: no clustering has an energy below ``bound``."""

    seconds: float
    bound: float


@dataclass(frozen=True, eq=False)
class Progress:
    """What ``on_round`` is told after every round; the labels are its own copy."""

    round: int
    seconds: float
    energy: float
    n_clusters: int
    labels: Labels


OnRound = Callable[[Progress], object]


class Run:
    """The clock, dice and log of one solve. It holds no settings of any algorithm.

    A solver written in Python asks :meth:`expired` now and then, calls :meth:`round_done` once a round, and returns the
    best labels it has as soon as either says stop. Randomness comes from :meth:`rng`.
    """

    def __init__(
        self, stop: Stop | None = None, *, seed: int = 0, threads: int = 1, on_round: OnRound | None = None
    ) -> None:
        self.stop = stop = stop or Stop()
        self.bounds: list[BoundRound] = []
        self.bound_offset = 0.0
        self.kernel: tuple[Problem, float] | None = None
        if int(seed) != seed or not 0 <= seed < 2**64:
            raise ValueError(f"seed must be a whole number in 0..2**64-1, got {seed!r}")
        if int(threads) != threads or threads < 1:
            raise ValueError(f"threads must be a whole number of at least 1, got {threads!r}")

        self.core = _core.Run(
            stop.seconds,
            None if stop.rounds is None else int(stop.rounds),
            None if stop.stall is None else int(stop.stall),
            stop.target,
            int(seed),
            int(threads),
            None if on_round is None else _telling(on_round),
        )

    def expired(self) -> bool:
        """Whether to stop now: out of time, cancelled, or another limit reached."""
        return self.core.expired()

    def round_done(self, energy: float, labels: Labels) -> bool:
        """End a round with its energy and labels ``0..k-1``; returns whether to stop."""
        return self.core.round_done(energy, int(labels.max(initial=-1)) + 1, labels)

    def bound_found(self, bound: float) -> None:
        """Tell that no clustering of the problem that is being solved has an energy below this; the highest counts."""
        if bound + self.bound_offset > self.lower_bound:
            self.bounds.append(BoundRound(self.seconds, bound + self.bound_offset))

    @property
    def lower_bound(self) -> float:
        """The highest bound found so far; minus infinity if there is none."""
        return self.bounds[-1].bound if self.bounds else -math.inf

    def kernel_found(self, problem: Problem, offset: float) -> None:
        """Tell of a smaller problem, kept as ``kernel``: its lower bounds, plus the offset, are such of the problem."""
        self.kernel = problem, offset

    def inner(self, on_round: OnRound, *, stop: Stop | None = None) -> Run:
        """A run inside this one, for a solver at work on a smaller problem, or for a part of the time.

        It has the same clock, seed and threads, and stops when this one does, or when ``stop`` says so, whose seconds
        count from now. Its rounds are not told to this one: that is up to ``on_round``, which calls :meth:`round_done`
        with labels of the whole problem and returns the answer.
        """
        run = Run.__new__(Run)
        run.stop = stop or self.stop
        run.bounds, run.bound_offset, run.kernel = [], 0.0, None  # of another problem
        limits = stop or Stop()
        run.core = _core.Run.inside(
            self.core, limits.seconds, None if limits.rounds is None else int(limits.rounds), _telling(on_round)
        )
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


def _telling(on_round: OnRound) -> Callable[[int, float, float, int, Labels], bool]:
    def tell(round: int, seconds: float, energy: float, n_clusters: int, labels: Labels) -> bool:
        return on_round(Progress(round, seconds, energy, n_clusters, labels)) is True

    return tell


@contextmanager
def cancel_on_interrupt(run: Run) -> Iterator[None]:
    """Let the first Ctrl-C cancel the run instead of raising, wherever it strikes, so that nothing found is lost.

    A second one raises KeyboardInterrupt, for solvers that do not listen. Leaves handlers of the user's own alone, as
    well as threads that signals do not reach.
    """
    is_main = threading.current_thread() is threading.main_thread()
    if not is_main or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield
        return

    def cancel(number: int, frame: FrameType | None) -> None:
        if run.is_stopped:
            signal.default_int_handler(number, frame)
        run.cancel()

    signal.signal(signal.SIGINT, cancel)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)
