"""Pairs that are on the card, or go there as they are, to labels on the card."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from frenemy.problem.checked_arrays import MAX_NODES, finite_number, floats, shown, whole_number
from frenemy.run import Round, Run, Status, Stop, as_stop, cancel_on_interrupt
from frenemy.solvers.gpu.card import check_memory, load_cupy
from frenemy.solvers.gpu.card_kernels import CardKernels
from frenemy.solvers.gpu.dominated_nodes import without_dominated
from frenemy.solvers.gpu.gpu_evolve import GpuEvolve
from frenemy.solvers.gpu.gpu_multilevel import GpuMultilevel
from frenemy.solvers.gpu.level import CardArray, FixedPoint, typical_weight
from frenemy.solvers.gpu.problem_on_card import ProblemOnCard, whole_missing
from frenemy.solvers.gpu.search import Found, Search

_SAMPLED = 4096
_ON_CARD = np.empty(0, np.int32)  # for the log: the labels of rounds stay on the card


@dataclass(frozen=True, eq=False)
class CardResult:
    """
    Attributes
    ----------
    labels : (n_nodes,) int32
        ``0..k-1``, a CuPy array.
    n_clusters : int
    energy : float
    status : Status
    history : tuple of Round
    seconds : float
    build_seconds : float
        Of these, those until all rows were on the card.
    """

    labels: Any
    n_clusters: int
    energy: float
    status: Status
    history: tuple[Round, ...]
    seconds: float
    build_seconds: float


def solve_on_card(
    u: Any,
    v: Any,
    w: Any,
    *,
    n_nodes: int | None = None,
    missing: float = 0.0,
    sizes: npt.ArrayLike | None = None,
    solver: GpuMultilevel | GpuEvolve | None = None,
    stop: Stop | float | str | None = None,
    seed: int = 0,
) -> CardResult:
    """Cluster pairs without a :class:`Problem`: from arrays to labels, all on an NVIDIA card.

    Parameters
    ----------
    u, v : (n_pairs,) int
        The two ends of each pair, ``0..n_nodes-1``, in any order. Arrays of NumPy are copied to the card; those of
        CuPy, and all that have ``__cuda_array_interface__`` or ``__dlpack__``, are used where they are if they are
        int32. Weights of repeated pairs add up; a pair of a node with itself has no effect.
    w : (n_pairs,) float
        The weight of each pair; finite. Used where it is if it is float64 and on the card.
    n_nodes, missing, sizes
        As in :meth:`Problem.from_edges`.
    solver : GpuMultilevel or GpuEvolve, optional
        By default the latter with a limit, and the former without.
    stop, seed
        As in :func:`frenemy.solve`.

    Returns
    -------
    CardResult
    """
    with_limits = as_stop(stop)
    run = Run(with_limits, seed=seed)
    cupy = load_cupy()
    left, right = _on_card(cupy, u, np.int32, "u"), _on_card(cupy, v, np.int32, "v")
    weights = _on_card(cupy, w, np.float64, "w")
    if not len(left) == len(right) == len(weights):
        raise ValueError(f"u, v and w must have the same length, got {len(left)}, {len(right)} and {len(weights)}")
    if n_nodes is None:
        n_nodes = 1 + max(int(left.max()), int(right.max())) if len(left) else 0
    n_nodes = whole_number(n_nodes, "n_nodes", maximum=MAX_NODES)
    missing = finite_number(missing, "missing")
    node_sizes = np.ones(n_nodes) if sizes is None else floats(sizes, "sizes")
    if len(node_sizes) != n_nodes or (node_sizes < 0.0).any():
        raise ValueError(f"sizes must be {n_nodes} numbers that are not negative, got {shown(sizes)}")
    if n_nodes == 0:
        return CardResult(cupy.empty(0, np.int32), 0, 0.0, Status.CONVERGED, (), run.seconds, run.seconds)
    card = _problem(cupy, left, right, weights, n_nodes, node_sizes, missing)
    cupy.cuda.get_current_stream().synchronize()
    build_seconds = run.seconds
    best: Found | None = None
    with cancel_on_interrupt(run):
        chosen = solver or (GpuMultilevel() if with_limits == Stop() else GpuEvolve())
        contracted = without_dominated(card)
        search = Search(contracted.card, run, chosen.pace)
        for found in chosen.rounds(search, None):
            best = found
            if run.core.round_done(found.energy, found.n_clusters, _ON_CARD):
                break
    assert best is not None
    if best.energy > 0.0:  # no better than one big cluster
        best = Found(cupy.zeros(contracted.card.level.n_nodes, np.int32), 1, 0.0)
    labels = contracted.lifted(best.labels)
    return CardResult(labels, best.n_clusters, best.energy, run.status, run.history, run.seconds, build_seconds)


def _on_card(cupy: Any, values: Any, kind: Any, name: str) -> CardArray:
    is_foreign = hasattr(values, "__dlpack__") and not hasattr(values, "__cuda_array_interface__")
    if is_foreign and not isinstance(values, np.ndarray):
        values = cupy.from_dlpack(values)
    array = cupy.asarray(values)
    if array.ndim != 1:
        raise ValueError(f"{name} must be one-dimensional, got shape {array.shape}")
    if kind is np.int32 and array.dtype.kind not in "iu":
        raise ValueError(f"{name} must be integers, got {array.dtype}")
    if kind is np.int32 and len(array) and (int(array.max()) >= MAX_NODES or int(array.min()) < 0):
        bad = int(cupy.argmax((array >= MAX_NODES) | (array < 0)))
        raise ValueError(f"node ids must be in 0..{MAX_NODES - 1}, got {int(array[bad])} at edge {bad} of {name}")
    return cupy.ascontiguousarray(array, kind)


def _problem(
    cupy: Any,
    u: CardArray,
    v: CardArray,
    w: CardArray,
    n_nodes: int,
    sizes: npt.NDArray[np.float64],
    missing: float,
) -> ProblemOnCard:
    check_memory(n_nodes, 2 * len(u))
    kernels = CardKernels()
    degrees, bad = kernels.degrees(u, v, w, n_nodes)
    if bad is not None:
        ends, weight = (int(u[bad]), int(v[bad])), float(w[bad])
        if not np.isfinite(weight):
            raise ValueError(f"weights must be finite, got {weight} at edge {bad}")
        raise ValueError(f"node ids must be in 0..{n_nodes - 1}, got {ends[0]} and {ends[1]} at edge {bad}")
    largest = float(cupy.abs(w).max()) if len(w) else 0.0
    sample = w[:: max(1, -(-len(w) // _SAMPLED))].get()
    fixed = FixedPoint.of(largest, typical_weight(sample), int(degrees.max()), 2 * len(u))
    whole, unit = whole_missing(sizes, missing)
    on_card = cupy.asarray(whole) if missing != 0.0 else None
    level = kernels.level_of_pairs(u, v, w, degrees, on_card, unit * fixed.scale, fixed)
    excess = w if missing == 0.0 else w - missing * cupy.asarray(sizes)[u] * cupy.asarray(sizes)[v]
    return ProblemOnCard(kernels, level, lambda *labels: kernels.energies_of_pairs(u, v, excess, *labels), unit)
