"""The protocol of simulated strokes and scores: a fixed file beside the repository."""

from __future__ import annotations

import importlib.util
from functools import cache
from typing import Any

from harness.folders import SHARED

FILE = SHARED / "tools" / "strokes.py"


def is_there() -> bool:
    return FILE.is_file()


@cache
def protocol() -> Any:
    """The module: ``reference``, ``strokes``, ``score`` and more."""
    spec = importlib.util.spec_from_file_location("strokes_protocol", FILE)
    if spec is None or spec.loader is None:
        raise ImportError(f"{FILE} is no Python file")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
