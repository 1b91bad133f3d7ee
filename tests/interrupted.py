"""A real process that gets a real Ctrl-C in the middle of its work."""

import os
import signal
import subprocess
import sys
import textwrap
import time

from slowness import SLOWDOWN, cpu_seconds

#: What scripts begin with.
BEGIN = f"""\
import sys; sys.path.insert(0, {os.path.dirname(__file__)!r})
import numpy as np, frenemy as fr
from reference import random_problem
"""


def interrupted(script: str, *, seconds: float) -> tuple[int, str]:
    """Exit code and output of a script that gets SIGINT so long after it has printed ``ready``."""
    command = [sys.executable, "-c", BEGIN + textwrap.dedent(script)]
    child = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert child.stdout is not None
    try:
        assert child.stdout.readline() == "ready\n"
        _let_work(child.pid, seconds)
        child.send_signal(signal.SIGINT)
        output, _ = child.communicate(timeout=60 * SLOWDOWN)
    finally:
        child.kill()
        child.wait()
    return child.returncode, output


def _let_work(pid: int, seconds: float) -> None:
    """Sleep; on a machine so busy that the process hardly got to work meanwhile, a little longer."""
    before, end = cpu_seconds(pid), time.monotonic() + 5.0
    time.sleep(seconds)
    if before is None:
        return
    while time.monotonic() < end and (cpu_seconds(pid) or before + seconds) - before < 0.1 * seconds:
        time.sleep(0.01)
