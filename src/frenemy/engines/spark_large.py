"""Components of pairs in Spark that do not fit a task: this process, the driver, fetches and solves them.

Their numbered rows come piece by piece, into files of a temporary folder. From there on all is as for pairs in files:
a component is solved alone if it fits in memory then, and otherwise while its rows stream from disk.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from functools import cached_property, partial
from pathlib import Path
from typing import Any

import numpy as np

from frenemy.engines.budget import Budget
from frenemy.engines.components.connected_components import route_rows
from frenemy.engines.components.routing import Routed
from frenemy.engines.components.solve_task import SolveOptions, TaskOptions, links_inside
from frenemy.engines.dataset_evidence import DatasetEvidence
from frenemy.engines.relations.on_spark import OnSpark
from frenemy.engines.routed_tasks import RoutedTasks
from frenemy.engines.scratch.checkpointed_stages import CheckpointedStages
from frenemy.engines.scratch.partial_files import written_whole
from frenemy.engines.scratch.stored_arrays import open_array, save_array
from frenemy.problem.array_types import Ints, Ints32
from frenemy.solvers import Automatic, Solver
from frenemy.tables.arrow import pa

_ROWS = pa.schema([("u", pa.int32()), ("v", pa.int32()), ("score", pa.float64())])


class LargeOnDriver:
    """The components with more rows than a task may hold.

    The relation ``large`` holds their smallest nodes, as ``own``.

    Parameters
    ----------
    engine : OnSpark
    stages : CheckpointedStages
        Their folder is on a disk of this machine.
    routed : str
        All rows with their ``task`` and ``part``.
    n_tasks : int
        Rows within a component are in the tasks before.
    evidence : DatasetEvidence
    links : pair of (n_links, 2) int64
        Must-links and cannot-links.
    budget : Budget
    """

    def __init__(
        self,
        engine: OnSpark,
        stages: CheckpointedStages,
        routed: str,
        n_tasks: int,
        *,
        evidence: DatasetEvidence,
        links: tuple[Ints, Ints],
        budget: Budget,
    ) -> None:
        self._engine = engine
        self._stages = stages
        self._inside = f"SELECT * FROM ({routed}) AS placed WHERE task < {n_tasks}"
        self._evidence = evidence
        self._links = links
        self._budget = budget
        self.n_components = engine.store(
            "large",
            f"SELECT part AS own FROM ({self._inside}) AS inside GROUP BY part HAVING count(*) > {budget.pairs}",
        )
        #: The rows of all other tasks.
        self.others = f"""
            SELECT task, part, u, v, score, place FROM ({routed}) AS placed LEFT JOIN large ON part = own
            WHERE own IS NULL OR task >= {n_tasks}
            """

    def open_counts(self) -> list[dict[str, Any]]:
        """As of :class:`RoutedTasks`."""
        return self._tasks.open_counts()

    def solve(self, options: TaskOptions, solver: Solver | None) -> pa.Table:
        """The nodes, the smallest node of each node's cluster, and a row with facts as JSON."""
        must_link, cannot_link = (self._stages.folder / f"{name}.npy" for name in ("must_link", "cannot_link"))
        for own, file in zip(self._links, (must_link, cannot_link), strict=True):
            save_array(file, links_inside(self._nodes, own).astype(np.int32))
        own_options = SolveOptions(
            options.weighing,
            options.missing,
            options.solver,
            options.seed,
            must_link,
            cannot_link,
            solver or Automatic(),
        )
        roots = self._stages.folder / "roots.npy"
        facts = json.dumps(self._tasks.solve(own_options, roots).whole)
        return pa.table(
            {
                "node": np.append(self._nodes, -1),
                "root": np.append(self._nodes[open_array(roots)], -1),
                "facts": pa.array([None] * len(self._nodes) + [facts], pa.string()),
            }
        )

    @cached_property
    def _nodes_and_parts(self) -> tuple[Ints, Ints]:
        """The nodes in order, whose places are their numbers here, and the smallest node of each node's component."""
        n_nodes = self._engine.store("large_nodes", "SELECT node, part FROM parts JOIN large ON part = own")
        self._budget.check_nodes(n_nodes)
        found = pa.Table.from_batches(self._engine.batches("SELECT node, part FROM large_nodes", order="node"))
        return found.column("node").to_numpy(), found.column("part").to_numpy()

    @property
    def _nodes(self) -> Ints:
        return self._nodes_and_parts[0]

    @cached_property
    def _tasks(self) -> RoutedTasks:
        return RoutedTasks(self._stages, self._route(), self._evidence, n_nodes=len(self._nodes), budget=self._budget)

    def _route(self) -> Routed:
        parts, fetched = self._stages.folder / "parts.npy", self._stages.folder / "fetched.arrow"
        save_array(parts, self._places(self._nodes_and_parts[1]))
        self._engine.store(
            "large_rows", f"SELECT u, v, score, place FROM ({self._inside}) AS inside JOIN large ON part = own"
        )
        self._stages.here("fetch", partial(self._fetch, fetched))
        rows = partial(_read, fetched)
        found = route_rows(self._stages, rows, rows, parts, self._budget)
        fetched.unlink()
        return found

    def _fetch(self, file: Path) -> None:
        batches = self._engine.batches("SELECT u, v, score, place FROM large_rows", order="place")
        with written_whole(file) as partial_file, pa.ipc.new_stream(str(partial_file), _ROWS) as writer:
            for batch in batches:
                ends = (self._places(batch.column(end).to_numpy()) for end in "uv")
                writer.write_batch(pa.record_batch([*ends, batch.column("score")], schema=_ROWS))

    def _places(self, nodes: Ints) -> Ints32:
        return np.searchsorted(self._nodes, nodes).astype(np.int32)


def _read(file: Path) -> Iterator[pa.RecordBatch]:
    with pa.OSFile(str(file)) as source, pa.ipc.open_stream(source) as batches:
        yield from batches


def note(n_components: int) -> Iterable[str]:
    """What to say about such components, if there are any."""
    if n_components:
        yield (
            f"components too large for a task, and solved by the driver: {n_components:,}; a larger memory_limit or "
            "weights= by which fewer pairs attract leave more to the workers"
        )
