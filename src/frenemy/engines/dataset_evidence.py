"""Calibrates scores and the weight of unlisted pairs on a sample of pairs and all rows that share a node with them.

The sample is the same as in memory, and so is the calibration, unless some pairs have several rows. Rows are then
weighed by their scores alone (:meth:`SelfCalibration.weights`): the other pairs of their nodes are not at hand.
"""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from frenemy import _core
from frenemy.affinity.self_calibration.pair_neighbors import (
    PairNeighbors,
    count_neighbors,
    limit_neighbors,
    sample_pairs,
)
from frenemy.affinity.self_calibration.self_calibration import CONFIDENT, SelfCalibration, fitted
from frenemy.engines.pairs.repeated_rows import weighed
from frenemy.engines.pairs.row_weights import Checked, Weigh
from frenemy.engines.scratch.checkpointed_stages import CheckpointedStages
from frenemy.engines.scratch.stored_arrays import Array, open_array, save_array
from frenemy.problem.array_types import Ints, Ints32
from frenemy.problem.distinct import distinct
from frenemy.tables.weighing.evidence import SCORES_UNCHANGED, calibration_note, unlisted_weight
from frenemy.tables.weighing.weighing import Weighing


class EvidenceOptions(NamedTuple):
    """Options as in :func:`frenemy.find_entities`; ``weights`` is an optional function of the user."""

    calibration: Literal["auto", "none"]
    weights: Weigh | None
    missing: Literal["auto"] | float
    prior: float | None
    tool_prior: float | None
    blocking_recall: float | None

    @property
    def is_calibrated(self) -> bool:
        return self.calibration == "auto" and self.weights is None

    @property
    def needs_sample(self) -> bool:
        """Whether pairs have to be sampled."""
        return self.is_calibrated or self.missing == "auto"


class DatasetEvidence(NamedTuple):
    """How rows are weighed, the weight of an unlisted pair, and notes on both."""

    weighing: Weighing
    missing: float
    notes: tuple[str, str]


@dataclass(frozen=True)
class SampleNodes:
    """Writes the nodes of the sampled rows of a file.

    Attributes
    ----------
    sample : Path
        Sorted positions of all sampled rows.
    begin : int
        The position of the first row of the file.
    """

    file: Path
    sample: Path
    begin: int
    out: Path

    def __call__(self) -> None:
        rows, sample = open_array(self.file), open_array(self.sample)
        first, end = np.searchsorted(sample, (self.begin, self.begin + len(rows)))
        chosen = rows[sample[first:end] - self.begin]
        save_array(self.out, np.concatenate((chosen["u"], chosen["v"])))


@dataclass(frozen=True)
class GatherRows:
    """Writes the rows of a file with an end among some nodes, and their positions."""

    file: Path
    nodes: tuple[Path, ...]
    n_nodes: int
    begin: int
    out: Path
    places: Path

    def __call__(self) -> None:
        is_wanted = np.zeros(self.n_nodes, np.bool_)
        for file in self.nodes:
            is_wanted[open_array(file)] = True
        rows = open_array(self.file)
        chosen = np.flatnonzero(is_wanted[rows["u"]] | is_wanted[rows["v"]])
        save_array(self.out, rows[chosen])
        save_array(self.places, chosen + self.begin)


@dataclass(frozen=True)
class FitRows:
    """Fits a :class:`SelfCalibration` to the gathered rows, by the same steps as in memory."""

    rows: tuple[Path, ...]
    places: tuple[Path, ...]
    n_rows: int
    n_nodes: int
    weighing: Weighing
    seed: int

    def __call__(self) -> dict[str, Any]:
        rng = np.random.default_rng(self.seed)
        drawn = sample_pairs(self.n_rows, rng)
        sample = np.sort(drawn)
        ends = np.concatenate(
            [
                np.array(open_array(rows)[_rows_at(open_array(places), sample)])
                for rows, places in zip(self.rows, self.places, strict=True)
            ]
        )
        degree = self._degrees(np.concatenate((ends["u"], ends["v"])))
        at = np.searchsorted(sample, drawn)
        chosen = limit_neighbors(drawn, degree[ends["u"][at]] + degree[ends["v"][at]], rng)
        ends = ends[np.searchsorted(sample, chosen)]
        is_wanted = np.zeros(self.n_nodes, np.bool_)
        is_wanted[ends["u"]] = is_wanted[ends["v"]] = True
        parts = []
        for file in self.rows:
            rows = open_array(file)
            parts.append(np.array(rows[is_wanted[rows["u"]] | is_wanted[rows["v"]]]))
        pairs = weighed(np.concatenate(parts), self.weighing)
        nodes, local = _core.dense_numbering(np.concatenate((pairs.u, pairs.v)))
        u, v = local[: len(pairs.u)], local[len(pairs.u) :]
        is_confident = pairs.w > CONFIDENT
        place = _places_of(ends, pairs.u, pairs.v)
        neighbors = count_neighbors(u, v, is_confident, place, n_nodes=len(nodes))
        n_sampled = self.n_nodes * len(place) / self.n_rows
        return asdict(fitted(pairs.w[place], is_confident[place], neighbors, n_nodes=n_sampled))

    def _degrees(self, nodes: Ints32) -> Ints:
        """The number of confident rows at each of the given nodes; 0 for all other nodes."""
        is_wanted = np.zeros(self.n_nodes, np.bool_)
        is_wanted[nodes] = True
        degree = np.zeros(self.n_nodes, np.int64)
        for file in self.rows:
            rows = open_array(file)
            confident = self.weighing(rows["w"]).weights > CONFIDENT
            for end in ("u", "v"):
                touched = rows[end][confident]
                np.add.at(degree, touched[is_wanted[touched]], 1)
        return degree


def _rows_at(places: Ints, sample: Ints) -> npt.NDArray[np.intp]:
    """The rows of a file whose positions are sampled."""
    return np.flatnonzero(np.isin(places, sample, assume_unique=True))


def _places_of(wanted: Array, u: Ints32, v: Ints32) -> Ints:
    """The positions of some pairs among all, each once."""
    keys = u.astype(np.int64) << 32 | v
    order = np.argsort(keys)
    found = np.searchsorted(keys, wanted["u"].astype(np.int64) << 32 | wanted["v"], sorter=order)
    return distinct(order[found])


def find_evidence(
    stages: CheckpointedStages,
    files: Sequence[Path],
    sizes: Sequence[int],
    options: EvidenceOptions,
    weighing: Weighing,
    *,
    n_nodes: int,
    seed: int,
) -> DatasetEvidence:
    """Find how to weigh rows.

    Parameters
    ----------
    files, sizes
        Files of rows, and the number of rows of each.
    weighing : Weighing
        The weighing before calibration.
    """
    fit = _fit(stages, files, sizes, weighing, n_nodes, seed) if options.needs_sample else None
    note = "scores become weights by the function that was given" if options.weights is not None else SCORES_UNCHANGED
    if options.is_calibrated:
        assert fit is not None
        weighing = Weighing(weighing.kind, weighing.prior, weighing.tool_prior, Checked(fit.weights))
        note = calibration_note(fit)
    missing, missing_note = unlisted_weight(options.missing, options.blocking_recall, fit)
    return DatasetEvidence(weighing, missing, (note, missing_note))


def _fit(
    stages: CheckpointedStages, files: Sequence[Path], sizes: Sequence[int], weighing: Weighing, n_nodes: int, seed: int
) -> SelfCalibration:
    if not sum(sizes):
        none = np.empty(0, np.int64)
        neighbors = PairNeighbors(none.reshape(0, 2), none, none)
        return fitted(np.empty(0), np.empty(0, np.bool_), neighbors, n_nodes=n_nodes)
    folder = stages.folder / "evidence"
    sample = folder / "drawn.npy"
    n_rows = sum(sizes)
    save_array(sample, np.sort(sample_pairs(n_rows, np.random.default_rng(seed))))
    begins = np.concatenate(([0], np.cumsum(sizes))).tolist()
    nodes, rows, places = (
        tuple(folder / f"{name}-{at}.npy" for at in range(len(files))) for name in ("nodes", "rows", "places")
    )
    stages.run(
        "weigh: draw", {str(at): SampleNodes(file, sample, begins[at], nodes[at]) for at, file in enumerate(files)}
    )
    stages.run(
        "weigh: gather",
        {str(at): GatherRows(file, nodes, n_nodes, begins[at], rows[at], places[at]) for at, file in enumerate(files)},
    )
    fit = stages.one("weigh: fit", FitRows(rows, places, n_rows, n_nodes, weighing, seed))
    shutil.rmtree(folder)  # for dense data it holds nearly all rows
    return SelfCalibration(**fit)
