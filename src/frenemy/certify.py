"""What is sure: pairs that are together, or apart, in a best clustering, whatever it is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from frenemy import _core
from frenemy.apart import pair_keys
from frenemy.convert import as_problem
from frenemy.costs import is_closed, relative_gap
from frenemy.problem import Labels, Problem
from frenemy.reductions import expected_seconds, reduce_within
from frenemy.restricted import repelled_problem
from frenemy.run import Progress, Run, Status, Stop, cancel_on_interrupt
from frenemy.solvers import DEFAULT
from frenemy.task import commonest

_Bools = npt.NDArray[np.bool_]

_ROUNDING = 1e-10  # of all weights
_SHARE_RULES = 0.25  # of the time, at most
_SHARE_SEARCH, _SHARE_BOUND = 0.15, 0.5  # of the time left, in each turn
_LOOKS_PER_PAIR, _FEWEST_LOOKS = 100, 1_000_000
_NEAR = 1e-5  # a gap that leaves few pairs undecided: they are quicker to solve than to bound
_WORTH_A_TURN = 0.02  # of the nodes must have become one with another


@dataclass(frozen=True, eq=False)
class Certificate:
    """What holds in at least one best clustering, all of it in the same one.

    Attributes
    ----------
    together : (n_nodes,) int32
        Nodes with the same number are together; as labels, ``0..k-1`` by first appearance. The problem that is left to
        solve is ``problem.contract(together).problem``.
    is_together, is_apart : (n_edges,) bool
        Which of the listed pairs are, in the order of ``problem.edges()``.
    is_settled : (n_nodes,) bool
        Nodes of which every listed pair is one or the other.
    labels : (n_nodes,) int32
        A clustering that agrees with all of it: the best one found.
    energy, lower_bound : float
        Its energy, and what no clustering goes below. Where they meet, the clustering is a best one, and all is sure.
    status : Status
        Why it ended; ``OPTIMAL`` if all is sure.
    seconds : float
        Wall-clock time.
    """

    together: Labels
    is_together: _Bools
    is_apart: _Bools
    is_settled: _Bools
    labels: Labels
    energy: float
    lower_bound: float
    status: Status
    seconds: float

    @property
    def gap(self) -> float:
        """How far the energy may be from the best there is, as a share of the larger of the two."""
        return relative_gap(self.energy, self.lower_bound)

    @property
    def share_of_pairs(self) -> float:
        """The share of the listed pairs that are sure; 1 if there are none."""
        return _share(self.is_together | self.is_apart)

    @property
    def share_of_nodes(self) -> float:
        """The share of the nodes that are settled; 1 if there are none."""
        return _share(self.is_settled)

    def __repr__(self) -> str:
        return (
            f"Certificate(pairs={self.share_of_pairs:.1%}, nodes={self.share_of_nodes:.1%}, gap={self.gap:.2%}, "
            f"status={self.status.name}, seconds={self.seconds:.3g})"
        )


def _share(sure: _Bools) -> float:
    return float(sure.mean()) if len(sure) else 1.0


def certify(
    problem: Any,
    *,
    start: npt.ArrayLike | None = None,
    stop: Stop | None = None,
    seed: int = 0,
    threads: int = 1,
) -> Certificate:
    """Which pairs are surely together, and which surely apart?

    Two kinds of proof take turns. Exact rules (:func:`frenemy.reduce`) find nodes that some best clustering has
    together. A lower bound (:func:`frenemy.lower_bound`) tells what a clustering costs at least that goes against a
    pair: if that is as much as a clustering that has been found, and this one agrees with the pair, the pair is sure.
    Where bound and clustering meet, all pairs are. Hard constraints count as sure.

    Parameters
    ----------
    problem : Problem, scipy.sparse or dense matrix, networkx or igraph graph
    start : (n_nodes,) int, optional
        Labels to begin with, such as those of a result.
    stop : Stop, optional
        Limits: more time finds better clusterings and bounds, and so more that is sure. Without any, one quick turn
        after the other is made for as long as each brings something. ``rounds`` are turns; ``stall`` and ``target`` are
        not used.
    seed, threads : int
        As for :func:`solve`.

    Examples
    --------
    Two triangles that are sure, and a pair between them that repels:

    >>> import frenemy as fr
    >>> problem = fr.Problem.from_edges([0, 1, 0, 3, 4, 3, 2], [1, 2, 2, 4, 5, 5, 3], [2, 2, 2, 3, 3, 3, -1])
    >>> certificate = fr.certify(problem)
    >>> certificate.together, certificate.share_of_pairs
    (array([0, 0, 0, 1, 1, 1], dtype=int32), 1.0)
    """
    stop = stop or Stop()
    whole = as_problem(problem)
    run = Run(Stop(seconds=stop.seconds), seed=seed, threads=threads)
    labels = None if start is None else whole.check_labels(start, name="start")
    with cancel_on_interrupt(run):
        plain, node, offset = repelled_problem(whole)
        turns = _Turns(plain, run, stop)
        if labels is not None:
            turns.begin_with(commonest(node, labels, plain.n_nodes))
        turns.take()
    return turns.certificate(whole, node, offset)


class _Turns:
    """The problem, with what is sure contracted, and the best clustering of it."""

    def __init__(self, problem: Problem, run: Run, stop: Stop) -> None:
        self.problem = problem
        self.run = run
        self.stop = stop
        # Of each of the first problem's nodes, the one it is in now.
        self.node: Labels = np.arange(problem.n_nodes, dtype=np.int32)
        self.labels: Labels = np.zeros(problem.n_nodes, np.int32)
        self.energy = 0.0
        self.bound = problem.repelling_weight
        self.apart: npt.NDArray[np.int64] = np.empty(0, np.int64)  # keys of pairs that are left, sorted

    def begin_with(self, labels: Labels) -> None:
        self.labels, self.energy = labels, self.problem.energy(labels)

    def take(self) -> None:
        n_turns = 0
        while not self.run.expired() and n_turns != self.stop.rounds:
            n_turns += 1
            n_before = self.problem.n_nodes
            if self.stop.seconds is None or expected_seconds(self.problem) < _SHARE_RULES * self.stop.seconds:
                self._merge_by_rules()
            self._solve()
            bound = self._bound()
            if self.is_proven or self.run.expired():
                return
            self._decide(bound.paid, bound.slack())
            if self.problem.n_nodes > (1.0 - _WORTH_A_TURN) * n_before:
                return

    @property
    def is_proven(self) -> bool:
        return is_closed(self.energy, self.bound)

    def _merge_by_rules(self) -> None:
        reduction = reduce_within(self.problem, self.run)
        if reduction is None:
            return
        # Nodes that share a label though those of the kernel all differ have become one.
        together = reduction.lift(np.arange(reduction.problem.n_nodes))
        if self._contract(together):
            self.energy = self.problem.energy(self.labels)
            self.apart = self.apart[:0]  # the rules may have kept another best clustering than the one with these apart

    def _solve(self) -> None:
        inner = self.run.inner(_go_on, stop=self._share_of_time(_SHARE_SEARCH))
        labels = DEFAULT(self.problem, self.labels, inner)
        energy = self.problem.energy(labels)
        if energy <= self.energy:
            self.labels, self.energy = labels, energy

    def _bound(self) -> _core.LowerBound:
        core = _core.LowerBound(self.problem.graph)
        limit = self._share_of_time(_SHARE_BOUND)
        inner = self.run.inner(lambda p: relative_gap(self.energy, -p.energy) <= _NEAR, stop=limit)
        core.pack(max(_FEWEST_LOOKS, _LOOKS_PER_PAIR * self.problem.n_edges), inner.core)
        if limit.seconds is not None and not inner.is_stopped:
            core.search(inner.core)
        self.bound = max(self.bound, core.value)
        return core

    def _share_of_time(self, share: float) -> Stop:
        if self.stop.seconds is None:
            return Stop()
        return Stop(seconds=share * max(0.0, self.stop.seconds - self.run.seconds))

    def _decide(self, paid: float, slack: npt.NDArray[np.float64]) -> None:
        """Contract what is surely together, and note what is surely apart.

        ``slack`` is how much more than what is ``paid`` in any case it costs at least to go against each listed pair.

        A pair is sure if going against it costs as much as what has been found, which agrees with it: then either what
        has been found is a best clustering, or all best ones agree. Parts that no pair connects have bounds of their
        own: each conflict has one repelling pair, so what has been paid by these is what the part's conflicts pay.
        """
        if not len(slack):
            return
        u, v, w = self.problem.edges()
        gap = np.full(len(w), self.energy - paid)
        if self.problem.missing == 0.0:
            part = self.problem.connected_parts(np.zeros(self.problem.n_nodes, np.int32))
            cost = np.where(self.labels[u] != self.labels[v], w, 0.0)
            paid_by = np.where(w < 0, w + (np.abs(w) - slack), 0.0)
            gap = np.bincount(part[u], weights=cost - paid_by, minlength=1)[part[u]]
        is_whole = _is_whole(self.problem, w)
        # Whole energies: what costs more than one less costs as much. Others: what is that close is not sure.
        tolerance = _ROUNDING * np.abs(w).sum() - (1.0 if is_whole else 0.0)
        is_dear = slack >= gap + tolerance
        are_together = self.labels[u] == self.labels[v]
        is_apart = is_dear & ~are_together & (w < 0)
        u_apart, v_apart = u[is_apart], v[is_apart]
        is_together = is_dear & are_together & (w > 0)
        node = _components(u[is_together], v[is_together], self.problem.n_nodes)
        self._contract(node)
        self.apart = np.unique(_keys(node[u_apart], node[v_apart]))

    def _contract(self, together: Labels) -> bool:
        """Whether anything became one; then the labels are those of the first node of each."""
        if int(together.max(initial=-1)) + 1 == self.problem.n_nodes:
            return False
        contraction = self.problem.contract(together)
        first = np.unique(contraction.labels, return_index=True)[1]
        self.labels = self.labels[first]
        self.problem = contraction.problem
        self.node = contraction.labels[self.node]
        return True

    def certificate(self, whole: Problem, node: Labels, offset: float) -> Certificate:
        """In terms of the user's problem, each of whose nodes is one of the first problem's."""
        node = self.node[node]
        u, v, _ = whole.edges()
        kept = self.labels
        if self.problem.missing <= 0.0:  # as _are_apart says; it can only lower the energy
            kept = _core.attracted_parts(self.problem.graph, kept)
        labels = whole.check_labels(kept[node])
        if self.is_proven:
            together = labels
            is_together = labels[u] == labels[v]
            is_apart = ~is_together
        else:
            together = whole.check_labels(node)
            is_together = node[u] == node[v]
            is_apart = ~is_together & self._are_apart(node[u], node[v])
        doubtful = ~(is_together | is_apart)
        energy = whole.graph.energy(labels)
        is_settled = np.ones(whole.n_nodes, bool)
        is_settled[u[doubtful]] = is_settled[v[doubtful]] = False
        return Certificate(
            together=together,
            is_together=is_together,
            is_apart=is_apart,
            is_settled=is_settled,
            labels=labels,
            energy=energy,
            lower_bound=min(self.bound + offset, energy),
            status=Status.OPTIMAL if self.is_proven else self.run.status,
            seconds=self.run.seconds,
        )

    def _are_apart(self, u: Labels, v: Labels) -> _Bools:
        """Which of these pairs of nodes that are left are surely apart: by the bound, or as nothing holds them."""
        known = np.isin(_keys(u, v), self.apart) if len(self.apart) else np.zeros(len(u), bool)
        if self.problem.missing <= 0.0:
            # Splitting a cluster where no attracting pair holds it together costs nothing.
            parts = _core.attracted_parts(self.problem.graph, np.zeros(self.problem.n_nodes, np.int32))
            known |= parts[u] != parts[v]
        return known


def _go_on(_: Progress) -> bool:
    return False


def _keys(u: Labels, v: Labels) -> npt.NDArray[np.int64]:
    return pair_keys(np.minimum(u, v), np.maximum(u, v))


def _is_whole(problem: Problem, weights: npt.NDArray[np.float64]) -> bool:
    numbers = (np.asarray([problem.missing]), problem.sizes, weights)
    return all(bool(np.all(x == np.floor(x)) and np.all(np.abs(x) < 1e6)) for x in numbers)


def _components(u: Labels, v: Labels, n_nodes: int) -> Labels:
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    graph = coo_array((np.ones(len(u), bool), (u, v)), shape=(n_nodes, n_nodes))
    return connected_components(graph, directed=False)[1].astype(np.int32)
