"""The protocol of simulated strokes and scores: a fixed file beside the repository."""

from __future__ import annotations

import importlib.util
from functools import cache
from pathlib import Path
from typing import Any

from harness.folders import SHARED

FILE = SHARED / "tools" / "strokes.py"


def is_there() -> bool:
    return FILE.is_file()


@cache
def protocol() -> Any:
    """The module: ``reference``, ``strokes``, ``score`` and more."""
    return load("strokes_protocol", FILE)


def load(name: str, file: Path) -> Any:
    """The module of a Python file that is not on the path."""
    spec = importlib.util.spec_from_file_location(name, file)
    if spec is None or spec.loader is None:
        raise ImportError(f"{file} is no Python file")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
