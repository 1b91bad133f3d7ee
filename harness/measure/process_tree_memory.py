"""Peak memory of this process and its children, and peak size of a folder."""

from __future__ import annotations

import os
import threading
from pathlib import Path


class TreeMemory:
    """Samples a few times per second inside a ``with`` block.

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
        self._since = (0.0, 0.0)
        self._lock = threading.Lock()
        self._is_done = threading.Event()
        self._thread = threading.Thread(target=self._sample_until_done, daemon=True)

    def __enter__(self) -> TreeMemory:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def stop(self) -> None:
        self._is_done.set()
        if self._thread.is_alive():
            self._thread.join()

    def restart(self) -> tuple[float, float]:
        """Return peak private memory and peak mapped pages since the last call, and start over."""
        self._sample()
        with self._lock:
            since, self._since = self._since, (0.0, 0.0)
        return since

    def _sample_until_done(self) -> None:
        while not self._is_done.wait(0.3):
            self._sample()
            self.folder_mb = max(self.folder_mb, _size(self._folder) / 1e6)

    def _sample(self) -> None:
        import psutil

        own = psutil.Process()
        private = mapped = 0
        for process in (own, *own.children(recursive=True)):
            try:
                info = process.memory_full_info()
            except psutil.Error:
                continue
            private += info.uss
            mapped += info.rss - info.uss
        with self._lock:
            self._since = (max(self._since[0], private / 1e6), max(self._since[1], mapped / 1e6))
            self.peak_mb = max(self.peak_mb, private / 1e6)


def _size(folder: str) -> int:
    total = 0
    for file in Path(folder).rglob("*"):
        try:
            total += os.stat(file).st_size
        except OSError:
            continue
    return total
