"""The result of a solve."""

from __future__ import annotations

import os
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from frenemy.bounds import LowerBound, lower_bound
from frenemy.bounds.gap import is_closed, relative_gap
from frenemy.html_card import card, number_text, size_bars
from frenemy.problem import Labels, Problem
from frenemy.run import BoundRound, Round, Status, Stop, as_stop
from frenemy.solvers import Solver
from frenemy.solving.certify import certify
from frenemy.solving.oddities import oddities

_NEAR = 1e-4  # a gap that more work may close


class Costs:
    """Energy, bounds and history of a result.

    A solve with few free nodes reads only their pairs, so it knows energies up to a constant. ``whole`` then computes
    the energy of the result from all pairs; it is called once, when one of the numbers is first needed.
    """

    def __init__(
        self,
        energy: float,
        bounds: Iterable[BoundRound],
        history: Iterable[Round],
        whole: Callable[[], float] | None = None,
    ) -> None:
        self._energy = energy
        # A bound above the energy, or within rounding of it, equals it.
        self._bounds = tuple(BoundRound(b.seconds, energy if is_closed(energy, b.bound) else b.bound) for b in bounds)
        self._history = tuple(history)
        self._whole = whole

    @cached_property
    def energy(self) -> float:
        return self._energy if self._whole is None else self._whole()

    @cached_property
    def lower_bound(self) -> float:
        return self.bounds[-1].bound

    @cached_property
    def bounds(self) -> tuple[BoundRound, ...]:
        if self._whole is None:
            return self._bounds
        return tuple(BoundRound(b.seconds, b.bound + self._left_out) for b in self._bounds)

    @cached_property
    def history(self) -> tuple[Round, ...]:
        if self._whole is None:
            return self._history
        return tuple(Round(r.seconds, r.energy + self._left_out, r.n_clusters) for r in self._history)

    @property
    def _left_out(self) -> float:
        return self.energy - self._energy

    def __reduce__(self) -> tuple[Any, ...]:
        return Costs, (self.energy, self.bounds, self.history)


@dataclass(frozen=True, eq=False)
class Result:
    """The result of a solve.

    Attributes
    ----------
    labels : (n_nodes,) int32
        The cluster of each node, ``0..n_clusters-1`` by first appearance.
    n_clusters : int
    energy : float
        Weight of all pairs in different clusters; lower is better, one big cluster has 0.
    lower_bound : float
        No clustering has a lower energy. With constraints or ``free``, this holds for the clusterings that respect
        them.
    status : Status
        Why it ended.
    history : tuple of Round
        Seconds, energy and number of clusters after each round; with constraints, after each round whose labels
        respected them.
    bounds : tuple of BoundRound
        Seconds and bound, each time the bound rose.
    seconds : float
        Wall-clock time.
    seed : int
    solver : Solver
        The solver that ran: the one you chose, or the one that was picked.
    costs : Costs
        Energy, bounds and history. After a solve with ``free``, they are summed over all pairs when
        first needed.
    problem : Problem
        The problem that was solved.
    warnings : tuple of str
        What looks odd about the problem or the clusters, one sentence each; usually empty.
    labels_by_id : dict
        The cluster of each id; without ids, of each node number.
    """

    labels: Labels
    n_clusters: int
    costs: Costs
    status: Status
    seconds: float
    seed: int
    solver: Solver
    problem: Problem = field(repr=False)

    @property
    def energy(self) -> float:
        return self.costs.energy

    @property
    def lower_bound(self) -> float:
        return self.costs.lower_bound

    @property
    def history(self) -> tuple[Round, ...]:
        return self.costs.history

    @property
    def bounds(self) -> tuple[BoundRound, ...]:
        return self.costs.bounds

    @property
    def gap(self) -> float:
        """The relative gap between energy and lower bound; 0 if the clustering is optimal."""
        return relative_gap(self.energy, self.lower_bound)

    @cached_property
    def warnings(self) -> tuple[str, ...]:
        return oddities(self.problem, self.labels)

    @cached_property
    def labels_by_id(self) -> dict[Hashable, int]:
        return dict(zip(self._ids, self.labels.tolist(), strict=True))

    def clusters(self) -> list[list[Any]]:
        """The ids of each cluster, in the order of the labels; without ids, the node numbers.

        Examples
        --------
        >>> import frenemy as fr
        >>> fr.solve({("ann", "bob"): 2.0, ("bob", "cid"): -1.0}).clusters()
        [['ann', 'bob'], ['cid']]
        """
        found: list[list[Any]] = [[] for _ in range(self.n_clusters)]
        for one, label in zip(self._ids, self.labels.tolist(), strict=True):
            found[label].append(one)
        return found

    def to_frame(self) -> Any:
        """A pandas table with one row per node: ``id`` and ``cluster``."""
        try:
            import pandas
        except ImportError as error:
            raise ImportError("to_frame needs pandas: pip install pandas; labels_by_id needs nothing") from error
        ids = pandas.Series(list(self._ids), dtype=object).infer_objects()  # tuples stay ids, not columns
        return pandas.DataFrame({"id": ids, "cluster": self.labels})

    @property
    def _ids(self) -> Sequence[Hashable]:
        return range(len(self.labels)) if self.problem.ids is None else self.problem.ids

    def bounded(self, *, stop: Stop | float | str | None = None) -> Result:
        """The same result after more work on its bound: :func:`lower_bound`, with its ``stop``.

        It ignores constraints and fixed nodes, so the bound holds for all clusterings.

        Examples
        --------
        >>> import frenemy as fr
        >>> problem, _ = fr.affinity.planted(100, seed=1)
        >>> result = fr.solve(problem)
        >>> result.bounded(stop=fr.Stop(seconds=0.5)).gap <= result.gap
        True
        """
        stop = None if stop is None else as_stop(stop)
        target = self.energy if stop is None or stop.target is None else stop.target
        found = lower_bound(self.problem, stop=None if stop is None else replace(stop, target=target))
        bounds = [(b.seconds, b.bound) for b in found.history]
        if _is_near(self.energy, found.value):
            bounds.append(self._settled(found, stop))
        later = [BoundRound(self.seconds + s, bound) for s, bound in bounds if bound > self.lower_bound]
        costs = Costs(self.energy, [*self.bounds, *later], self.history)
        status = Status.OPTIMAL if is_closed(self.energy, costs.lower_bound) else self.status
        return replace(self, costs=costs, status=status)

    def _settled(self, found: LowerBound, stop: Stop | None) -> tuple[float, float]:
        """Close the rest of a small gap, which depends on few pairs."""
        left = Stop(seconds=None if stop is None or stop.seconds is None else max(0.0, stop.seconds - found.seconds))
        certificate = certify(Problem(self.problem.graph), start=self.labels, stop=left)
        return found.seconds + certificate.seconds, certificate.lower_bound

    def report(self, path: str | os.PathLike[str], *, ids: Any = None, title: str | None = None) -> None:
        """Write an HTML page that shows the clusters and says how sure they are.

        Parameters
        ----------
        path : path
            One file with everything in it; it needs no network and no other files.
        ids : (n_nodes,) sequence, optional
            The name of each node; by default its id in the problem, or its number.
        title : str, optional
            The heading of the page.

        Examples
        --------
        >>> import os, tempfile, frenemy as fr
        >>> result = fr.solve(fr.Problem.from_edges([0, 1], [1, 2], [2.0, -1.0]))
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     path = os.path.join(folder, "report.html")
        ...     result.report(path, ids=["ann", "bob", "carl"], title="Three friends")
        ...     os.listdir(folder)
        ['report.html']
        """
        from frenemy.report import write_report

        write_report(self, path, ids=self.problem.ids if ids is None else ids, title=title)

    def _repr_html_(self) -> str:
        """The numbers and the sizes of the clusters, for notebooks."""
        facts = [
            ("clusters", number_text(self.n_clusters)),
            ("nodes", number_text(len(self.labels))),
            ("energy", number_text(self.energy)),
            ("lower bound", number_text(self.lower_bound)),
            ("gap", f"{self.gap:.2%}"),
            ("status", self.status.name),
            ("seconds", f"{self.seconds:.3g}"),
            ("solver", repr(self.solver)),
        ]
        return card("Result", facts, size_bars(self.labels), warnings=self.warnings)

    def __repr__(self) -> str:
        return (
            f"Result(n_clusters={self.n_clusters}, energy={self.energy:.6g}, lower_bound={self.lower_bound:.6g}, "
            f"status={self.status.name}, seconds={self.seconds:.3g})"
        )


def _is_near(energy: float, bound: float) -> bool:
    return 0.0 < relative_gap(energy, bound) <= _NEAR and not is_closed(energy, bound)
