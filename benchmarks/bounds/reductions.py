"""Exact reductions: how much they shrink problems, which rules do it, and how a solver benefits."""

from __future__ import annotations

import warnings
from collections.abc import Iterator

import frenemy as fr
from benchmarks.options import Options
from harness.data import problems
from harness.folders import DATA
from harness.measure.fresh_process import Cpu, Measured, fresh
from harness.tables import Column, Row, Table

#: Read from the data beside the repository, where it is.
FILES = {
    "bitcoinotc": "signed/bitcoinotc.csv",
    "wikielections": "signed/wikielections.csv",
    "epinions": "signed/soc-sign-epinions.txt.gz",
    "CREMI-C": "em_multicut/CREMI-C_train.npz",
    "FIB25": "em_multicut/FIB25_train.npz",
    "SNEMI3D": "em_multicut/SNEMI3D_train.npz",
    "exact061": "pace2021/exact/exact061.gr",
    "exact157": "pace2021/exact/exact157.gr",
    "exact181": "pace2021/exact/exact181.gr",
    "heur117": "pace2021/heur/heur117.gr",
    "heur141": "pace2021/heur/heur141.gr",
    "heur153": "pace2021/heur/heur153.gr",
    "heur173": "pace2021/heur/heur173.gr",
    "heur185": "pace2021/heur/heur185.gr",
}
#: Of the shared generator, where it is.
GENERATED = ("syn750_s01", "syn750_s02", "pp1e4", "pp1e4_hard", "grid512")
#: Made by the project's own generators.
OWN = {
    "sparse": {"n_nodes": 20_000, "density": 2e-4},
    "small sparse": {"n_nodes": 400, "density": 0.01},
}
STAGES = (
    ("components",),
    ("components", "blocks"),
    ("components", "blocks", "clamp", "edge"),
    ("components", "blocks", "clamp", "edge", "pair"),
    ("components", "blocks", "clamp", "edge", "pair", "twins"),
    ("components", "blocks", "clamp", "edge", "pair", "twins", "triangle"),
)
WITH_SOLVER = ("sparse", "bitcoinotc", "wikielections", "CREMI-C", "FIB25", "SNEMI3D", "heur141")
SOLVERS: dict[str, fr.Solver] = {"AdaptiveICM": fr.AdaptiveICM(), "WarmSwap": fr.WarmSwap()}
LIMIT = 20.0


def tables(options: Options) -> Iterator[Table]:
    there = ("small sparse",) if options.quick else filter(_is_there, ("sparse", *FILES, *GENERATED))
    names = tuple(options.chosen(there))
    yield kernel_table(names, options.repeats)
    yield stage_table(names)
    yield solver_table(names if options.quick else tuple(name for name in names if name in WITH_SOLVER))


def kernel_table(names: tuple[str, ...], repeats: int) -> Table:
    rows = [{"problem": name} | fresh(measure_kernel, name=name, repeats=repeats) for name in names]
    return Table(
        title="Kernels",
        aim="What the rules leave, as counts and as shares of the problem. Aim: about a second for a million pairs.",
        columns=(
            Column("problem", "problem"),
            Column("nodes", "nodes", ",.0f"),
            Column("pairs", "pairs", ",.0f"),
            Column("kernel_nodes", "nodes left", ",.0f"),
            Column("nodes_left", "share", ".1%"),
            Column("kernel_pairs", "pairs left", ",.0f"),
            Column("pairs_left", "share", ".1%"),
            Column("parts", "parts", ",.0f"),
            Column("seconds", "CPU s", ".3f"),
        ),
        rows=rows,
    )


def stage_table(names: tuple[str, ...]) -> Table:
    """One row per problem: the share of its nodes that remains as rules are added."""
    rows: list[Row] = []
    for name in names:
        rows.append({"problem": name} | fresh(measure_stages, name=name))
    return Table(
        title="Which rules pay",
        aim="Nodes left, as rules are added from left to right. Copies of cut nodes count as nodes.",
        columns=(
            Column("problem", "problem"),
            *(Column(stage[-1], heading, ".1%") for stage, heading in zip(STAGES, _headings(), strict=True)),
        ),
        rows=rows,
    )


def solver_table(names: tuple[str, ...]) -> Table:
    """One measurement each: a seed fixes the energy, and the times differ by factors."""
    rows: list[Row] = []
    for name in names:
        for solver in SOLVERS:
            plain = fresh(measure_solve, name=name, solver=solver, is_reduced=False)
            reduced = fresh(measure_solve, name=name, solver=solver, is_reduced=True)
            rows.append(
                {"problem": name, "solver": solver}
                | plain
                | {f"reduced_{key}": value for key, value in reduced.items()}
            )
    return Table(
        title="A solver with and without",
        aim=(
            "The same solver on the problem and on its kernel (`Reduced`, rules included), "
            f"at most {LIMIT:g} s of wall clock each."
        ),
        columns=(
            Column("problem", "problem"),
            Column("solver", "solver"),
            Column("energy", "energy", ".2f"),
            Column("seconds", "CPU s", ".3g"),
            Column("reduced_energy", "energy, reduced", ".2f"),
            Column("reduced_seconds", "CPU s, reduced", ".3g"),
        ),
        rows=rows,
    )


def measure_kernel(name: str) -> Measured:
    problem = _problem(name)
    with Cpu() as cpu:
        reduction = fr.reduce(problem)
    summary = reduction.summary
    return {
        **summary,
        "nodes_left": summary["kernel_nodes"] / summary["nodes"],
        "pairs_left": summary["kernel_pairs"] / summary["pairs"],
        "seconds": cpu.seconds,
    }


def measure_stages(name: str) -> Measured:
    problem = _problem(name)
    return {stage[-1]: fr.reduce(problem, rules=stage).problem.n_nodes / problem.n_nodes for stage in STAGES}


def measure_solve(name: str, solver: str, is_reduced: bool) -> Measured:
    problem = _problem(name)
    chosen = fr.Reduced(SOLVERS[solver]) if is_reduced else SOLVERS[solver]
    with Cpu() as cpu:
        result = fr.solve(problem, chosen, stop=fr.Stop(seconds=LIMIT))
    return {"energy": result.energy, "seconds": cpu.seconds}


def _headings() -> list[str]:
    """What each stage adds to the one before it."""
    before: tuple[str, ...] = ()
    headings = []
    for stage in STAGES:
        headings.append(", ".join(rule for rule in stage if rule not in before))
        before = stage
    return headings


def _is_there(name: str) -> bool:
    if name in FILES:
        return (DATA / FILES[name]).exists()
    return name in OWN or problems.SHARED_GENERATOR.exists()


def _problem(name: str) -> fr.Problem:
    if name in OWN:
        return problems.normal_graph(**OWN[name]).problem()
    if name in GENERATED:
        return problems.shared(name).problem()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # some people rate themselves
        return fr.io.read(DATA / FILES[name]).problem
