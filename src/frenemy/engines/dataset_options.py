"""The options of :func:`frenemy.solve_dataset`."""

from __future__ import annotations

import hashlib
import math
import os
import pickle
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, Literal

from frenemy.engines.executors.executor import Executor
from frenemy.engines.pairs.row_weights import Weigh
from frenemy.problem.checked_arrays import number
from frenemy.tables.options import TableOptions, option

if TYPE_CHECKING:
    import distributed

_NO_CHANGE = ("client", "scratch", "on_stage")  # they do not change the result


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
    query: str | None = option(
        None,
        "For a DuckDB database or connection: the name of a table, or a SELECT. By default its only table.",
    )
    client: Executor | distributed.Client | str | int | None = option(
        None,
        'The number of processes on this machine, the address of a Dask scheduler (``"tcp://host:8786"``) or of a Ray '
        'cluster (``"ray://host:10001"``), or an executor. By default this process does all the work; for a Dask frame '
        "Dask's current client.",
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

    def identity(self) -> dict[str, str]:
        """A token of each option that changes the result, the same in every process as far as its type allows."""
        return {one.name: _token(getattr(self, one.name)) for one in fields(self) if one.name not in _NO_CHANGE}


def _token(value: Any) -> str:
    try:
        return hashlib.sha256(pickle.dumps(value)).hexdigest()
    except (pickle.PicklingError, TypeError, AttributeError):
        return repr(value)
