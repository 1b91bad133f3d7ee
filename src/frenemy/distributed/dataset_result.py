"""What was found for a dataset."""

from __future__ import annotations

from dataclasses import dataclass

from frenemy.apps.records.arrow import pa
from frenemy.apps.records.left_out import LeftOut
from frenemy.costs import relative_gap
from frenemy.distributed.dataset_files import list_files


@dataclass(frozen=True)
class DatasetResult:
    """What :func:`solve_dataset` found.

    Attributes
    ----------
    output : str
        The folder of the labels.
    n_nodes, n_clusters : int
    energy, lower_bound : float
        Of all pairs together, as of a result in memory.
    left_out : LeftOut
        What was read and what was left out.
    largest, n_single : int
        Nodes of the largest cluster, and clusters of one node.
    n_dropped : int
        Pairs between parts that no attracting pairs connect, which are cut whatever happens.
    n_tasks : int
        How many solves there were.
    n_large : int
        Parts that were too large for one task, and were solved in blocks.
    missing : float
        What a pair that is not listed weighs, in nats.
    told : tuple of str
        What scores were made of, and where ``missing`` is from, in plain words.
    """

    output: str
    n_nodes: int
    n_clusters: int
    energy: float
    lower_bound: float
    left_out: LeftOut
    largest: int
    n_single: int
    n_dropped: int
    n_tasks: int
    n_large: int
    missing: float
    told: tuple[str, ...]

    @property
    def gap(self) -> float:
        """How far the energy may be from the best there is, as a share of the larger of the two; 0 is optimal."""
        return relative_gap(self.energy, self.lower_bound)

    def table(self) -> pa.Table:
        """All labels; takes memory for all of them."""
        import pyarrow.parquet as pq

        return pa.concat_tables([pq.read_table(file) for file in list_files(self.output)])
