"""What scores are worth and what unlisted pairs mean, found from some pairs of a dataset and all that touch them.

The pairs that are looked at are those that would be in memory, so the answer is the same; but where some pairs have
several rows, others are drawn.
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
from frenemy.affinity.asked_pairs import affordable, drawn_places
from frenemy.affinity.self_calibration import CONFIDENT, SelfCalibration, fitted
from frenemy.affinity.thirds import Thirds, count_thirds
from frenemy.apps.records.evidence import AS_THEY_ARE, absent_evidence, told_calibration
from frenemy.apps.records.weighing import Weighing
from frenemy.distinct import distinct
from frenemy.distributed.repeated_rows import weighed
from frenemy.distributed.row_weights import Checked, Weigh
from frenemy.distributed.stages import Stages
from frenemy.distributed.stored_arrays import open_array, save_array


class EvidenceOptions(NamedTuple):
    """What was asked for, as in :func:`frenemy.find_entities`; ``weights`` is a user's function, if there is one."""

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
    def is_found(self) -> bool:
        """Whether pairs have to be looked at."""
        return self.is_calibrated or (self.missing == "auto" and self.blocking_recall is None)


class DatasetEvidence(NamedTuple):
    """How rows are weighed, what an unlisted pair weighs, and where that is from, in plain words."""

    weighing: Weighing
    missing: float
    told: tuple[str, str]


@dataclass(frozen=True)
class PickEnds:
    """The nodes of the rows of a file that were drawn.

    Attributes
    ----------
    drawn : Path
        Places of all that were drawn, sorted.
    begin : int
        The place of the first row of the file.
    """

    file: Path
    drawn: Path
    begin: int
    out: Path

    def __call__(self) -> None:
        rows, drawn = open_array(self.file), open_array(self.drawn)
        first, end = np.searchsorted(drawn, (self.begin, self.begin + len(rows)))
        chosen = rows[drawn[first:end] - self.begin]
        save_array(self.out, np.concatenate((chosen["u"], chosen["v"])))


@dataclass(frozen=True)
class GatherRows:
    """The rows of a file that touch any of some nodes, and their places."""

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
    """A :class:`SelfCalibration` of the rows that were gathered, by the same steps as in memory."""

    rows: tuple[Path, ...]
    places: tuple[Path, ...]
    n_rows: int
    n_nodes: int
    weighing: Weighing
    seed: int

    def __call__(self) -> dict[str, Any]:
        rng = np.random.default_rng(self.seed)
        drawn = drawn_places(self.n_rows, rng)
        asked = np.sort(drawn)
        ends = np.concatenate(
            [
                np.array(open_array(rows)[_rows_at(open_array(places), asked)])
                for rows, places in zip(self.rows, self.places, strict=True)
            ]
        )
        degree = self._degrees(np.concatenate((ends["u"], ends["v"])))
        at = np.searchsorted(asked, drawn)
        chosen = affordable(drawn, degree[ends["u"][at]] + degree[ends["v"][at]], rng)
        ends = ends[np.searchsorted(asked, chosen)]
        is_wanted = np.zeros(self.n_nodes, np.bool_)
        is_wanted[ends["u"]] = is_wanted[ends["v"]] = True
        parts = []
        for file in self.rows:
            rows = open_array(file)
            parts.append(np.array(rows[is_wanted[rows["u"]] | is_wanted[rows["v"]]]))
        pairs = weighed(np.concatenate(parts), self.weighing)
        nodes, local = _core.node_numbers(np.concatenate((pairs.u, pairs.v)))
        u, v = local[: len(pairs.u)], local[len(pairs.u) :]
        is_confident = pairs.w > CONFIDENT
        place = _places_of(ends, pairs.u, pairs.v)
        thirds = count_thirds(u, v, is_confident, place, n_nodes=len(nodes))
        return asdict(fitted(pairs.w[place], is_confident[place], thirds))

    def _degrees(self, nodes: npt.NDArray[np.int32]) -> npt.NDArray[np.int64]:
        """How many confident rows touch each node, of those given; 0 for all others."""
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


def _rows_at(places: npt.NDArray[np.int64], asked: npt.NDArray[np.int64]) -> npt.NDArray[np.intp]:
    """Which rows of a file, by their places, are asked for."""
    return np.flatnonzero(np.isin(places, asked, assume_unique=True))


def _places_of(wanted: npt.NDArray[Any], u: npt.NDArray[np.int32], v: npt.NDArray[np.int32]) -> npt.NDArray[np.int64]:
    """Where pairs are, each once."""
    keys = u.astype(np.int64) << 32 | v
    order = np.argsort(keys)
    found = np.searchsorted(keys, wanted["u"].astype(np.int64) << 32 | wanted["v"], sorter=order)
    return distinct(order[found])


def find_evidence(
    stages: Stages,
    files: Sequence[Path],
    sizes: Sequence[int],
    options: EvidenceOptions,
    weighing: Weighing,
    *,
    n_nodes: int,
    seed: int,
) -> DatasetEvidence:
    """How rows are to be weighed.

    Parameters
    ----------
    files, sizes
        Of rows, and how many each has.
    weighing : Weighing
        Without a calibration.
    """
    found = _found(stages, files, sizes, weighing, n_nodes, seed) if options.is_found else None
    told = "scores become weights by the function that was given" if options.weights is not None else AS_THEY_ARE
    if options.is_calibrated:
        assert found is not None
        weighing = Weighing(weighing.kind, weighing.prior, weighing.tool_prior, Checked(found.weights))
        told = told_calibration(found)
    missing, why = absent_evidence(options.missing, options.blocking_recall, found)
    return DatasetEvidence(weighing, missing, (told, why))


def _found(
    stages: Stages, files: Sequence[Path], sizes: Sequence[int], weighing: Weighing, n_nodes: int, seed: int
) -> SelfCalibration:
    if not sum(sizes):
        none = np.empty(0, np.int64)
        return fitted(np.empty(0), np.empty(0, np.bool_), Thirds(none, none, none))
    folder = stages.folder / "evidence"
    drawn = folder / "drawn.npy"
    n_rows = sum(sizes)
    save_array(drawn, np.sort(drawn_places(n_rows, np.random.default_rng(seed))))
    begins = np.concatenate(([0], np.cumsum(sizes))).tolist()
    nodes, rows, places = (
        tuple(folder / f"{name}-{at}.npy" for at in range(len(files))) for name in ("nodes", "rows", "places")
    )
    stages.run("weigh: draw", {str(at): PickEnds(file, drawn, begins[at], nodes[at]) for at, file in enumerate(files)})
    stages.run(
        "weigh: gather",
        {str(at): GatherRows(file, nodes, n_nodes, begins[at], rows[at], places[at]) for at, file in enumerate(files)},
    )
    found = stages.one("weigh: fit", FitRows(rows, places, n_rows, n_nodes, weighing, seed))
    shutil.rmtree(folder)  # of dense data it is nearly all rows
    return SelfCalibration(**found)
