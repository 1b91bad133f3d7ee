"""The memory of this process and all its children, and the size of a folder, at their highest."""

from __future__ import annotations

import os
import threading
from pathlib import Path


class TreeMemory:
    """Looks a few times a second, while it is entered.

    Attributes
    ----------
    peak_mb : float
        Private memory of all processes together; pages of files that several have mapped are not in it.
    folder_mb : float
    """

    peak_mb = 0.0
    folder_mb = 0.0

    def __init__(self, folder: str) -> None:
        self._folder = folder
        self._is_done = threading.Event()
        self._thread = threading.Thread(target=self._look, daemon=True)

    def __enter__(self) -> TreeMemory:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def stop(self) -> None:
        self._is_done.set()
        if self._thread.is_alive():
            self._thread.join()

    def _look(self) -> None:
        import psutil

        own = psutil.Process()
        while not self._is_done.wait(0.3):
            total = 0
            for process in (own, *own.children(recursive=True)):
                try:
                    total += process.memory_full_info().uss
                except psutil.Error:
                    continue
            self.peak_mb = max(self.peak_mb, total / 1e6)
            self.folder_mb = max(self.folder_mb, _size(self._folder) / 1e6)


def _size(folder: str) -> int:
    total = 0
    for file in Path(folder).rglob("*"):
        try:
            total += os.stat(file).st_size
        except OSError:
            continue
    return total
