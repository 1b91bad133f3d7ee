"""Time limits in CPU seconds of the process, for machines that others use, too.

A small library that is loaded before the C library answers every question for the monotonic clock with the CPU time of
the process. So a limit of 3 s is one of 3 CPU seconds, whatever else the machine does. Linux with a C compiler only.
"""

from __future__ import annotations

import os
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_SOURCE = """
#define _GNU_SOURCE
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

int clock_gettime(clockid_t clock, struct timespec* time) {
    return (int)syscall(SYS_clock_gettime, clock == CLOCK_MONOTONIC ? CLOCK_PROCESS_CPUTIME_ID : clock, time);
}
"""


@contextmanager
def limits_in_cpu_seconds() -> Iterator[None]:
    """For all processes that are started inside a ``with`` block."""
    with tempfile.TemporaryDirectory(prefix="frenemy-clock-") as folder:
        source, library = Path(folder, "clock.c"), Path(folder, "clock.so")
        source.write_text(_SOURCE, encoding="utf-8")
        subprocess.run(["cc", "-shared", "-fPIC", "-O2", "-o", str(library), str(source)], check=True)
        before = os.environ.get("LD_PRELOAD")
        os.environ["LD_PRELOAD"] = str(library)
        try:
            yield
        finally:
            if before is None:
                del os.environ["LD_PRELOAD"]
            else:
                os.environ["LD_PRELOAD"] = before
