"""``frenemy cluster`` for signed pairs and matrices."""

from __future__ import annotations

import io
import json
import os
from typing import Any, Literal

import numpy as np
import typer

from frenemy import constraints
from frenemy.cli.clustering.cluster_job import ClusterJob
from frenemy.cli.clustering.option_words import errors_in_options, in_options
from frenemy.cli.clustering.result_facts import (
    counted,
    how_it_ended,
    how_sure,
    how_to_be_surer,
    result_facts,
    solver_summary,
)
from frenemy.cli.failure import warnings_as_lines
from frenemy.cli.output_files import check_all_places, given_paths
from frenemy.cli.progress import live
from frenemy.io import PairsFile, read, read_groups, read_node_pairs, write_labels
from frenemy.io.problems.labels import label_format
from frenemy.problem import Problem
from frenemy.report import write_report
from frenemy.run import Stop
from frenemy.solving import Result, solve_problem
from frenemy.tables.pair_files import pair_columns, reading_notes, record_names, repeats_note, values_note
from frenemy.tables.readers.input_kind import InputKind
from frenemy.tables.weighing.value_kind import ValueKind

MIN_BOUND_SECONDS = 1.0  # for the lower bound of a report


def read_pairs_file(
    job: ClusterJob,
    kind: InputKind,
    *,
    format: str | None,
    symmetrize: Literal["mean", "sum"] | None,
    variable: str | None,
    header: bool | None,
) -> PairsFile:
    """Read pairs or a matrix."""
    with warnings_as_lines():
        return read(
            job.input if kind.content is None else _StandardInput(kind.content),
            format=format,
            missing=job.missing if isinstance(job.missing, float) else None,
            symmetrize=symmetrize,
            variable=variable,
            header=header,
        )


def cluster_files(job: ClusterJob, file: PairsFile, values: ValueKind, *, one_per_group: str | None) -> None:
    """Find the groups of signed pairs, write the labels and print a summary."""
    _check_usage(job)
    check_all_places(_outputs(job), _inputs(job, one_per_group))
    problem = _constrained(file, job.must_link, job.cannot_link, one_per_group)
    problem, decided = _decided(problem, file, job)
    notes = tuple(map(in_options, (*reading_notes(file), *repeats_note(file), values_note(file, values), *decided)))
    job.print_line(f"{file.name}: {file.problem.n_nodes:,} nodes, {file.problem.n_edges:,} pairs")
    for note in notes:
        job.print_line(f"  {note}")
    with live(None if job.quiet else job.stop.seconds) as on_round:
        result = solve_problem(
            problem, job.chosen, stop=job.stop, seed=job.seed, threads=job.threads, on_round=on_round
        )
    write_labels(job.output, file.ids, result.labels, safe_csv=job.safe_csv, id_name=pair_columns(file).id_names[0])
    written = None
    try:
        result = _bounded(job, result)
        for line in _summary_lines(job, result):
            job.print_line(line)
        if job.report is not None:
            _write_report(job.report, result, file, notes)
            written = job.report
            job.print_line(f"report written to {job.report}")
    finally:  # the labels are written, with or without a report
        if job.as_json:
            print(json.dumps(_summary(job, file, values, result) | {"report": written}))


class _StandardInput(io.BytesIO):
    """Standard input, which was read before."""

    name = "standard input"


def _check_usage(job: ClusterJob) -> None:
    try:
        format = label_format(job.output, None)
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint="--output") from None
    if job.safe_csv and format not in ("csv", "tsv"):
        raise typer.BadParameter(f"this is for .csv and .tsv files, got -o {job.output}", param_hint="--safe-csv")
    if job.missing == "auto":
        raise typer.BadParameter(
            "auto is for tables of scores; for signed pairs, the weight of an unlisted pair must be a number",
            param_hint="--missing",
        )


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
        raise ValueError(error.message(f"{names[0]} and {names[-1]}", names)) from None
    return problem


def _decided(problem: Problem, file: PairsFile, job: ClusterJob) -> tuple[Problem, tuple[str, ...]]:
    """The problem with the answers of people, and a note about them."""
    if job.decisions is None:
        return problem, ()
    with errors_in_options():
        from frenemy.apps.records.knowledge.decisions import with_answers
        from frenemy.apps.records.knowledge.pair_knowledge import read_decisions

        records, weight = record_names(file), job.decision_weight
        said = read_decisions(job.decisions, records)
        decided = with_answers(problem, said.u, said.v, said.sign, weight=weight, names=records.ids)
        return decided, (said.note(weight),)


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


def _outputs(job: ClusterJob) -> dict[str, str]:
    return {"--output": job.output} | ({} if job.report is None else {"--report": job.report})


def _inputs(job: ClusterJob, one_per_group: str | None) -> dict[str, list[str]]:
    named = given_paths(
        {
            "INPUT": job.input,
            "--must-link": job.must_link,
            "--cannot-link": job.cannot_link,
            "--decisions": job.decisions,
        }
    )
    if one_per_group is not None:
        # A table may be named with one of its columns, as in people.csv:source.
        named["--one-per-group"] = [one_per_group, one_per_group.rpartition(":")[0]]
    return named


def _bounded(job: ClusterJob, result: Result) -> Result:
    """The result that all summaries show. A report is about certainty, so the bound gets as much time as the solve."""
    if job.report is None:
        return result
    try:
        return result.bounded(stop=Stop(seconds=max(MIN_BOUND_SECONDS, result.seconds)))
    except KeyboardInterrupt:
        raise _interrupted(job.report) from None


def _write_report(report: str, result: Result, file: PairsFile, notes: tuple[str, ...]) -> None:
    try:
        write_report(result, report, ids=file.ids, title=os.path.basename(file.name), notes=notes)
    except KeyboardInterrupt:
        raise _interrupted(report) from None
    except OSError as error:
        raise ValueError(f"cannot write the report to {report}: {error.strerror or error}") from None


def _interrupted(report: str) -> ValueError:
    return ValueError(f"interrupted before the report was written to {report}; the labels are written")


def _summary_lines(job: ClusterJob, result: Result) -> list[str]:
    sizes = np.bincount(result.labels, minlength=1)
    n_single = int((sizes == 1).sum())
    return [
        f"{counted(result.n_clusters, 'cluster')}: the largest has {counted(int(sizes.max()), 'node')}, "
        f"{n_single:,} {'has' if n_single == 1 else 'have'} one",
        *(f"warning: {warning}" for warning in result.warnings),
        f"energy {result.energy:,.10g}, {how_sure(result)}{how_to_be_surer(job, result)}",
        f"{solver_summary(job, result)}: {how_it_ended(result)} after {counted(len(result.history), 'round')}, "
        f"{result.seconds:.2f} s",
        *([] if job.output == "-" else [f"labels written to {job.output}"]),
    ]


def _summary(job: ClusterJob, file: PairsFile, values: ValueKind, result: Result) -> dict[str, Any]:
    return {
        "input": job.input,
        "output": job.output,
        "values": values.name,
        "n_nodes": file.problem.n_nodes,
        "n_pairs": file.problem.n_edges,
        "n_clusters": result.n_clusters,
    } | result_facts(job, result)
