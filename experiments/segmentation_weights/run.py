"""Learns one network after the other, each from what the ones before it make of pictures that they have not seen."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from experiments.progress import say
from experiments.segmentation.cases import Scene, training_scenes
from experiments.segmentation_weights.fit import Floats, Training, fit, loss
from experiments.segmentation_weights.lessons import (
    Lesson,
    border_lesson,
    edge_lesson,
    match_lesson,
    n_processes,
    region_lesson,
    wire_lesson,
)
from experiments.settings import Settings
from frenemy.affinity.image import LearnedWeights, Network

N_FOLDS = 3
NAMES = ("edge", "wire", "match", "border", "region")
FILE = "learned_weights.json"
EDGE = Training(hidden=(16,), epochs=12)
WIRE = Training(hidden=(24,), epochs=40, batch=256, decay=1e-3)
MATCH = Training(hidden=(32,), epochs=60, batch=256, decay=1e-3, rate=1e-2)
BORDER = Training(hidden=(24,), epochs=12)
REGION = Training(hidden=(24,), epochs=40, batch=256, decay=1e-3)

Tables = list[tuple[Floats, Floats, Floats]]


def run(settings: Settings) -> None:
    """Writes ``learned_weights.json``, to be copied to ``src/frenemy/affinity/image``."""
    cases = training_scenes(settings.quick)
    if not cases:
        return
    settings.out.mkdir(parents=True, exist_ok=True)
    with ProcessPoolExecutor(n_processes()) as pool:
        _, weights = learn(cases, partial(_mapped, pool))
    path = settings.out / FILE
    path.write_text(json.dumps(weights.as_plain(), separators=(",", ":")) + "\n", encoding="utf-8")
    say(f"wrote {path}")


def _mapped(pool: ProcessPoolExecutor, make: Callable[..., Lesson], cases: list[Scene], *networks: list[Any]) -> Tables:
    return [lesson.tables() for lesson in pool.map(make, cases, *networks)]


def learn(cases: list[Scene], mapped: Callable[..., Tables]) -> tuple[list[LearnedWeights], LearnedWeights]:
    """Networks of each fold, learned without every ``N_FOLDS``-th picture from there on, and those of all pictures.

    Lessons of a picture are made with networks that have not seen it: what they get wrong is then what they will get
    wrong on new pictures, too.
    """
    n_folds = min(N_FOLDS, len(cases))
    folds: list[dict[str, Network]] = [{} for _ in range(n_folds)]
    final: dict[str, Network] = {}

    def unseen(name: str) -> list[Network]:
        """For each picture, the network that was learned without it."""
        return [folds[number % n_folds][name] for number in range(len(cases))]

    def known() -> list[LearnedWeights]:
        """For each picture, those that were learned without it."""
        return [_partly(folds[number % n_folds]) for number in range(len(cases))]

    def learned(name: str, tables: Tables, training: Training) -> None:
        networks, final[name] = _learn(name, tables, training)
        for fold, network in zip(folds, networks, strict=True):
            fold[name] = network

    learned("edge", mapped(edge_lesson, cases), EDGE)
    learned("wire", mapped(wire_lesson, cases, unseen("edge")), WIRE)
    learned("match", mapped(match_lesson, cases, unseen("edge"), unseen("wire")), MATCH)
    learned("border", mapped(border_lesson, cases, known()), BORDER)
    learned("region", mapped(region_lesson, cases, known(), [False] * len(cases)), REGION)
    learned("region", mapped(region_lesson, cases, known(), [True] * len(cases)), REGION)
    return [LearnedWeights(**fold) for fold in folds], LearnedWeights(**final)


def _partly(networks: dict[str, Network]) -> LearnedWeights:
    """With what is learned so far; nobody asks the others."""
    nothing = next(iter(networks.values()))
    return LearnedWeights(**{name: networks.get(name, nothing) for name in NAMES})


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
    say(f"{name}: {n_rows:,} rows, loss on unseen pictures {np.mean(losses):.4f}, {time.monotonic() - began:.0f} s")
    return networks, last


def _fitted(tables: Tables, training: Training) -> Network:
    features, targets, weights = (np.concatenate([table[i] for table in tables]) for i in range(3))
    return fit(features, targets, training, weights=weights)


def read(path: Path) -> LearnedWeights:
    """Weights that were written."""
    return LearnedWeights.from_plain(json.loads(path.read_text(encoding="utf-8")))
