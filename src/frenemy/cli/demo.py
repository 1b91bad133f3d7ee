"""``frenemy demo``: hide clusters in noise, find them, and draw both."""

from __future__ import annotations

import os
import sys
from typing import Annotated

import numpy as np
import typer

from frenemy.affinity.synthetic import planted
from frenemy.cli.failure import errors_as_one_line
from frenemy.cli.output_files import check_all_places
from frenemy.cli.progress import live
from frenemy.io.whole_files import file_written_whole
from frenemy.problem import Labels, Problem
from frenemy.run import Stop
from frenemy.solving import Result, solve_problem


def demo(
    output: Annotated[
        str, typer.Option("--output", "-o", metavar="FILE", help="The picture: .png, .pdf or .svg.")
    ] = "demo.png",
    nodes: Annotated[int, typer.Option(min=2, metavar="N", help="How many nodes.")] = 300,
    clusters: Annotated[int, typer.Option(min=1, metavar="N", help="How many clusters to hide.")] = 7,
    degree: Annotated[int, typer.Option(min=1, metavar="N", help="Pairs each node draws.")] = 30,
    noise: Annotated[
        float, typer.Option(min=0.0, max=0.99, metavar="SHARE", help="Share of weights with the wrong sign.")
    ] = 0.2,
    seed: Annotated[int, typer.Option(min=0, metavar="N", help="Another seed, another problem.")] = 0,
    seconds: Annotated[float | None, typer.Option(min=0, metavar="SECONDS", help="Stop after this time.")] = None,
) -> None:
    """Hide clusters in noisy signs, find them again, and draw the matrix before and after.

    ```
    frenemy demo
    frenemy demo -o big.png --nodes 2000 --clusters 15 --noise 0.3
    ```
    """
    if os.path.splitext(output)[1].lower() not in (".png", ".pdf", ".svg"):
        raise typer.BadParameter(f"the extension must be .png, .pdf or .svg, got {output}", param_hint="--output")
    with errors_as_one_line():
        check_all_places({"--output": output}, {})
        sizes = np.linspace(1.0, 3.0, clusters)
        problem, truth = planted(nodes, sizes=sizes, degree=degree, balance=0.3, noise=noise, seed=seed)
        with live(seconds) as on_round:
            result = solve_problem(problem, seed=seed, stop=Stop(seconds=seconds), on_round=on_round)
        print(_summary(problem, truth, result, noise))
        try:
            _draw(problem, result, output, seed)
        except ImportError as error:
            print(f"no picture: {error}", file=sys.stderr)
        else:
            print(f"picture     {output}")


def _summary(problem: Problem, truth: Labels, result: Result, noise: float) -> str:
    n_planted = int(truth.max(initial=-1)) + 1
    agreement = _pair_agreement(truth, result.labels)
    return "\n".join(
        (
            f"problem     {problem.n_nodes:,} nodes, {problem.n_edges:,} pairs, {noise:.0%} with the wrong sign",
            f"clusters    {result.n_clusters} found, {n_planted} hidden; {agreement:.1%} of all pairs of nodes agree",
            f"energy      {result.energy:,.1f} found, {problem.energy(truth):,.1f} hidden (lower is better)",
            f"time        {result.seconds:.2f} s, {result.status.name.lower().replace('_', ' ')}",
        )
    )


def _pair_agreement(first: Labels, second: Labels) -> float:
    """Share of node pairs that both clusterings treat alike (the Rand index)."""
    n = len(first)
    joint = np.unique(np.stack((first, second)), axis=1, return_counts=True)[1].astype(np.float64)
    together = [float((np.bincount(labels).astype(np.float64) ** 2).sum()) for labels in (first, second)]
    disagreeing = (sum(together) - 2 * float((joint**2).sum())) / 2
    return 1.0 - disagreeing / (n * (n - 1) / 2)


def _draw(problem: Problem, result: Result, output: str, seed: int) -> None:
    try:
        from matplotlib.figure import Figure
        from matplotlib.layout_engine import ConstrainedLayoutEngine
    except ImportError as error:
        raise ImportError('plots need matplotlib: pip install "frenemy[plot]"') from error

    from frenemy import plot

    figure = Figure(figsize=(11.5, 6.2), dpi=120, layout=ConstrainedLayoutEngine(w_pad=0.15, h_pad=0.12))
    before, after = figure.subplots(1, 2)
    shuffled = np.random.default_rng(seed).permutation(problem.n_nodes)
    plot.matrix(problem, ax=before, order=shuffled, title="What you have: nodes in no order")
    plot.matrix(problem, result.labels, ax=after, title=f"What frenemy finds: {result.n_clusters} clusters")
    figure.suptitle(
        f"{problem.n_nodes:,} nodes, {problem.n_edges:,} signed pairs: blue attracts, red repels", fontsize=15
    )
    with file_written_whole(output) as beside:
        figure.savefig(beside)
