"""Pairs as plain binary files, read as memory maps: they cost a process no memory of its own."""

from __future__ import annotations

import json
from collections.abc import Iterable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from harness.data.problems import Pairs

COLUMNS = {"u": np.int32, "v": np.int32, "w": np.float64}


def write(folder: str, chunks: Iterable[tuple[npt.NDArray[Any], ...]], n_nodes: int, missing: float = 0.0) -> int:
    """Write the chunks one after the other; return the number of pairs."""
    n_pairs = 0
    with ExitStack() as stack:
        files = [stack.enter_context((Path(folder) / name).open("wb")) for name in COLUMNS]
        for chunk in chunks:
            n_pairs += len(chunk[0])
            for file, values, kind in zip(files, chunk, COLUMNS.values(), strict=True):
                np.ascontiguousarray(values, kind).tofile(file)
    (Path(folder) / "about.json").write_text(json.dumps({"n_nodes": n_nodes, "missing": missing}), encoding="utf-8")
    return n_pairs


def load(folder: str) -> Pairs:
    about = json.loads((Path(folder) / "about.json").read_text(encoding="utf-8"))
    u, v, w = (_mapped(Path(folder) / name, kind) for name, kind in COLUMNS.items())
    return Pairs(u, v, w, **about)


def _mapped(file: Path, kind: type) -> npt.NDArray[Any]:
    # An empty file cannot be mapped.
    return np.memmap(file, kind, mode="r") if file.stat().st_size else np.empty(0, kind)
