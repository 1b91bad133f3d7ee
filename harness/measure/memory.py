"""Current and peak memory of this process; None where the system does not report it."""

from __future__ import annotations

import sys
from pathlib import Path

_STATUS = Path("/proc/self/status")
_CLEAR = Path("/proc/self/clear_refs")


def resident_mb() -> float | None:
    """Resident memory now, mapped files included."""
    return _status_mb("VmRSS")


def forget_peak() -> bool:
    """Reset :func:`peak_since_mb` to the current size; False if the system does not allow it."""
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

    On Linux the peak of a child starts at the size of its parent, so the parent must stay smaller than any child: it
    imports what they import and builds no problems.
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
