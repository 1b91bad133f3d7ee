"""Processes that a run of the tests began and left behind, their children included."""

import os
import signal
import time
from pathlib import Path

#: Every process that a run begins inherits this from it.
NAME = "FRENEMY_TEST_RUN"
#: Helpers of Python itself. They end with the process that started them: without xdist, with this one.
ENDS_WITH_PARENT = ("multiprocessing.resource_tracker", "multiprocessing.forkserver")


def processes_of(run: str) -> dict[int, str]:
    """Number and command of all running processes of a run but this one; none where there is no /proc."""
    mark = f"{NAME}={run}".encode()
    found = {}
    for folder in Path("/proc").glob("[0-9]*"):
        pid = int(folder.name)
        try:
            if pid != os.getpid() and mark in (folder / "environ").read_bytes().split(b"\0"):
                command = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace").strip()
                if not any(name in command for name in ENDS_WITH_PARENT):
                    found[pid] = command
        except OSError:  # it has ended, or is another user's
            continue
    return found


def end_what_is_left(run: str, *, seconds: float) -> dict[int, str]:
    """Wait so long for the processes of a run to end, then kill them; return those that had to be killed."""
    end = time.monotonic() + seconds
    while (left := processes_of(run)) and time.monotonic() < end:
        time.sleep(0.1)
    for pid in left:
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            continue
    return left
