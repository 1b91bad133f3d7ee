"""Clusterings made, improved and recombined on the card."""

from __future__ import annotations

import logging
import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from frenemy.problem.array_types import Floats
from frenemy.run import Run
from frenemy.solvers.gpu.level import CardArray, Level
from frenemy.solvers.gpu.problem_on_card import ProblemOnCard

_logger = logging.getLogger(__name__)

_MANY_ENTRIES = 4_000_000
_MAX_LEVELS = 40
_MAX_LEFT, _MAX_PARTS = 0.95, 0.98  # of the nodes: a level that keeps more is the last one; lower ones cost much energy
_MAX_SWEEPS = 128  # that a kernel makes at once
_ENTRIES_AT_ONCE = 2**31  # that it reads, so that limits are met within a tenth of a second
_SWEEPS_BACK = 30  # of a descent after the contracted problem was solved
_SWEEPS_APART = 8  # that join the nodes of a cluster to parts


Labeling = tuple[CardArray, int]  # labels 0..k-1, and k


class Cooling(NamedTuple):
    """Sweeps at falling temperature, in units of the attraction of a typical node, then sweeps of descent."""

    n_sweeps: int
    hot: float
    cold: float
    n_descents: int


#: Where neighbors of a node tend to be neighbors of each other; more sweeps would grow clusters across borders.
LOCAL = Cooling(8, 0.1, 0.05, 4)
#: On contracted problems of those where they do not.
OF_CLUSTERS = Cooling(30, 0.5, 0.1, 30)
#: On the overlay of two clusterings, from the better one.
OF_OVERLAY = Cooling(30, 0.4, 0.05, 60)


class Pace(NamedTuple):
    """How thoroughly to go about problems where neighbors of a node are no more likely to be neighbors.

    Attributes
    ----------
    nodes : Cooling
        After ``LOCAL``: single nodes must find their cluster one by one.
    overlay : Cooling
    """

    nodes: Cooling
    overlay: Cooling


QUICK = Pace(Cooling(40, 0.6, 0.3, 16), OF_OVERLAY)
THOROUGH = Pace(Cooling(60, 0.6, 0.3, 16), Cooling(80, 0.5, 0.1, 40))
_MIXED_GROWTH = 0.5


@dataclass(frozen=True, eq=False)
class Found:
    """Labels ``0..k-1`` on the card, their number and their energy."""

    labels: CardArray
    n_clusters: int
    energy: float


class SideBySide(NamedTuple):
    """Clusterings of copies of a problem: labels, which differ from copy to copy, and energies."""

    labels: CardArray
    n_clusters: int
    energies: Floats


class Search:
    """Clusterings of one problem on the card.

    Parameters
    ----------
    card : ProblemOnCard
    run : Run
        When it expires, every step ends with the labels it has.
    pace : Pace
    """

    def __init__(self, card: ProblemOnCard, run: Run, pace: Pace = QUICK) -> None:
        self._card, self._run, self._pace = card, run, pace
        kernels, level = self._kernels, self._level = card.kernels, card.level
        self._state = int(np.random.SeedSequence(run.seed).generate_state(1, np.uint64)[0])
        pulls = kernels.squared_pulls(level)
        pulls = pulls[pulls > 0]
        #: The attraction that random signs exert on a typical node with 20 pairs, in fixed point.
        self._unit = float(np.sqrt(np.median(pulls) / 10.0)) if len(pulls) else 0.0
        self._is_mixed: bool | None = None  # shown by the first contraction

    def found(self, labels: CardArray, n_clusters: int) -> Found:
        return Found(labels, n_clusters, float(self._card.energies(labels, n_clusters)[0]))

    def made(self) -> Found:
        """A new clustering, from single nodes: join nodes, contract, and so on; then descend on the way back.

        The first one shows of which kind the problem is; those after it are made accordingly.
        """
        return self.found(*self._joined(self._level, 0))

    def fresh(self, n_copies: int) -> Found:
        """A new clustering; of a small problem, the best of several."""
        if self.is_large:
            return self.made()
        for found in self.best_of(n_copies):
            best = found
        return best

    @property
    def n_entries(self) -> int:
        """Twice the number of pairs."""
        return self._level.n_entries

    @property
    def is_large(self) -> bool:
        """Whether the card has enough to do: less is done more often."""
        return self._level.n_entries + self._level.n_nodes > _MANY_ENTRIES

    @property
    def is_mixed(self) -> bool:
        """Whether neighbors of a node are no more likely to be neighbors: a first contraction shows it."""
        if self._is_mixed is None:
            self._is_mixed = self._looks_mixed()
        return self._is_mixed

    def _looks_mixed(self) -> bool:
        labels, n_clusters = self._cooled(self._level, None, LOCAL)
        if not 1 < n_clusters <= _MAX_LEFT * self._level.n_nodes:
            return False
        return _growth(self._level, self._kernels.contract(self._level, labels, n_clusters)) > _MIXED_GROWTH

    def best_of(self, n_copies: int) -> Iterator[Found]:
        """Several clusterings at once, on as many copies of the problem side by side; then the better half is
        recombined with the other half, until one is left. The best so far, after each of these steps.

        A small problem leaves most of a card idle, so many copies take little more time than one.
        """
        try:
            now = self._side_by_side(self._joined(self._kernels.copies(self._level, n_copies), 0), n_copies)
        except MemoryError:
            _logger.warning("the card has no memory for %d copies of the problem; one is solved", n_copies)
            yield self.made()
            return
        best = self._first(now)
        yield best
        while len(now.energies) > 1 and not self._run.expired():
            try:
                now = self._halved(now)
            except MemoryError:
                yield self._without_room(best)
                return
            best = self._first(now)
            yield best

    def _halved(self, now: SideBySide) -> SideBySide:
        """The better half, recombined with the other half."""
        kernels, n_pairs = self._kernels, len(now.energies) // 2
        order = np.argsort(now.energies, kind="stable")
        each = now.labels.reshape(len(order), -1)
        better, other = (each[order[part]].ravel() for part in (slice(n_pairs), slice(n_pairs, 2 * n_pairs)))
        start, n_start = kernels.overlay(better, better)
        parts, n_parts = kernels.overlay(better, other)
        kept = SideBySide(start, n_start, now.energies[order[:n_pairs]])
        if n_parts == n_start:
            return kept
        annealed = self._annealed(kernels.copies(self._level, n_pairs), start, parts, n_parts)
        found = self._side_by_side(annealed, n_pairs)
        is_lower = found.energies < kept.energies
        if is_lower.all():
            return found
        labels = kernels.chosen(is_lower, found.labels, kept.labels + np.int32(found.n_clusters))
        return SideBySide(labels, found.n_clusters + n_start, np.minimum(found.energies, kept.energies))

    def _side_by_side(self, labeling: Labeling, n_copies: int) -> SideBySide:
        return SideBySide(*labeling, self._card.energies(*labeling, n_copies))

    def _first(self, now: SideBySide) -> Found:
        """The best of them."""
        best = int(np.argmin(now.energies))
        own = now.labels.reshape(len(now.energies), -1)[best]
        labels, n_clusters = self._kernels.overlay(own, own)
        return Found(labels, n_clusters, float(now.energies[best]))

    def improved(self, found: Found) -> Found:
        """Parts of clusters move, and parts of these, on contracted problems."""
        try:
            labels, n_clusters = self._with_parts_moved(self._level, found.labels, found.n_clusters, 0)
        except MemoryError:
            return self._without_room(found)
        return self._better(found, self.found(labels, n_clusters))

    def recombined(self, a: Found, b: Found) -> Found:
        """Anneal what two clusterings agree on, contracted, from the better one; never worse than that."""
        best, other = (a, b) if a.energy <= b.energy else (b, a)
        try:
            return self._better(best, self._recombined(best, other))
        except MemoryError:
            return self._without_room(best)

    def _recombined(self, best: Found, other: Found) -> Found:
        parts, n_parts = self._kernels.overlay(best.labels, other.labels)
        if n_parts == best.n_clusters:
            return best
        return self.found(*self._annealed(self._level, best.labels, parts, n_parts))

    def _annealed(self, level: Level, start: CardArray, parts: CardArray, n_parts: int) -> Labeling:
        """Parts of clusters, contracted and annealed."""
        kernels = self._kernels
        small = kernels.contract(level, parts, n_parts)
        cooling = self._pace.overlay if self._is_mixed else OF_OVERLAY
        labels, n_clusters = self._cooled(small, kernels.projected(start, parts, n_parts), cooling)
        if self._is_mixed or self.is_large:
            labels, n_clusters = self._with_parts_moved(small, labels, n_clusters, 0)
        return self._descended(level, kernels.lifted(labels, parts), _SWEEPS_BACK)

    # ------------------------------------------------------------------------------------------------------ one level

    def _joined(self, level: Level, depth: int) -> Labeling:
        kernels = self._kernels
        is_mixed_part = self._is_mixed and depth > 0
        labels, n_clusters = self._cooled(level, None, OF_CLUSTERS if is_mixed_part else LOCAL)
        if self._is_mixed and depth == 0:
            labels, n_clusters = self._cooled(level, labels, self._pace.nodes)
        if n_clusters > _MAX_LEFT * level.n_nodes or n_clusters < 2 or depth == _MAX_LEVELS or self._run.expired():
            return labels, n_clusters
        small = kernels.contract(level, labels, n_clusters)
        if depth == 0 and self._is_mixed is None:
            self._is_mixed = _growth(level, small) > _MIXED_GROWTH
            if self._is_mixed:
                labels, n_clusters = self._cooled(level, labels, self._pace.nodes)
                small = kernels.contract(level, labels, n_clusters)
        joined, n_joined = self._joined(small, depth + 1)
        if n_joined == n_clusters:
            return labels, n_clusters
        return self._descended(level, kernels.lifted(joined, labels), _SWEEPS_BACK)

    def _with_parts_moved(self, level: Level, labels: CardArray, n_clusters: int, depth: int) -> Labeling:
        kernels = self._kernels
        parts, n_parts = self._descended(level, None, _SWEEPS_APART, walls=labels)
        if n_parts > _MAX_PARTS * level.n_nodes or depth == _MAX_LEVELS or self._run.expired():
            return labels, n_clusters
        small = kernels.contract(level, parts, n_parts)
        moved, n_moved = self._descended(small, kernels.projected(labels, parts, n_parts), _SWEEPS_BACK)
        moved, n_moved = self._with_parts_moved(small, moved, n_moved, depth + 1)
        return self._descended(level, kernels.lifted(moved, parts), _SWEEPS_BACK)

    def _cooled(self, level: Level, start: CardArray | None, cooling: Cooling) -> Labeling:
        n_sweeps = cooling.n_sweeps
        steps = (sweep / max(1, n_sweeps - 1) for sweep in range(n_sweeps))
        temperatures = [int(self._unit * cooling.hot * (cooling.cold / cooling.hot) ** step) for step in steps]
        return self._moved(level, start, temperatures, cooling.n_descents, None)

    def _descended(
        self, level: Level, start: CardArray | None, n_sweeps: int, walls: CardArray | None = None
    ) -> Labeling:
        return self._moved(level, start, [], n_sweeps, walls)

    def _moved(
        self,
        level: Level,
        start: CardArray | None,
        temperatures: list[int],
        n_descents: int,
        walls: CardArray | None,
    ) -> Labeling:
        """Sweeps, as many at a time as take a fraction of a second."""
        at_once = min(_MAX_SWEEPS, max(1, _ENTRIES_AT_ONCE // max(1, level.n_entries)))
        while True:
            now, temperatures = temperatures[:at_once], temperatures[at_once:]
            n_now = min(n_descents, at_once - len(now))
            n_descents -= n_now
            found: Labeling = self._kernels.moved(
                level, start, temperatures=now, n_descents=n_now, key=self._key(), walls=walls
            )
            if (not temperatures and not n_descents) or self._run.expired():
                return found
            start = found[0]

    # ------------------------------------------------------------------------------------------------------------

    def _better(self, a: Found, b: Found) -> Found:
        return b if b.energy < a.energy else a

    def _without_room(self, found: Found) -> Found:
        """What is found stays as it is: contracted problems with long rows take more memory than expected."""
        _logger.warning("the card has no memory left for a step of the search, which is left out")
        return found

    def _key(self) -> int:
        """A random word for each sweep."""
        self._state = (self._state * 6364136223846793005 + 1442695040888963407) % 2**64
        return self._state >> 32


def _growth(level: Level, small: Level) -> float:
    """How fast rows grow by contraction: 0 where neighbors share their neighbors, 1 where they share none."""
    if not small.n_entries:
        return 0.0
    rows = (small.n_entries / small.n_nodes) / (level.n_entries / level.n_nodes)
    return math.log(rows) / math.log(level.n_nodes / small.n_nodes)
