"""Where warnings point: the first line outside this package."""

from __future__ import annotations

import sys


def stacklevel_of_caller() -> int:
    """The ``stacklevel`` that makes ``warnings.warn``, called beside this, name the user's line."""
    frame, level = sys._getframe(1), 1
    while frame.f_back is not None and frame.f_globals.get("__name__", "").partition(".")[0] == "frenemy":
        frame, level = frame.f_back, level + 1
    return level
