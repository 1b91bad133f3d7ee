"""Calibrates scores and the weight of unlisted pairs on a sample of pairs and all rows that share a node with them.

The sample is the same as in memory, and so is the calibration, unless some pairs have several rows. What a pair weighs
that no third record supports depends on counts of all pairs. Tasks hold whole components, so they count their own; the
counts add up, and each task then weighs its pairs as in memory.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, replace
from typing import Any, Literal, NamedTuple

import numpy as np

from frenemy.affinity.self_calibration.linked_tables import SampledPairs
from frenemy.affinity.self_calibration.listing import listed_share
from frenemy.affinity.self_calibration.open_pairs import OpenCounts
from frenemy.affinity.self_calibration.open_weights import OpenWeights
from frenemy.affinity.self_calibration.pair_neighbors import (
    PairNeighbors,
    count_neighbors,
    limit_neighbors,
    sample_pairs,
)
from frenemy.affinity.self_calibration.self_calibrate import fitted
from frenemy.affinity.self_calibration.self_calibration import CONFIDENT, SelfCalibration
from frenemy.engines.dataset_options import DatasetOptions
from frenemy.engines.pairs.row_weights import Checked, Weigh, weighed
from frenemy.engines.pairs.row_weights import weighing as plain_weighing
from frenemy.engines.relations.attraction import score_above
from frenemy.engines.relations.engine import Engine
from frenemy.engines.relations.plan import Numbered, PairPlan, as_sql
from frenemy.engines.scratch.stored_arrays import pair_array
from frenemy.problem.array_types import Ints
from frenemy.problem.distinct import distinct
from frenemy.tables.arrow import pa
from frenemy.tables.options import KnownValues
from frenemy.tables.weighing.evidence import SCORES_UNCHANGED, calibration_note, unlisted_weight
from frenemy.tables.weighing.value_kind import evidence_defaults
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
    """How rows are weighed, the weight of an unlisted pair, notes on both, and the calibration if there is one.

    ``weighing`` is by the scores alone, as if a third record supported all pairs.
    """

    weighing: Weighing
    missing: float
    notes: tuple[str, str]
    fit: SelfCalibration | None = None

    def counted(self, counts: Iterable[dict[str, list[Any]]], n_nodes: int) -> Weighing:
        """How the rows of whole components are weighed, given the counts of each task (:class:`CountOpen`)."""
        if self.fit is None:
            return self.weighing
        total = sum(map(OpenCounts.from_lists, counts), OpenCounts.none())
        return replace(self.weighing, open_weights=OpenWeights(self.fit, total, n_nodes))


@dataclass(frozen=True, eq=False)
class FitRows:
    """Fits a :class:`SelfCalibration` to a sample of the rows, by the same steps as in memory."""

    plan: PairPlan
    numbered: Numbered
    weighing: Weighing
    seed: int

    def __call__(self) -> dict[str, Any]:
        if not self.numbered.n_pairs:
            none = np.empty(0, np.int64)
            neighbors = PairNeighbors(none.reshape(0, 2), none, none)
            nodes = np.empty(0, np.int32)
            nothing = SampledPairs(nodes, nodes, np.empty(0), none)
            return asdict(fitted(nothing, neighbors, n_nodes=self.numbered.n_nodes, density=0.0))
        rng = np.random.default_rng(self.seed)
        drawn = sample_pairs(self.numbered.n_pairs, rng)
        sample = np.sort(drawn)
        u, v = self._sampled(sample)
        degree = self._degrees(distinct(np.concatenate((u, v))))
        place = np.searchsorted(sample, drawn)
        chosen = limit_neighbors(drawn, degree(u[place]) + degree(v[place]), rng)
        place = np.searchsorted(sample, chosen)
        u, v = u[place], v[place]
        rows = self._rows_at(distinct(np.concatenate((u, v))))
        nodes = distinct(np.concatenate((rows["u"], rows["v"])))
        own = pair_array(np.searchsorted(nodes, rows["u"]), np.searchsorted(nodes, rows["v"]), rows["score"])
        pairs = weighed(own, self.weighing)
        is_confident = pairs.w > CONFIDENT
        wanted = np.searchsorted(nodes, u), np.searchsorted(nodes, v)
        at = _places_of(*wanted, pairs.u, pairs.v)
        neighbors = count_neighbors(pairs.u, pairs.v, is_confident, at, n_nodes=len(nodes))
        n_sampled = self.numbered.n_nodes * len(at) / self.numbered.n_pairs
        density = listed_share(self.numbered.n_nodes, self.numbered.n_pairs)
        sampled = SampledPairs(pairs.u, pairs.v, pairs.w, at)
        return asdict(fitted(sampled, neighbors, n_nodes=n_sampled, density=density))

    @property
    def _engine(self) -> Engine:
        return self.plan.engine

    def _sampled(self, sample: Ints) -> tuple[Ints, Ints]:
        """The nodes of the sampled pairs, in their order."""
        if len(sample) == self.numbered.n_pairs:
            found = self._engine.table("SELECT u, v FROM pairs ORDER BY place")
        else:
            self._engine.lend("sample", pa.table({"position": sample}))
            are_all = self.numbered.n_pairs == self.numbered.facts.n_rows
            found = self._engine.table(
                f"SELECT u, v FROM ({self.plan.positions(are_all=are_all)}) AS placed "
                "WHERE position IN (SELECT position FROM sample) ORDER BY position"
            )
        return tuple(found.column(name).to_numpy().astype(np.int64) for name in ("u", "v"))

    def _degrees(self, nodes: Ints) -> Any:
        """A function from nodes among the given ones to the number of their confident rows."""
        self._engine.lend("wanted", pa.table({"node": nodes}))
        above = as_sql(score_above(self.weighing, self.numbered.facts.low, self.numbered.facts.high, CONFIDENT))
        ends = " UNION ALL ".join(f"SELECT {end} AS node FROM pairs WHERE score > {above}" for end in "uv")
        found = self._engine.table(
            f"SELECT node, count(*) AS n FROM ({ends}) AS ends WHERE node IN (SELECT node FROM wanted) GROUP BY node"
        )
        counts = np.zeros(len(nodes), np.int64)
        counts[np.searchsorted(nodes, found.column("node").to_numpy())] = found.column("n").to_numpy()
        return lambda own: counts[np.searchsorted(nodes, own)]

    def _rows_at(self, nodes: Ints) -> dict[str, Any]:
        """The rows with an end among the nodes, in their order."""
        self._engine.lend("wanted", pa.table({"node": nodes}))
        found = self._engine.table(
            "SELECT u, v, score FROM pairs WHERE u IN (SELECT node FROM wanted) OR v IN (SELECT node FROM wanted) "
            "ORDER BY place"
        )
        return {name: found.column(name).to_numpy() for name in ("u", "v", "score")}


def _places_of(a: Ints, b: Ints, u: Any, v: Any) -> Ints:
    """The positions of some pairs among all, each once."""
    keys = u.astype(np.int64) << 32 | v
    order = np.argsort(keys)
    found = np.searchsorted(keys, a << 32 | b, sorter=order)
    return distinct(order[found])


def dataset_evidence(
    options: EvidenceOptions,
    plan: PairPlan,
    numbered: Numbered,
    values: KnownValues,
    seed: int,
    once: Callable[[FitRows], dict[str, Any]] = lambda rows: rows(),
) -> DatasetEvidence:
    """How to weigh rows. ``once`` calls what it is given, unless an earlier run has."""
    weighing = plain_weighing(values, options.weights, prior=options.prior, tool_prior=options.tool_prior)
    fit = None
    if options.needs_sample:
        fit = SelfCalibration(**once(FitRows(plan, numbered, weighing, seed)))
    note = "scores become weights by the function that was given" if options.weights is not None else SCORES_UNCHANGED
    if options.is_calibrated:
        assert fit is not None
        weighing = replace(weighing, curve=Checked(fit.confirmed.weights))
        note = calibration_note(fit)
    missing, missing_note = unlisted_weight(options.missing, options.blocking_recall, fit)
    return DatasetEvidence(weighing, missing, (note, missing_note), fit if options.is_calibrated else None)


def evidence_options(options: DatasetOptions, values: KnownValues) -> EvidenceOptions:
    calibration, missing = evidence_defaults(
        values,
        calibration=options.calibration,
        missing=options.missing if options.missing == "auto" else float(options.missing),
        has_labels=False,
        blocking_recall=options.blocking_recall,
    )
    return EvidenceOptions(
        "auto" if calibration == "auto" else "none",
        options.weights,
        missing,
        options.prior,
        options.tool_prior,
        options.blocking_recall,
    )
