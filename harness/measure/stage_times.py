"""Wall-clock and CPU time of each stage of a run."""

from __future__ import annotations

import time


class StageTimes:
    """A callback for the beginning of each stage; work before the first is preparation."""

    def __init__(self) -> None:
        self.wall: dict[str, float] = {}
        self.cpu: dict[str, float] = {}
        self._name, self._wall, self._cpu = "prepare", time.perf_counter(), time.process_time()

    def __call__(self, name: str, done: float) -> None:  # noqa: ARG002
        if name == self._name:
            return
        wall, cpu = time.perf_counter(), time.process_time()
        self.wall[self._name] = self.wall.get(self._name, 0.0) + wall - self._wall
        self.cpu[self._name] = self.cpu.get(self._name, 0.0) + cpu - self._cpu
        self._name, self._wall, self._cpu = name, wall, cpu
