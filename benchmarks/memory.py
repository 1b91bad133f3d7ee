"""How much memory this process has, and had at most; None where the system does not tell."""

from __future__ import annotations

import sys
from pathlib import Path

_STATUS = Path("/proc/self/status")
_CLEAR = Path("/proc/self/clear_refs")


def resident_mb() -> float | None:
    """Resident memory now, mapped files included."""
    return _status_mb("VmRSS")


def forget_peak() -> bool:
    """Let :func:`peak_since_mb` start again from what is resident now; False if the system does not allow that."""
    try:
        _CLEAR.write_text("5")
    except OSError:
        return False
    return True


def peak_since_mb() -> float | None:
    """Peak resident memory since :func:`forget_peak`."""
    return _status_mb("VmHWM")


def peak_mb() -> float | None:
    """Peak resident memory of the whole process, the interpreter and its packages included.

    Linux starts a child's peak at the size its parent has then, so the parent must stay smaller than any child: it
    imports what they import and makes no problems.
    """
    try:
        import resource
    except ImportError:  # Windows
        return None
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1e6 if sys.platform == "darwin" else 1e3)


def _status_mb(key: str) -> float | None:
    try:
        lines = _STATUS.read_text(encoding="ascii").splitlines()
    except OSError:
        return None
    found = [line.split()[1] for line in lines if line.startswith(f"{key}:")]
    return int(found[0]) / 1e3 if found else None
