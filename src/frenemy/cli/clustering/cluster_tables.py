"""``frenemy cluster`` for tables of scores."""

from __future__ import annotations

import json
import os
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from frenemy.cli.clustering.cluster_files import MIN_BOUND_SECONDS
from frenemy.cli.clustering.cluster_job import ClusterJob
from frenemy.cli.clustering.option_words import errors_in_options, in_options
from frenemy.cli.failure import warnings_as_lines
from frenemy.cli.output_files import check_all_places, given_paths
from frenemy.cli.progress.stage_clock import StageClock, live_clock
from frenemy.io.problems.pairs_file import PairsFile
from frenemy.io.whole_files import write_whole
from frenemy.run import Stop
from frenemy.tables.pair_files import reading_notes, rows_table
from frenemy.tables.readers.input_kind import InputKind

if TYPE_CHECKING:
    from frenemy.apps.records.entities import Entities

_STAGES = ("read", "number", "weigh", "solve", "explain", "write", "review", "report")
_BUDGET = 50
_SHOWN = 20  # records, on a terminal
_FILES = ("nodes", "labeled", "previous")
_NEEDS = {
    "id": "nodes",
    "unknown": "nodes",
    "one_per_weight": "one_per",
    "changes": "previous",
    "budget": "review",
}


def cluster_tables(
    job: ClusterJob, kind: InputKind, given: Mapping[str, Any], *, rows: PairsFile | None = None
) -> None:
    """Read a table of scored pairs, find the entities, write them and print a summary.

    Parameters
    ----------
    given : mapping
        The options for tables: those of :func:`frenemy.find_entities`, ``changes``, ``review`` and ``budget``.
    rows : PairsFile, optional
        The input, if it was read before.
    """
    outputs = _outputs(job, given)
    _check_usage(given)
    with errors_in_options():
        _check_endings(outputs, safe_csv=job.safe_csv)
        check_all_places(outputs, _inputs(job, given))
        with _as_table(job.input, kind, rows) as pairs:
            _check_links(job, pairs)
            for note in () if rows is None else reading_notes(rows):
                job.print_line(in_options(note))
            written: dict[str, str] = {}
            try:
                with live_clock(_STAGES, is_wanted=not job.quiet) as clock:
                    found = _entities(job, pairs, given, clock)
                    clock.begin("write")
                    written |= _write_entities(job, found, outputs)
                    found = _write_the_rest(job, found, pairs, outputs, given, written, clock)
            finally:
                if written:  # the entities are written, with or without the rest
                    _print_summary(job, found, written, clock)
                    if job.output == "-":
                        _print_entities(job, found)


def _entities(job: ClusterJob, pairs: Any, given: Mapping[str, Any], clock: StageClock) -> Entities:
    from frenemy.apps.records.find.find_entities import find_entities

    options = {name: value for name, value in given.items() if name not in ("changes", "review", "budget", "nodes")}
    said: dict[str, Any] = {"missing": job.missing, "must_link": job.must_link, "cannot_link": job.cannot_link}
    said |= {"decisions": job.decisions, "decision_weight": job.decision_weight}
    with warnings_as_lines():
        found = find_entities(
            pairs,
            given.get("nodes"),
            **options,
            **{name: value for name, value in said.items() if value is not None},
            solver=job.chosen,
            stop=job.stop,
            seed=job.seed,
            threads=job.threads,
            on_stage=clock.on_stage,
        )
    _ = found.table, found.changes  # computed on first use: count it as part of the stage "explain"
    return found


def _write_the_rest(
    job: ClusterJob,
    found: Entities,
    pairs: Any,
    outputs: Mapping[str, str],
    given: Mapping[str, Any],
    written: dict[str, str],
    clock: StageClock,
) -> Entities:
    """Write the other files, and add each one to ``written``; return the entities with the bound of the page."""
    questions = None
    if "--review" in outputs:
        from frenemy.apps.records.review.review_table import review
        from frenemy.tables.readers.table_files import write_table

        clock.begin("review")
        with _writing(outputs["--review"], f"{job.output} is written"):
            questions = review(
                pairs, found, nodes=given.get("nodes"), id=given.get("id"), budget=given.get("budget", _BUDGET)
            )
            write_table(questions, outputs["--review"], safe_csv=job.safe_csv)
        written["--review"] = outputs["--review"]
    if job.report is not None:
        clock.begin("report")
        with _writing(job.report, f"{job.output} is written"):
            # The page shows how certain the result is, so the bound gets as much time as the solve.
            found = found.bounded(stop=Stop(seconds=max(MIN_BOUND_SECONDS, found.result.seconds)))
            found.report(job.report, title=_title(job), questions=questions)
        written["--report"] = job.report
    return found


def _print_summary(job: ClusterJob, found: Entities, written: Mapping[str, str], clock: StageClock) -> None:
    from frenemy.cli.clustering.table_summary import show_summary, summary

    clock.end()
    if not job.quiet:
        show_summary(job, found, written, clock.seconds)
    if job.as_json:
        print(json.dumps(summary(job, found, written, clock.seconds)))


def _title(job: ClusterJob) -> str:
    return "standard input" if job.input == "-" else os.path.basename(job.input)


# --------------------------------------------------------------------------------------------------------------- files


def _write_entities(job: ClusterJob, found: Entities, outputs: Mapping[str, str]) -> dict[str, str]:
    """Write the entities and what changed, together; the entities get their name last, when all else is there."""
    from frenemy.cli.clustering.table_summary import file_facts
    from frenemy.tables.readers.stated_facts import stating
    from frenemy.tables.readers.table_files import write_tables

    tables = {"--changes": found.changes, "--output": stating(found.table, file_facts(job, found))}
    files = {option: outputs[option] for option in tables if outputs.get(option, "-") != "-"}
    with _writing(job.output, "nothing is written"):
        write_tables({path: tables[option] for option, path in files.items()}, safe_csv=job.safe_csv)
    return {"--output": job.output} | files  # in the order of the summary


def _print_entities(job: ClusterJob, found: Entities) -> None:
    """Write the entities to standard output, after the summary; on a terminal only the first ones."""
    from frenemy.tables.readers.table_files import csv_bytes

    n_shown = min(_SHOWN, found.n_records) if sys.stdout.isatty() and not job.quiet else found.n_records
    with _writing("-", "nothing is written"):
        write_whole("-", csv_bytes(found.table.slice(0, n_shown), safe_csv=job.safe_csv))
    if n_shown < found.n_records:
        job.print_line(f"... and {found.n_records - n_shown:,} more records; -o entities.csv writes all of them")


@contextmanager
def _writing(path: str, what_is_written: str) -> Iterator[None]:
    """Errors name the file, and say what was written before."""
    try:
        yield
    except BrokenPipeError:  # the reader closed standard output
        raise
    except KeyboardInterrupt:
        raise ValueError(f"interrupted before {path} was written; {what_is_written}") from None
    except OSError as error:
        raise ValueError(
            f"cannot write to {error.filename or path}: {error.strerror or error}; {what_is_written}"
        ) from None


@contextmanager
def _as_table(input: str, kind: InputKind, rows: PairsFile | None) -> Iterator[Any]:
    """The table of the input, or the path of a file that holds it."""
    if rows is not None:
        yield rows_table(rows)
        return
    if kind.content is None:
        yield input
        return
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, f"pairs{kind.suffix}")
        Path(path).write_bytes(kind.content)
        with errors_in_options(path, "standard input"):
            yield path


# -------------------------------------------------------------------------------------------------------------- checks


def _check_usage(given: Mapping[str, Any]) -> None:
    for option, needed in _NEEDS.items():
        if option in given and needed not in given:
            raise typer.BadParameter(f"this is for {_typed(needed)}, which is not given", param_hint=_typed(option))


def _outputs(job: ClusterJob, given: Mapping[str, Any]) -> dict[str, str]:
    named = {
        "--output": job.output,
        "--changes": given.get("changes"),
        "--review": given.get("review"),
        "--report": job.report,
    }
    return {option: path for option, path in named.items() if path is not None}


def _check_endings(outputs: Mapping[str, str], *, safe_csv: bool) -> None:
    from frenemy.tables.readers.table_files import ending, is_text

    is_any_text = outputs["--output"] == "-"
    for option, path in outputs.items():
        if option == "--report" or (option == "--output" and path == "-"):
            continue
        try:
            ending(Path(path))
        except ValueError as error:
            raise typer.BadParameter(f"cannot write a table to {error}", param_hint=option) from None
        is_any_text |= is_text(Path(path))
    if safe_csv and not is_any_text:
        raise typer.BadParameter(
            f"this is for .csv and .tsv files, got -o {outputs['--output']}", param_hint="--safe-csv"
        )


def _inputs(job: ClusterJob, given: Mapping[str, Any]) -> dict[str, list[str]]:
    named = {"INPUT": job.input, "--must-link": job.must_link, "--cannot-link": job.cannot_link}
    named |= {"--decisions": job.decisions}
    return given_paths(named | {_typed(name): given.get(name) for name in _FILES})


def _check_links(job: ClusterJob, pairs: Any) -> None:
    """Check that links name a file or a column."""
    from frenemy.tables.readers.tables import open_table

    for option, value in (("--must-link", job.must_link), ("--cannot-link", job.cannot_link)):
        if value is None or os.path.exists(value):
            continue
        columns = open_table(pairs).names
        if value not in columns:
            raise ValueError(
                f"{option}: {value} is neither a file nor a column of {_title(job)}, which has {', '.join(columns)}"
            )


def _typed(name: str) -> str:
    return f"--{name.replace('_', '-')}"
