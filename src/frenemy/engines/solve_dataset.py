"""Clusters pairs in Parquet files that do not fit in memory."""

from __future__ import annotations

import math
import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from frenemy.engines.budget import read_memory
from frenemy.engines.dask_frames import accept_dask_frames
from frenemy.engines.dataset_evidence import EvidenceOptions
from frenemy.engines.dataset_job import DatasetJob
from frenemy.engines.dataset_result import DatasetResult
from frenemy.engines.executors.executor import Executor
from frenemy.engines.executors.open_executor import open_executor
from frenemy.engines.finished_run import finish_once
from frenemy.engines.pairs.dataset_files import list_files, open_dataset
from frenemy.engines.pairs.dataset_values import decide_dataset_values
from frenemy.engines.pairs.known_links import read_links
from frenemy.engines.pairs.row_weights import Weigh
from frenemy.engines.scratch.checkpointed_stages import CheckpointedStages
from frenemy.engines.scratch.scratch_folder import scratch_folder
from frenemy.io.kept_inputs import refuse_overwriting
from frenemy.problem.checked_arrays import number
from frenemy.solvers.automatic import SMALL_GROUPS
from frenemy.tables.columns import find_pair_columns
from frenemy.tables.option_parameters import takes_options
from frenemy.tables.options import ColumnOptions, KnownValues, TableOptions, option
from frenemy.tables.weighing.value_kind import evidence_defaults

if TYPE_CHECKING:
    import distributed


@dataclass(frozen=True, kw_only=True)
class DatasetOptions(TableOptions):
    """What :func:`frenemy.solve_dataset` takes."""

    calibration: Literal["auto", "none"] = option(
        "auto", '"auto" calibrates the scores by how well pairs agree with each other; "none" keeps them.'
    )
    weights: Weigh | None = option(
        None,
        "A function from log-odds in nats to weights, instead of a calibration, such as ``log_odds`` of "
        ":func:`frenemy.affinity.fit_isotonic`. It must never decrease.",
    )
    client: Executor | distributed.Client | str | int | None = option(
        None,
        'The number of processes on this machine, the address of a Dask scheduler (``"tcp://host:8786"``) or of a Ray '
        'cluster (``"ray://host:10001"``), or an executor. By default this process does all the work.',
    )
    memory_limit: str | int = option("4GB", "The total memory of all processes on one machine.")
    scratch: str | os.PathLike[str] | None = option(
        None,
        "A folder for intermediate files, about as large as the pairs, that all workers can reach. An interrupted run "
        "resumes with the same folder, with any client. After a run only small files stay. With them, the same call "
        "returns at once as long as the labels exist. By default a temporary folder.",
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.missing != "auto" and not -math.inf < number(self.missing) <= 0.0:
            raise ValueError(
                f"missing must be at most 0, got {self.missing!r}: if unlisted pairs attract, there is one component"
            )
        if self.calibration not in ("auto", "none"):
            raise ValueError(
                f"calibration must be 'auto' or 'none', got {self.calibration!r}; for a calibration learned "
                "from labelled pairs, use weights="
            )


@accept_dask_frames
@takes_options(DatasetOptions)
def solve_dataset(pairs: Any, output: str | os.PathLike[str], /, *, options: DatasetOptions) -> DatasetResult:
    """Cluster pairs that do not fit in memory.

    Parameters
    ----------
    pairs : path, several, or dask.dataframe.DataFrame
        Parquet files: a folder, a pattern such as ``"big/*.parquet"``, or a list. Partitions of a Dask DataFrame are
        first written to ``scratch``.
    output : path
        A folder for the labels, in Parquet files of an id and ``cluster_id`` each.
    **options

    Examples
    --------
    >>> import tempfile
    >>> import pyarrow as pa, pyarrow.parquet as pq
    >>> import frenemy as fr
    >>> folder = tempfile.mkdtemp()
    >>> pairs = pa.table({"id_1": ["a", "b", "c"], "id_2": ["b", "c", "d"], "weight": [2.0, -1.0, 3.0]})
    >>> pq.write_table(pairs, f"{folder}/pairs.parquet")
    >>> found = fr.solve_dataset(f"{folder}/pairs.parquet", f"{folder}/labels", calibration="none", missing=0.0)
    >>> found.n_clusters, found.energy
    (2, -1.0)
    >>> sorted(found.table().column_names)
    ['cluster_id', 'id']
    """
    given = [pairs] if isinstance(pairs, (str, os.PathLike)) else list(pairs)
    refuse_overwriting({"output": os.fspath(output)}, {"pairs": [os.fspath(path) for path in given]})
    budget = read_memory(options.memory_limit)
    first = open_dataset(list_files(given)[:1], None)
    columns = find_pair_columns(first.schema.names, options.only(ColumnOptions))
    files = open_dataset(given, columns.needed)
    columns, values = decide_dataset_values(
        files,
        columns,
        is_missing_given=options.missing != "auto",
        are_scores=options.are_for_scores or options.weights is not None,
    )
    evidence = _evidence(options, columns.known_values)
    together, apart = (
        read_links(table, name, columns, files.schema)
        for name, table in (("must_link", options.must_link), ("cannot_link", options.cannot_link))
    )
    job = DatasetJob(
        files=files,
        columns=columns,
        values=values,
        budget=budget,
        threads=_threads(options.client),
        output=Path(output).absolute(),  # workers may have another working directory
        evidence=evidence,
        must_link=together,
        cannot_link=apart,
        nulls=options.nulls,
        solver=options.solver or SMALL_GROUPS,
        seed=options.seed,
    )
    about = {
        "files": [[name, os.path.getsize(name), os.stat(name).st_mtime_ns] for name in files.files],
        "columns": repr(columns),
        **{name: repr(value) for name, value in evidence._asdict().items()},
        "must_link": None if together is None else together.digest(),
        "cannot_link": None if apart is None else apart.digest(),
        "nulls": options.nulls,
        "solver": repr(job.solver),
        "seed": options.seed,
        "memory_limit": budget.memory,
        "output": os.path.abspath(output),
    }
    with scratch_folder(options.scratch, about) as folder, open_executor(options.client, folder) as executor:
        return finish_once(folder, job.output, lambda: job.run(CheckpointedStages(folder, executor, options.on_stage)))


def _threads(client: Any) -> int:
    """The threads of the engine: as many as processes on this machine, or its cores if tasks run elsewhere."""
    if client is None:
        return 1
    return client if isinstance(client, int) else os.cpu_count() or 1


def _evidence(options: DatasetOptions, values: KnownValues) -> EvidenceOptions:
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
