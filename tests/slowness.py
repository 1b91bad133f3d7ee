"""Busy machines and sanitizers are slow, not wrong: what tests of time may count on."""

import os
from pathlib import Path

#: The sanitized core is loaded into a plain Python, so its runtime is loaded first.
IS_SANITIZED = "asan" in os.environ.get("LD_PRELOAD", "")

#: What is allowed of time is multiplied by this.
SLOWDOWN = 20.0 if IS_SANITIZED else 1.0


def cpu_seconds(pid: int) -> float | None:
    """What a running process has worked so far, however busy the machine is; None where the system does not tell."""
    stat = Path(f"/proc/{pid}/stat")
    if not stat.exists():
        return None
    user, system = stat.read_text().rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")
