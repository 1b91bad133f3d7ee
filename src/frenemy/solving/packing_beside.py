"""A packing of conflicts in a thread beside a solve, so that the machine has work where the solver is sequential."""

from __future__ import annotations

import threading
from collections.abc import Sequence

from frenemy.bounds import Bounding
from frenemy.run import Progress, Run, Status

_SECONDS_BETWEEN_LOOKS = 0.05  # at the run that waits, which may be cancelled


class PackingBeside:
    """Packs up to each number of visits in turn, without knowing any energy. It begins at once.

    Nothing else may use ``bounding`` before :meth:`step` has returned the last step, or :meth:`end`.
    """

    def __init__(self, bounding: Bounding, visits: Sequence[int]) -> None:
        self._bounding = bounding
        self._visits = visits
        self._run = Run(on_round=self._round_done)
        self._found: list[float] = []  # bounds after the rounds of the current step
        self._steps: list[list[float]] = []
        self._is_done = [threading.Event() for _ in visits]
        self._error: BaseException | None = None
        self._thread = threading.Thread(target=self._pack, name="frenemy bound", daemon=True)
        self._thread.start()

    def step(self, k: int, run: Run) -> list[float]:
        """The bounds after the rounds of step ``k``; none if ``run`` is cancelled while this waits for them."""
        while not self._is_done[k].wait(_SECONDS_BETWEEN_LOOKS):
            if run.is_stopped and run.status is Status.CANCELLED:
                self.end()
                return []
        if self._error is not None:
            raise self._error
        return self._steps[k] if k < len(self._steps) else []

    def end(self) -> None:
        """Stop packing, soon, and wait for it."""
        self._run.cancel()
        self._thread.join()

    def _pack(self) -> None:
        try:
            for n_visits, is_done in zip(self._visits, self._is_done, strict=True):
                self._found = []
                self._bounding.pack(self._run, max_visits=n_visits)
                self._steps.append(self._found)
                is_done.set()
        except BaseException as error:  # raised where the result is asked for
            self._error = error
        finally:
            for is_done in self._is_done:
                is_done.set()

    def _round_done(self, progress: Progress) -> None:
        self._found.append(self._bounding.bound_of(progress).bound)
