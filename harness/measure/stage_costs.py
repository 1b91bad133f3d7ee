"""Costs of each stage of a run: time, bytes read and written, memory."""

from __future__ import annotations

import os
import re
import time
from pathlib import Path
from typing import Any

from harness.measure.process_tree_memory import TreeMemory


class StageCosts:
    """A callback for the beginning of each stage. Work before the first is preparation; rounds of a stage are summed.

    All work must happen in this process: bytes that children read are not counted. Mapped files are not in ``read_mb``
    but in ``mapped_mb``: their pages in memory at the same time.

    Attributes
    ----------
    rows : list of dict
        In order: ``stage``, ``wall``, ``cpu``, ``read_mb``, ``written_mb`` (sizes of the files that are new in the
        folder), ``held_mb`` (private memory) and ``mapped_mb``, both at their highest.
    """

    def __init__(self, folder: str, tree: TreeMemory) -> None:
        self.rows: list[dict[str, Any]] = []
        self._folder, self._tree = folder, tree
        self._begin("prepare")

    def __call__(self, name: str, done: float) -> None:  # noqa: ARG002
        stage = re.sub(r" \d+(-\d+)*", "", name)
        if stage != self._stage:
            self._end()
            self._begin(stage)

    @property
    def wall(self) -> dict[str, float]:
        """Seconds of each stage."""
        return {row["stage"]: row["wall"] for row in self.rows}

    def _begin(self, stage: str) -> None:
        self._stage = stage
        self._files = _files(self._folder)
        self._tree.restart()
        self._counts = _counts()

    def _end(self) -> None:
        counts = _counts()
        held, mapped = self._tree.restart()
        files = _files(self._folder)
        new = sum(size for file, (size, _) in files.items() if self._files.get(file) != files[file])
        spent = {name: counts[name] - self._counts[name] for name in counts}
        known = next((row for row in self.rows if row["stage"] == self._stage), None)
        if known is None:
            known = {"stage": self._stage} | dict.fromkeys((*spent, "written_mb", "held_mb", "mapped_mb"), 0.0)
            self.rows.append(known)
        for name, more in {**spent, "written_mb": new / 1e6}.items():
            known[name] += more
        known["held_mb"], known["mapped_mb"] = max(known["held_mb"], held), max(known["mapped_mb"], mapped)


def _counts() -> dict[str, float]:
    try:
        io = dict(line.split(": ") for line in Path("/proc/self/io").read_text().splitlines())
    except OSError:  # only Linux has it
        io = {}
    return {"wall": time.perf_counter(), "cpu": sum(os.times()[:4]), "read_mb": int(io.get("rchar", 0)) / 1e6}


def _files(folder: str) -> dict[str, tuple[int, int]]:
    """Size and inode of each file."""
    found = {}
    for file in Path(folder).rglob("*"):
        try:
            status = os.stat(file)
        except OSError:
            continue
        if file.is_file():
            found[str(file)] = (status.st_size, status.st_ino)
    return found
