"""Real problems, read from the data beside the repository; without it their rows are left out."""

from __future__ import annotations

import csv
import warnings
from pathlib import Path
from typing import NamedTuple

import numpy as np

import frenemy as fr
from harness.data.problems import Pairs
from harness.folders import DATA

SIGNED_NETWORKS = {
    "congress": "congress.csv",
    "bitcoinotc": "bitcoinotc.csv",
    "wikielections": "wikielections.csv",
    "epinions": "soc-sign-epinions.txt.gz",
}
REGION_GRAPHS = ("CREMI-C", "FIB25", "SNEMI3D")


def is_there(folder: str) -> bool:
    return (DATA / folder).is_dir()


def signed_network(network: str) -> Pairs:
    """Trust and distrust between people: both directions and repeated votes are summed, zero sums left out."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # some people rate themselves
        return _read(DATA / "signed" / SIGNED_NETWORKS[network])


def region_graph(volume: str) -> Pairs:
    """Fragments of neurons in electron microscopy, with log-odds of being the same neuron."""
    return _read(DATA / "em_multicut" / f"{volume}_train.npz")


def _read(file: Path) -> Pairs:
    problem = fr.io.read(file).problem
    return Pairs(*problem.edges(), problem.n_nodes, missing=problem.missing)


# ------------------------------------------------------------------------------------------------- clique partitioning


class CliquePartitioning(NamedTuple):
    """A row of CP-Lib's index; values are the weight inside clusters, the more the better."""

    group: str
    file: str
    n_nodes: int
    best: float | None
    is_proven: bool

    @property
    def name(self) -> str:
        return f"{self.group}/{self.file.removesuffix('.txt')}"


def clique_partitioning_index() -> list[CliquePartitioning]:
    with (DATA / "cp-lib" / "index.csv").open(newline="", encoding="utf-8") as file:
        return [
            CliquePartitioning(
                row["group"],
                row["file"],
                int(row["n"]),
                float(row["best_known"]) if row["best_known"].strip() else None,
                row["proven"].strip() == "True",
            )
            for row in csv.DictReader(file)
        ]


def clique_partitioning(group: str, file: str) -> Pairs:
    """The number of nodes, then the upper triangle row by row."""
    numbers = (DATA / "cp-lib" / group / file).read_text(encoding="utf-8").split()
    n_nodes = int(numbers[0])
    u, v = np.triu_indices(n_nodes, 1)
    return Pairs(u, v, np.array(numbers[1:], np.float64), n_nodes).merged()


# ----------------------------------------------------------------------------------------------------- cluster editing

#: KaPoCE's heuristic with about 3 CPU seconds (33 s for heur181), for instances that its table of results leaves out.
KAPOCE_MORE = {
    "exact025": 439,
    "exact061": 116,
    "exact101": 4198,
    "exact141": 697,
    "exact157": 1117,
    "exact181": 1563,
    "exact197": 15831,
    "heur045": 5444,
    "heur085": 31469,
    "heur105": 26931,
    "heur117": 10051,
    "heur141": 2080,
    "heur153": 178867,
    "heur173": 15825,
    "heur181": 305796,
    "heur185": 325245,
}
_OPTIMAL_MORE = ("exact157",)  # proven since


class ClusterEditing(NamedTuple):
    """An instance of PACE 2021, with the edits of the winning solver where they are known."""

    track: str
    name: str
    edits: int | None
    is_proven: bool


def cluster_editing_index() -> list[ClusterEditing]:
    known: dict[str, tuple[int, bool]] = {}
    with (DATA / "pace2021" / "best_known_kapoce.csv").open(newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            known[Path(row["instance"]).stem] = int(row["edits"]), row["proven_optimal"].strip() == "True"
    for name, edits in KAPOCE_MORE.items():
        before, is_proven = known.get(name, (edits, False))
        known[name] = min(before, edits), is_proven or name in _OPTIMAL_MORE
    return [
        ClusterEditing(track, file.stem, *known.get(file.stem, (None, False)))
        for track in ("exact", "heur")
        for file in sorted((DATA / "pace2021" / track).glob("*.gr"))
    ]


def cluster_editing(track: str, instance: str) -> Pairs:
    """An edge weighs 1 and every other pair -1, without being listed."""
    return _read(DATA / "pace2021" / track / f"{instance}.gr")
