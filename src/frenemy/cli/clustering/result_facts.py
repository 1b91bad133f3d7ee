"""What summaries report about a solve, as text and as numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from frenemy.bounds.gap import gap_text
from frenemy.cli.clustering.cluster_job import ClusterJob
from frenemy.cli.clustering.solver_choice import changed_parameters, fields_of, name_of, shown
from frenemy.run import Status
from frenemy.solving import Result

if TYPE_CHECKING:
    from frenemy.engines.dataset_result import DatasetResult

_LARGE_GAP = 0.05


def how_sure(result: Result | DatasetResult) -> str:
    return "proved optimal" if result.gap == 0 else f"at most {gap_text(result.gap)} from the best possible"


def how_to_be_surer(job: ClusterJob, result: Result) -> str:
    """After one pass with a large gap: how to close it."""
    is_hint_useful = result.gap > _LARGE_GAP and job.stop.seconds is None
    return "; --seconds 30 searches longer, and proves more" if is_hint_useful else ""


def how_it_ended(result: Result) -> str:
    return {
        Status.CANCELLED: "interrupted, best so far",
        Status.TIME_LIMIT: "out of time, best so far",
    }.get(result.status, result.status.name.lower().replace("_", " "))


def solver_summary(job: ClusterJob, result: Result) -> str:
    """The solver that was chosen, with its non-default parameters, or what picked it; and the seed."""
    solver, picked_by = result.solver, _picked_by(job, result)
    if picked_by is not None:  # --json has the parameters
        return f"{name_of(solver)} (picked by {picked_by}), seed {result.seed}"
    words = [name_of(solver), *(f"{name}={shown(value)}" for name, value in changed_parameters(solver).items())]
    return " ".join(words) + f", seed {result.seed}"


def result_facts(job: ClusterJob, result: Result) -> dict[str, Any]:
    """For ``--json``."""
    parameters = {field.name: getattr(result.solver, field.name) for field in fields_of(type(result.solver))}
    return {
        "energy": result.energy,
        "lower_bound": result.lower_bound,
        "gap": result.gap,
        "status": result.status.name,
        "rounds": len(result.history),
        "seconds": result.seconds,
        "seed": result.seed,
        "picked_by": _picked_by(job, result),
        "solver": name_of(result.solver),
        "parameters": {key: value if _is_plain(value) else shown(value) for key, value in parameters.items()},
    }


def counted(n: int, thing: str) -> str:
    return f"{n:,} {thing}{'' if n == 1 else 's'}"


def _picked_by(job: ClusterJob, result: Result) -> str | None:
    """The solver that picked the one that ran; None if the user chose it."""
    return None if type(result.solver) is type(job.chosen) else name_of(job.chosen)


def _is_plain(value: Any) -> bool:
    return value is None or isinstance(value, (bool, int, float, str))
