"""Learn one network after the other, each from the output of those before it on unseen pictures."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from experiments.segmentation.data.cases import Scene, training_scenes
from experiments.segmentation_weights.fit import Floats, Training, fit, loss
from experiments.segmentation_weights.lessons import (
    Lesson,
    border_lesson,
    edge_lesson,
    n_processes,
    region_lesson,
    wire_lesson,
)
from experiments.settings import Settings
from frenemy.affinity.image import LearnedWeights, Network
from harness.progress import print_note

N_FOLDS = 3
FILE = "learned_weights.json"
EDGE = Training(hidden=(16,), epochs=8)
WIRE = Training(hidden=(24,), epochs=40, batch=256, decay=1e-3)
BORDER = Training(hidden=(24,), epochs=8)
REGION = Training(hidden=(24,), epochs=40, batch=256, decay=1e-3)

Tables = list[tuple[Floats, Floats, Floats]]


def run(settings: Settings) -> None:
    """Write ``learned_weights.json``, to be copied to ``src/frenemy/affinity/image/regions``."""
    cases = training_scenes(settings.quick)
    if not cases:
        return
    settings.out.mkdir(parents=True, exist_ok=True)
    with ProcessPoolExecutor(n_processes()) as pool:
        _, weights = learn(cases, partial(_mapped, pool))
    path = settings.out / FILE
    path.write_text(json.dumps(weights.as_plain(), separators=(",", ":")) + "\n", encoding="utf-8")
    print_note(f"wrote {path}")


def _mapped(pool: ProcessPoolExecutor, make: Callable[..., Lesson], cases: list[Scene], *networks: list[Any]) -> Tables:
    return [lesson.tables() for lesson in pool.map(make, cases, *networks)]


def learn(cases: list[Scene], mapped: Callable[..., Tables]) -> tuple[list[LearnedWeights], LearnedWeights]:
    """Networks of each fold, learned without every ``N_FOLDS``-th picture from there on, and those of all pictures.

    Lessons of a picture are made with networks that have not seen it: what they get wrong is then what they will get
    wrong on new pictures, too.
    """
    edge, last_edge = _learn("edge", mapped(edge_lesson, cases), EDGE)
    edges = _unseen(edge, cases)
    wire, last_wire = _learn("wire", mapped(wire_lesson, cases, edges), WIRE)
    wires = _unseen(wire, cases)
    border, last_border = _learn("border", mapped(border_lesson, cases, edges, wires), BORDER)
    borders = _unseen(border, cases)
    nothing: list[Network | None] = [None] * len(cases)
    region, _ = _learn("region", mapped(region_lesson, cases, edges, wires, borders, nothing), REGION)
    regions = _unseen(region, cases)
    region, last_region = _learn("region", mapped(region_lesson, cases, edges, wires, borders, regions), REGION)
    folds = [LearnedWeights(*networks) for networks in zip(edge, wire, border, region, strict=True)]
    return folds, LearnedWeights(last_edge, last_wire, last_border, last_region)


def _unseen(networks: list[Network], cases: list[Scene]) -> list[Network]:
    """For each picture, the network that was learned without it."""
    return [networks[number % len(networks)] for number in range(len(cases))]


def _learn(name: str, tables: Tables, training: Training) -> tuple[list[Network], Network]:
    began = time.monotonic()
    n_folds = min(N_FOLDS, len(tables))
    networks, losses = [], []
    for fold in range(n_folds):
        rest = [table for number, table in enumerate(tables) if number % n_folds != fold] or tables
        networks.append(_fitted(rest, training))
        losses += [
            loss(networks[-1].log_odds(features), targets)
            for features, targets, _ in tables[fold::n_folds]
            if len(targets)
        ]
    last = _fitted(tables, training)
    n_rows = sum(len(targets) for _, targets, _ in tables)
    print_note(
        f"{name}: {n_rows:,} rows, loss on unseen pictures {np.mean(losses):.4f}, {time.monotonic() - began:.0f} s"
    )
    return networks, last


def _fitted(tables: Tables, training: Training) -> Network:
    features, targets, weights = (np.concatenate([table[i] for table in tables]) for i in range(3))
    return fit(features, targets, training, weights=weights)


def read(path: Path) -> LearnedWeights:
    """Read the weights of a file."""
    return LearnedWeights.from_plain(json.loads(path.read_text(encoding="utf-8")))
