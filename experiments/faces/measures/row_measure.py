"""One method on one draw; methods that learn the same do so once."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Mapping

import numpy as np

from experiments.faces.data.draws import Draw
from experiments.faces.data.rows import Rows
from experiments.faces.measures.group import Measure
from experiments.faces.measures.scores import scores
from experiments.faces.methods.method import Clusterer, RowMethod
from harness.results_file import Row

_learned: dict[tuple[str, str, bytes], tuple[Clusterer, float]] = {}


def on_rows(methods: Mapping[str, RowMethod], kind: str) -> Measure:
    """``kind`` separates tables of methods that use a name for different things."""

    def measure(draw: Draw, name: str, seed: int) -> Row:
        cluster, learn_seconds = _learn(kind, name, methods[name], draw.lessons)
        began = time.process_time()
        labels = cluster(draw.test.features, seed)
        seconds = time.process_time() - began
        return scores(labels, draw.test.classes) | {
            "energy": None,
            "truth_energy": None,
            "cpu_seconds": seconds,
            "learn_seconds": learn_seconds,
        }

    return measure


def _learn(kind: str, name: str, method: RowMethod, lessons: Rows) -> tuple[Clusterer, float]:
    """Learned before from the same rows: many draws share them."""
    key = (kind, name, digest(lessons))
    if key not in _learned:
        began = time.process_time()
        cluster = method.call(lessons.features, lessons.classes)
        _learned[key] = cluster, time.process_time() - began
    return _learned[key]


def digest(rows: Rows) -> bytes:
    found = hashlib.blake2b(np.ascontiguousarray(rows.features), digest_size=16)
    found.update(np.ascontiguousarray(rows.classes))
    return found.digest()
