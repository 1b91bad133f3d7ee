"""``frenemy cluster``: a file of pairs in, a file of labels out."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from typing import Annotated, Any

import numpy as np
import typer

from frenemy import constraints
from frenemy.cli.failure import told_in_one_line, warnings_as_lines
from frenemy.cli.progress import live
from frenemy.cli.solver_choice import changed_parameters, choose, fields_of, name_of, shown
from frenemy.io import FORMATS, PairsFile, read, read_groups, read_node_pairs, write_labels
from frenemy.io.labels import label_format
from frenemy.io.read import known_format
from frenemy.problem import Problem
from frenemy.run import Status, Stop
from frenemy.solve import Result, solve
from frenemy.solvers import Solver


class Symmetrize(StrEnum):
    """What to make of a matrix whose triangles differ."""

    mean = "mean"
    sum = "sum"


def cluster(
    input: Annotated[
        str, typer.Argument(metavar="INPUT", help="Pairs or a matrix; - reads standard input.", show_default=False)
    ],
    output: Annotated[
        str,
        typer.Option(
            "--output", "-o", metavar="FILE", help="Labels: .csv, .tsv, .txt or .npz; - is standard output, as csv."
        ),
    ] = "-",
    solver: Annotated[
        str | None,
        typer.Option(
            metavar="NAME", help="Which solver; `frenemy solvers` lists them. [default: picked by size and time]"
        ),
    ] = None,
    param: Annotated[
        list[str] | None,
        typer.Option("--param", "-p", metavar="NAME=VALUE", help="Set a parameter of the solver; may be repeated."),
    ] = None,
    seed: Annotated[int, typer.Option(min=0, metavar="N", help="Same input, solver and seed: same labels.")] = 0,
    seconds: Annotated[
        float | None,
        typer.Option(
            min=0,
            metavar="SECONDS",
            help="Search for better groups for at most this time. [default: one good pass]",
        ),
    ] = None,
    threads: Annotated[int, typer.Option(min=1, metavar="N", help="How many threads may be used.")] = 1,
    missing: Annotated[
        float | None,
        typer.Option(
            metavar="WEIGHT", help="What an unlisted pair weighs; negative: it repels. [default: 0; -1 for .gr]"
        ),
    ] = None,
    format: Annotated[
        str | None,
        typer.Option(
            "--format",
            "-f",
            metavar="NAME",
            help=f"Of the input: {', '.join(FORMATS)}. [default: told from name or content]",
        ),
    ] = None,
    symmetrize: Annotated[
        Symmetrize | None,
        typer.Option(metavar="mean|sum", help="Combine the two triangles of a matrix that is not symmetric."),
    ] = None,
    variable: Annotated[str | None, typer.Option(metavar="NAME", help="Which matrix of a Matlab file.")] = None,
    header: Annotated[
        bool | None,
        typer.Option(
            "--header/--no-header", help="Whether a table begins with a header. [default: the first lines tell]"
        ),
    ] = None,
    must_link: Annotated[
        str | None, typer.Option(metavar="FILE", help="Pairs of ids that must be together, two ids a row.")
    ] = None,
    cannot_link: Annotated[
        str | None, typer.Option(metavar="FILE", help="Pairs of ids that must be apart, two ids a row.")
    ] = None,
    one_per_group: Annotated[
        str | None,
        typer.Option(
            metavar="FILE[:COLUMN]",
            help="Rows of an id and its group, or a column of a table of ids; no cluster gets two ids of a group.",
        ),
    ] = None,
    report: Annotated[
        str | None,
        typer.Option(metavar="FILE.html", help="Also write a page that shows the groups and says how sure they are."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print a summary as one JSON object.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Print no summary, only warnings and errors.")] = False,
) -> None:
    """Find the groups in a file of signed pairs.

    Each row of INPUT holds two ids and a weight, as in `ann,bob,2.5`: above 0 pulls the two together, below 0 pushes
    them apart. How many groups there are comes out by itself. Ids may be any text or numbers.

    ```
    frenemy cluster pairs.csv -o groups.csv
    frenemy cluster pairs.csv -o groups.csv --seconds 30 --json
    frenemy cluster pairs.csv -o groups.csv --report report.html
    cat pairs.tsv | frenemy cluster - > groups.csv
    frenemy cluster graph.gr -o groups.txt               # PACE cluster editing
    frenemy cluster affinity.npz -o groups.npz           # SciPy sparse matrix
    frenemy cluster W.mat --variable W --symmetrize mean
    frenemy cluster pairs.csv --solver adaptive_icm --param order=random
    frenemy cluster pairs.csv --must-link same.csv --one-per-group sources.csv
    ```

    A file for `--one-per-group` has an id and its group in each row. Of a table with more columns, the first of which
    holds the ids, name the one to use: `people.csv:source`.

    ```
    ann,shop
    bob,bank
    ```

    Without `--seconds` it makes one good pass and ends. Give `--seconds` if the groups are worth waiting for: it then
    goes on searching until the time is up or nothing better turns up, and the best found is written. A good
    first try is ten times what the pass took.

    Ctrl-C stops early and still writes the best labels found so far.

    Exit codes: 0 done, 1 could not be done (a bad file, bad data), 2 wrong usage.
    """
    if as_json and output == "-":
        raise typer.BadParameter(
            "the summary goes to standard output, so name a file for the labels: -o labels.csv", param_hint="--json"
        )
    chosen = choose(solver, param or [])
    with _as_usage_error("--seconds"):
        stop = Stop(seconds=seconds)
    with _as_usage_error("--output"):
        label_format(output, None)
    with _as_usage_error("--format"):
        known_format(format)
    if report is not None:
        _check_report_name(report)
    with told_in_one_line():
        _check_output(output)
        if report is not None:
            _check_output(report)
            _check_overwrites_none(report, input, must_link, cannot_link, one_per_group)
        with warnings_as_lines():
            file = read(
                input,
                format=format,
                missing=missing,
                symmetrize=None if symmetrize is None else symmetrize.value,
                variable=variable,
                header=header,
            )
        problem = _constrained(file, must_link, cannot_link, one_per_group)
        tell = _silence if quiet else _tell
        tell(f"{file.name}: {file.problem.n_nodes:,} nodes, {file.problem.n_edges:,} pairs")
        with live(None if quiet else seconds) as on_round:
            result = solve(problem, chosen, stop=stop, seed=seed, threads=threads, on_round=on_round)
        write_labels(output, file.ids, result.labels)
        picked_by = None if type(result.solver) is type(chosen) else name_of(chosen)
        for line in _summary_lines(result, picked_by, output):
            tell(line)
        written = None
        try:
            if report is not None:
                _write_report(report, result, file)
                written = report
                tell(f"report written to {report}")
        finally:  # the labels are there, with or without a report
            if as_json:
                print(json.dumps(_summary(file, result, picked_by, input, output) | {"report": written}))


def _constrained(file: PairsFile, must_link: str | None, cannot_link: str | None, one_per_group: str | None) -> Problem:
    problem = file.problem
    try:
        if must_link is not None:
            problem = constraints.must_link(problem, read_node_pairs(must_link, file))
        if cannot_link is not None:
            problem = constraints.cannot_link(problem, read_node_pairs(cannot_link, file))
        if one_per_group is not None:
            path, column = _file_and_column(one_per_group)
            problem = constraints.at_most_one_per_group(problem, read_groups(path, file, column=column))
    except constraints.Contradiction as error:
        names = [str(file.ids[node]) for node in error.chain]
        raise ValueError(error.told(f"{names[0]} and {names[-1]}", names)) from None
    return problem


def _file_and_column(text: str) -> tuple[str, str | None]:
    """The two parts of ``FILE[:COLUMN]``; a file may have a colon in its name."""
    path, colon, column = text.rpartition(":")
    for found in ((text, None), (path, column)):
        if found[0] == "-" or os.path.exists(found[0]):
            return found
    raise ValueError(
        f"--one-per-group: there is no file {path if colon else text}; pairs have no column for groups, so give a file "
        "with an id and its group in each row, as in ann,shop, or a column of a table of the ids, as in "
        f"people.csv:{column if colon else text}"
    )


@contextmanager
def _as_usage_error(option: str) -> Iterator[None]:
    try:
        yield
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint=option) from None


def _check_output(output: str) -> None:
    """What would make the labels unwritable and can be seen before the work is done."""
    folder = os.path.dirname(output) or "."
    if output != "-" and not os.path.isdir(folder):
        raise ValueError(f"cannot write to {output}: there is no folder {folder}")
    if os.path.isdir(output):
        raise ValueError(f"cannot write to {output}: it is a folder")


def _check_report_name(report: str) -> None:
    if os.path.splitext(report)[1].lower() not in (".html", ".htm"):
        raise typer.BadParameter(f"the extension must be .html, got {report}", param_hint="--report")


def _check_overwrites_none(report: str, *inputs: str | None) -> None:
    """A page over a file that was read would be a loss."""
    for name in inputs:
        # A table may be named with one of its columns, as in people.csv:source.
        for path in () if name is None else (name, name.rpartition(":")[0]):
            if os.path.exists(path) and os.path.exists(report) and os.path.samefile(path, report):
                raise ValueError(f"the report would overwrite {path}, which is read; choose another name")


def _write_report(report: str, result: Result, file: PairsFile) -> None:
    try:
        # The page is about how sure the result is: that is worth as much time again.
        result = result.bounded(stop=Stop(seconds=max(_LEAST_SECONDS, result.seconds)))
        result.report(report, ids=file.ids, title=os.path.basename(file.name))
    except KeyboardInterrupt:
        raise ValueError(f"interrupted before the report was written to {report}; the labels are written") from None
    except OSError as error:
        raise ValueError(f"cannot write the report to {report}: {error.strerror or error}") from None


_LEAST_SECONDS = 1.0


def _tell(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def _silence(line: str) -> None:
    pass


def _summary_lines(result: Result, picked_by: str | None, output: str) -> list[str]:
    sizes = np.bincount(result.labels, minlength=1)
    n_single = int((sizes == 1).sum())
    proof = "proved optimal" if result.gap == 0 else f"at most {100 * result.gap:.2g} % from the best possible"
    how = {
        Status.CANCELLED: "interrupted, best so far",
        Status.TIME_LIMIT: "out of time, best so far",
    }.get(result.status, result.status.name.lower().replace("_", " "))
    return [
        f"{_counted(result.n_clusters, 'cluster')}: the largest has {_counted(int(sizes.max()), 'node')}, "
        f"{n_single:,} {'has' if n_single == 1 else 'have'} one",
        f"energy {result.energy:,.10g}, {proof}",
        f"{_named(result.solver, picked_by)}, seed {result.seed}: {how} after "
        f"{_counted(len(result.history), 'round')}, {result.seconds:.2f} s",
        *([] if output == "-" else [f"labels written to {output}"]),
    ]


def _named(solver: Solver, picked_by: str | None) -> str:
    words = [name_of(solver), *(f"{name}={shown(value)}" for name, value in changed_parameters(solver).items())]
    return " ".join(words) + ("" if picked_by is None else f" (picked by {picked_by})")


def _counted(n: int, thing: str) -> str:
    return f"{n:,} {thing}{'' if n == 1 else 's'}"


def _summary(file: PairsFile, result: Result, picked_by: str | None, input: str, output: str) -> dict[str, Any]:
    parameters = {field.name: getattr(result.solver, field.name) for field in fields_of(type(result.solver))}
    return {
        "input": input,
        "output": output,
        "n_nodes": file.problem.n_nodes,
        "n_pairs": file.problem.n_edges,
        "n_clusters": result.n_clusters,
        "energy": result.energy,
        "lower_bound": result.lower_bound,
        "gap": result.gap,
        "status": result.status.name,
        "rounds": len(result.history),
        "seconds": result.seconds,
        "seed": result.seed,
        "picked_by": picked_by,
        "solver": name_of(result.solver),
        "parameters": {key: value if _is_plain(value) else shown(value) for key, value in parameters.items()},
    }


def _is_plain(value: Any) -> bool:
    return value is None or isinstance(value, (bool, int, float, str))
