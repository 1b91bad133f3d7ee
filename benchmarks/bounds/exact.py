"""Optimal clusterings with a proof: problems and times; and the linear relaxation alone."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np

import frenemy as fr
from benchmarks.options import Options
from frenemy.bounds.gap import is_closed, relative_gap
from harness.data import real_data
from harness.data.problems import SHARED_GENERATOR
from harness.data.recipes import Recipe, make
from harness.measure.fresh_process import Cpu, Measured, fresh
from harness.tables import Column, Row, Table

LARGEST_CLIQUES = 100  # nodes
LIMIT = 60.0  # seconds, for networks and the relaxation
RELAXED = ("syn750_s01", "syn750_s02", "syn750_s05", "syn750_s10", "syn750_s20", "syn750_s50")
QUICK: dict[str, Recipe] = {
    "planted": {"name": "planted_chunks", "n_nodes": 40, "n_clusters": 4, "degree": 6},
}


def tables(options: Options) -> Iterator[Table]:
    """Problems of the available data, and generated ones."""
    quick = {name: QUICK[name] for name in options.chosen(QUICK)} if options.quick else {}
    networks = quick | ({} if options.quick else _networks(options))
    if networks:
        yield _networks_table(networks)
    if not options.quick:
        for table in (_small_table(options), _cliques_table(options), _editing_table(options)):
            if table is not None:
                yield table
    relaxed = quick or {name: {"name": "shared", "problem": name} for name in options.chosen(RELAXED)}
    if relaxed and (quick or SHARED_GENERATOR.exists()):
        yield _relaxation_table(relaxed)


# ------------------------------------------------------------------------------------------------------- one problem


def prove(recipe: Recipe, seconds: float, relaxation: bool = False) -> Measured:
    return proof_of(make(**recipe).problem(), seconds, relaxation)


def proof_of(problem: fr.Problem, seconds: float, relaxation: bool = False) -> Measured:
    """Energy and bound of the solver alone, without the extras of :func:`frenemy.solve`."""
    solver: fr.Solver = fr.comparators.LPRelaxation() if relaxation else fr.Exact()
    run = fr.Run(fr.Stop(seconds=seconds))
    began = time.perf_counter()
    with Cpu() as work:
        labels = solver(problem, np.zeros(problem.n_nodes, np.int32), run)
    energy = problem.energy(labels)
    return {
        "method": type(solver).__name__,
        "nodes": problem.n_nodes,
        "pairs": problem.n_edges,
        "energy": energy,
        "bound": run.lower_bound,
        "gap": relative_gap(energy, run.lower_bound),
        "is_proven": is_closed(energy, run.lower_bound),
        "seconds": work.seconds,
        "wall_seconds": time.perf_counter() - began,
    }


# ------------------------------------------------------------------------------------------------- networks and images


def _networks(options: Options) -> dict[str, Recipe]:
    if not real_data.is_there("signed"):
        return {}
    return {name: {"name": "signed_network", "network": name} for name in options.chosen(("congress", "bitcoinotc"))}


def _networks_table(networks: dict[str, Recipe]) -> Table:
    rows = [{"problem": name} | fresh(prove, recipe=recipe, seconds=LIMIT) for name, recipe in networks.items()]
    return Table(
        title="Exact: networks",
        aim=f"Aim: the optimum of bitcoinotc, -20441, proven within 30 s. Limit {LIMIT:g} s.",
        columns=(
            Column("problem", "problem"),
            Column("nodes", "nodes", ",.0f"),
            Column("pairs", "pairs", ",.0f"),
            Column("energy", "energy", ",.0f"),
            Column("bound", "bound", ",.1f"),
            Column("is_proven", "proven"),
            Column("seconds", "CPU s", ".3g"),
            Column("wall_seconds", "s", ".3g"),
        ),
        rows=rows,
    )


def small_file(file: str, seconds: float) -> Measured:
    """All problems of a file of small ones with known optima."""
    found = []
    for instance in json.loads(Path(file).read_text(encoding="utf-8")):
        u, v, w = zip(*instance["edges"], strict=True)
        problem = fr.Problem.from_edges(np.array(u, int), np.array(v, int), w, n_nodes=instance["n"])
        one = proof_of(problem, seconds)
        one["is_reached"] = abs(one["energy"] - instance["cplex"]) <= 1e-6 * max(1.0, abs(instance["cplex"]))
        found.append(one)
    return {
        "method": "Exact",
        "instances": len(found),
        "reached": sum(one["is_reached"] for one in found),
        "proven": sum(one["is_proven"] for one in found),
        "seconds": sum(one["seconds"] for one in found),
        "slowest": max(one["seconds"] for one in found),
    }


def _small_table(options: Options) -> Table | None:
    files = sorted((real_data.DATA / "small_opt_json").glob("*.json"))
    chosen = set(options.chosen(file.stem for file in files))
    rows = [
        {"problem": file.stem} | fresh(small_file, file=str(file), seconds=options.seconds)
        for file in files
        if file.stem in chosen
    ]
    if not rows:
        return None
    return Table(
        title="Exact: small real problems",
        aim="Of 25 to 50 nodes, with known optima. Aim: all proven in 60 s in all.",
        columns=(
            Column("problem", "file"),
            Column("instances", "instances", "d"),
            Column("reached", "optimum reached", "d"),
            Column("proven", "proven", "d"),
            Column("slowest", "slowest, CPU s", ".2g"),
            Column("seconds", "all, CPU s", ".2g"),
        ),
        rows=rows,
    )


# -------------------------------------------------------------------------------------- clique partitioning, editing


def clique_group(names: list[list[str]], seconds: float) -> Measured:
    found = {}
    for group, file in names:
        problem = real_data.clique_partitioning(group, file).problem()
        found[file] = proof_of(problem, seconds) | {"total": problem.total_weight}
    return {"found": found}


def _cliques_table(options: Options) -> Table | None:
    if not real_data.is_there("cp-lib"):
        return None
    instances = [one for one in real_data.clique_partitioning_index() if one.n_nodes <= LARGEST_CLIQUES]
    chosen = set(options.chosen(one.name for one in instances))
    groups: dict[str, list[real_data.CliquePartitioning]] = {}
    for one in instances:
        if one.name in chosen:
            groups.setdefault(one.group, []).append(one)
    rows: list[Row] = []
    for group, members in groups.items():
        names = [[one.group, one.file] for one in members]
        found = fresh(clique_group, names=names, seconds=options.seconds)["found"]
        proven = [one for one in members if found[one.file]["is_proven"]]
        rows.append(
            {
                "method": "Exact",
                "group": group,
                "instances": len(members),
                "known": sum(one.is_proven for one in members),
                "proven": len(proven),
                "new": sum(not one.is_proven for one in proven),
                "slowest": max((found[one.file]["seconds"] for one in proven), default=None),
                "missed": ", ".join(_missed(one, found[one.file]) for one in members if one not in proven) or None,
                "found": found,
            }
        )
    if not rows:
        return None
    return Table(
        title=f"Exact: CP-Lib up to {LARGEST_CLIQUES} nodes",
        aim=(
            f"Aim: most of them. Limit {options.seconds:g} s each. Not proven here: the gap that was left between the "
            "weight inside clusters and its bound."
        ),
        columns=(
            Column("group", "group"),
            Column("instances", "instances", "d"),
            Column("known", "optimum known", "d"),
            Column("proven", "proven here", "d"),
            Column("new", "of these not known", "d"),
            Column("slowest", "slowest, CPU s", ".3g"),
            Column("missed", "not proven, with gap"),
        ),
        rows=rows,
    )


def _missed(one: real_data.CliquePartitioning, found: Measured) -> str:
    value, bound = found["total"] - found["energy"], found["total"] - found["bound"]
    return f"{one.file.removesuffix('.txt')} {(bound - value) / max(value, 1e-300):.1%}"


def editing(names: list[str], seconds: float) -> Measured:
    found = {}
    for name in names:
        problem = real_data.cluster_editing("exact", name).problem()
        n_unlisted = problem.n_nodes * (problem.n_nodes - 1) // 2 - problem.n_edges
        one = proof_of(problem, seconds)
        found[name] = one | {"edits": round(one["energy"] + n_unlisted), "least": one["bound"] + n_unlisted}
    return {"found": found}


def _editing_table(options: Options) -> Table | None:
    if not real_data.is_there("pace2021"):
        return None
    instances = {one.name: one for one in real_data.cluster_editing_index() if one.track == "exact"}
    chosen = options.chosen(name for name, one in instances.items() if one.edits is not None)
    if not chosen:
        return None
    found = fresh(editing, names=chosen, seconds=options.seconds)["found"]
    rows: list[Row] = []
    for what, members in {
        "proven by KaPoCE's exact solver": [name for name in chosen if instances[name].is_proven],
        "not proven by it": [name for name in chosen if not instances[name].is_proven],
    }.items():
        proven = [name for name in members if found[name]["is_proven"]]
        rows.append(
            {
                "method": "Exact",
                "what": what,
                "instances": len(members),
                "proven": len(proven),
                "median": float(np.median([found[name]["seconds"] for name in proven])) if proven else None,
                "slowest": max((found[name]["seconds"] for name in proven), default=None),
                "missed": ", ".join(
                    f"{name} {found[name]['edits']} (at least {found[name]['least']:.0f})"
                    for name in members
                    if name not in proven
                )
                or None,
                "found": {name: found[name] for name in members},
            }
        )
    return Table(
        title="Exact: PACE 2021, exact track",
        aim=(
            f"Aim: at least as many as KaPoCE's exact solver. Limit {options.seconds:g} s each; how long KaPoCE had is "
            "not on record. Instances with its edits on record; not proven here: edits, and the bound."
        ),
        columns=(
            Column("what", "instances"),
            Column("instances", "number", "d"),
            Column("proven", "proven here", "d"),
            Column("median", "median, CPU s", ".2g"),
            Column("slowest", "slowest, CPU s", ".3g"),
            Column("missed", "not proven"),
        ),
        rows=rows,
    )


# -------------------------------------------------------------------------------------------------- relaxation alone


def _relaxation_table(problems: dict[str, Recipe]) -> Table:
    rows = [
        {"problem": name} | fresh(prove, recipe=recipe, seconds=LIMIT, relaxation=True)
        for name, recipe in problems.items()
    ]
    return Table(
        title="LPRelaxation",
        aim=f"The linear relaxation and its rounding. Aim: 750 nodes at up to 10 % density in {LIMIT:g} s.",
        columns=(
            Column("problem", "problem"),
            Column("nodes", "nodes", ",.0f"),
            Column("pairs", "pairs", ",.0f"),
            Column("energy", "rounded", ",.1f"),
            Column("bound", "bound", ",.1f"),
            Column("seconds", "CPU s", ".3g"),
            Column("wall_seconds", "s", ".3g"),
        ),
        rows=rows,
    )
