"""One method, ours or a peer, on one problem in a separate process, with the same seeds and the same time.

Ours is always ``fr.solve(problem)``, with nothing chosen but the time.
"""

from __future__ import annotations

import hashlib
import json
import logging
import random
import time
from collections.abc import Iterable
from typing import Any

import numpy as np
import numpy.typing as npt

import frenemy as fr
from harness.data.problems import Pairs
from harness.data.recipes import Recipe, make
from harness.measure import memory
from harness.measure.fresh_process import Cpu, Measured, fresh, medians
from harness.peers.clustering import PEERS, Peer
from harness.tables import Row

OURS = "frenemy"
KILL_AFTER = 120.0
LONG = 60.0  # CPU seconds; what takes longer is measured once

_log = logging.getLogger(__name__)


def compete(
    problem: str,
    recipe: Recipe,
    method: str,
    *,
    seeds: Iterable[int] = (0,),
    kill_after: float = KILL_AFTER,
    **arguments: Any,
) -> Row:
    """A row with medians over the seeds and all energies; or the reason why there are none.

    ``problem`` is what the row calls it.
    """
    if method != OURS and not PEERS[method].is_installed:
        return {"problem": problem, "method": f"{method} (not installed)"}
    runs: list[Measured] = []
    row: Row = {"problem": problem, "method": method}
    for seed in seeds:
        try:
            runs.append(fresh(cluster, kill_after=kill_after, recipe=recipe, method=method, seed=seed, **arguments))
        except TimeoutError:
            row["outcome"] = f"none in {kill_after:g} s"
        except RuntimeError as error:
            row["outcome"] = f"failed: {str(error).splitlines()[-1]}"
        if "outcome" in row or runs[-1]["seconds"] > LONG:
            break
    if runs:
        energies = [run["energy"] for run in runs]
        row = medians(runs) | {"best": min(energies), "worst": max(energies), "energies": energies} | row
        row["runs"] = len(runs)
    _log.info("%s", json.dumps({key: row.get(key) for key in ("problem", "method", "energies", "seconds", "outcome")}))
    return row


def cluster(
    recipe: Recipe,
    method: str,
    seed: int,
    seconds: float | None = None,
    target: float | None = None,
    target_of: str = "energy",
    threads: int = 1,
) -> Measured:
    """One pass, or a search for ``seconds``; reaching ``target`` ends it.

    ``target_of`` says what the target is: an energy, the weight inside clusters, or edits (see :func:`_as_energy`).
    """
    if method == OURS:
        return _ours(recipe, seed, seconds, target, target_of, threads)
    peer = PEERS[method].loaded()
    pairs = make(**recipe)
    if pairs.missing and not peer.takes_missing:
        raise ValueError(f"{method} cannot do without listing all pairs")
    if seconds is None:
        return _peer(peer, pairs, seed)
    return _peer_with_time(peer, pairs, seed, seconds, target, target_of)


def _as_energy(target: float, target_of: str, problem: fr.Problem) -> float:
    if target_of == "inside":
        return problem.total_weight - target
    if target_of == "edits":  # of a graph whose other pairs weigh -1
        return target - unlisted(problem)
    return target


def unlisted(problem: fr.Problem) -> int:
    """How many pairs are not listed; energy plus this is the number of edits."""
    return problem.n_nodes * (problem.n_nodes - 1) // 2 - problem.n_edges


def _answer(problem: fr.Problem, labels: npt.NDArray[Any]) -> Measured:
    contiguous = problem.check_labels(labels)
    return {
        "nodes": problem.n_nodes,
        "pairs": problem.n_edges,
        "energy": problem.energy(contiguous),
        "clusters": int(contiguous.max(initial=-1)) + 1,
        "labels": hashlib.sha256(contiguous.tobytes()).hexdigest(),
        "total_weight": problem.total_weight,
        "unlisted": unlisted(problem),
    }


# ---------------------------------------------------------------------------------------------------------------- ours


def _ours(
    recipe: Recipe, seed: int, seconds: float | None, target: float | None, target_of: str, threads: int
) -> Measured:
    start = memory.resident_mb()
    pairs = make(**recipe)
    with Cpu() as build:
        problem = pairs.problem()
    del pairs  # mapped files count as memory while they are open
    stop = None
    if seconds is not None or target is not None:
        goal = None if target is None else _as_energy(target, target_of, problem)
        stop = fr.Stop(seconds=seconds, target=goal)
    build_peak, before = memory.peak_mb(), memory.resident_mb()
    is_forgotten = memory.forget_peak()
    begin = time.perf_counter()
    with Cpu() as solve:
        result = fr.solve(problem, stop=stop, seed=seed, threads=threads)
    wall = time.perf_counter() - begin
    solve_peak = memory.peak_since_mb() if is_forgotten else None
    return {
        "build_seconds": build.seconds,
        "seconds": solve.seconds,
        "wall_seconds": wall,
        "outcome": result.status.name,
        "curve": _improvements((line.seconds, line.energy) for line in result.history),
        "start_mb": start,
        "before_mb": before,
        "solve_peak_mb": solve_peak,
        "peak_mb": max((peak for peak in (build_peak, solve_peak) if peak is not None), default=None),
        **_answer(problem, result.labels),
    }


def _improvements(history: Iterable[tuple[float, float]]) -> list[tuple[float, float]]:
    """Only strict improvements."""
    kept: list[tuple[float, float]] = []
    for seconds, energy in history:
        if not kept or energy < kept[-1][1]:
            kept.append((seconds, energy))
    return kept


# --------------------------------------------------------------------------------------------------------------- peers


def _peer(peer: Peer, pairs: Pairs, seed: int) -> Measured:
    with Cpu() as build:
        built = peer.build(pairs)
    with Cpu() as solve:
        labels = peer.run(built, seed)
    peak = memory.peak_mb()  # before the problem of ours is built, which says the energy
    answer = _answer(pairs.problem(), labels)
    return {
        "build_seconds": build.seconds,
        "seconds": solve.seconds,
        "outcome": "by itself",
        "curve": [(solve.seconds, answer["energy"])],
        "peak_mb": peak,
        **answer,
    }


def _peer_with_time(
    peer: Peer, pairs: Pairs, seed: int, seconds: float, target: float | None, target_of: str
) -> Measured:
    """Restart with a new seed, or continue, until the CPU time is used up; a started run may end late."""
    problem = pairs.problem()
    goal = -np.inf if target is None else _as_energy(target, target_of, problem)
    with Cpu() as build:
        built = peer.build(pairs)
    seeds = random.Random(seed)
    used, tries = 0.0, 0
    best: npt.NDArray[Any] | None = None
    curve: list[tuple[float, float]] = []
    while used < seconds and (not curve or curve[-1][1] > goal):
        with Cpu() as solve:
            if peer.timed is not None:
                labels = peer.timed(built, seed, seconds)
            else:
                labels = (peer.go_on or peer.run)(built, seeds.getrandbits(31))
        used += solve.seconds
        tries += 1
        energy = problem.energy(labels)
        if not curve or energy < curve[-1][1]:
            best = labels
            curve.append((used, energy))
    assert best is not None
    return {
        "build_seconds": build.seconds,
        "seconds": used,
        "tries": tries,
        "outcome": "time used",
        "curve": curve,
        **_answer(problem, best),
    }
