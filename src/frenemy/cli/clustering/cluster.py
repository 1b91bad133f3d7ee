"""``frenemy cluster``: pairs in, groups out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from enum import Enum
from typing import Any

import typer

from frenemy.cli.clustering import cluster_options as options
from frenemy.cli.clustering.cluster_files import cluster_files, read_pairs_file
from frenemy.cli.clustering.cluster_job import ClusterJob
from frenemy.cli.clustering.cluster_tables import cluster_tables
from frenemy.cli.clustering.datasets.cluster_datasets import (
    cluster_datasets,
    dataset_evidence,
    dataset_options,
    refuse_for_datasets,
)
from frenemy.cli.clustering.datasets.dataset_inputs import why_dataset
from frenemy.cli.clustering.datasets.dataset_request import DatasetRequest
from frenemy.cli.clustering.input_options import TABLE, missing_weight
from frenemy.cli.clustering.option_words import errors_in_options
from frenemy.cli.clustering.solver_choice import choose
from frenemy.cli.clustering.table_options import TABLE_OPTIONS
from frenemy.cli.failure import errors_as_one_line
from frenemy.cli.output_files import check_report_name
from frenemy.io.problems.read import known_format
from frenemy.run import Stop
from frenemy.tables.options import ColumnOptions, Values, option_names
from frenemy.tables.pair_files import file_values
from frenemy.tables.readers.input_kind import InputKind, input_kind


def cluster(
    inputs: options.Inputs,
    output: options.Output = "-",
    solver: options.SolverName = None,
    param: options.Param = None,
    seed: options.Seed = 0,
    seconds: options.Seconds = None,
    threads: options.Threads = 1,
    missing: options.Missing = None,
    format: options.Format = None,
    values: options.ValuesAre = None,
    must_link: options.MustLink = None,
    cannot_link: options.CannotLink = None,
    decisions: options.Decisions = None,
    decision_weight: options.DecisionWeight = None,
    report: options.Report = None,
    as_json: options.AsJson = False,
    quiet: options.Quiet = False,
    safe_csv: options.SafeCsv = False,
    symmetrize: options.SymmetrizeHow = None,
    variable: options.Variable = None,
    header: options.Header = None,
    one_per_group: options.OnePerGroup = None,
    id_left: options.IdLeft = None,
    id_right: options.IdRight = None,
    match_weight: options.MatchWeight = None,
    probability: options.Probability = None,
    weight: options.Weight = None,
    nodes: options.Nodes = None,
    id: options.Id = None,
    nulls: options.NullRows = None,
    unknown: options.UnknownIds = None,
    prior: options.Prior = None,
    tool_prior: options.ToolPrior = None,
    calibration: options.CalibrationHow = None,
    labeled: options.Labeled = None,
    blocking_recall: options.BlockingRecall = None,
    one_per: options.OnePer = None,
    one_per_weight: options.OnePerWeight = None,
    previous: options.Previous = None,
    changes: options.Changes = None,
    review: options.Review = None,
    budget: options.Budget = None,
    doubt: options.Doubt = None,
    memory: options.Memory = None,
    workers: options.Workers = None,
    scheduler: options.Scheduler = None,
    scratch: options.Scratch = None,
    query: options.Query = None,
) -> None:
    """Find the groups in signed pairs, or the entities in a table of scored pairs, in memory or from disk.

    Each row of INPUT holds two ids and a number, as in `ann,bob,2.5`. Ids are numbers or text. frenemy tells signed
    weights from probabilities by the numbers, never by the name of their column. If some are below 0, they are weights;
    if all are within 0 to 1, they are probabilities; similarities of 0 to 100 are percentages. A table with splink's
    columns holds match weights. The summary says which. Set `--values` to be certain.

    **Signed pairs.** A positive weight pulls the two together, a negative one pushes them apart. The number of groups
    follows from the weights.

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
    frenemy cluster pairs.csv --decisions pairs.decisions.csv   # made on the page: frenemy serve pairs.csv
    ```

    A file for `--one-per-group` has an id and its group in each row. If the file has more columns, the first one holds
    the ids. Name the column of the groups, as in `people.csv:source`.

    ```
    ann,shop
    bob,bank
    ```

    **Probabilities and scores**, from splink and other record-linkage tools: two ids, and how likely the records match.
    frenemy calibrates them, and estimates the weight of pairs that were never compared. Both come from the pairs
    themselves.

    ```
    frenemy cluster pairs.parquet -o clusters.parquet
    frenemy cluster pairs.parquet -o clusters.parquet --nodes people.parquet
    frenemy cluster pairs.parquet -o clusters.parquet --report report.html
    frenemy cluster pairs.parquet -o new.parquet --previous old.parquet
    frenemy cluster pairs.parquet -o clusters.csv --review ask.csv
    frenemy cluster pairs.parquet -o clusters.csv --decisions ask.csv
    frenemy cluster pairs.csv --id-left a --id-right b --weight p
    ```

    Fill in the column `decision` of ask.csv with same, different or unsure, and pass the file to `--decisions`. With
    `--nodes`, ask.csv shows both records of each pair.

    INPUT is a table if it is a .parquet, .feather or .arrow file, if it is text with more than three columns, or if you
    give `--format table` or an option for tables. If the columns have unusual names, name them with `--id-left`,
    `--id-right` and `--weight`.

    **Datasets**: scores that need not fit in memory, in Parquet or CSV files or a DuckDB database. They are solved from
    disk in pieces; the labels are written to a folder.

    ```
    frenemy cluster big/*.parquet -o labels/ --memory 4GB
    frenemy cluster big/ -o labels/ --workers 4 --blocking-recall 0.9
    frenemy cluster big/ -o labels/ --scratch tmp/       # resumes if interrupted
    frenemy cluster big/ -o labels/ --scratch shared/tmp --scheduler tcp://host:8786
    frenemy cluster pairs.duckdb --query predictions -o labels/
    frenemy cluster "s3://bucket/*.parquet" -o labels/   # with DuckDB's extension httpfs
    ```

    INPUT is a dataset if you give several files, a folder, a pattern, a database or an address, if `-o` ends in `/`, or
    if one of `--memory`, `--workers`, `--scheduler`, `--scratch` and `--query` is given. Scores become weights as for
    tables.

    **Time.** For signed pairs and tables, the default is one pass. With `--seconds` the search continues until the time
    is up or nothing better turns up, and the best labels are written. Start with ten times the time of one pass.

    Ctrl-C stops early and still writes the best labels so far; a dataset resumes with the same `--scratch`.

    Exit codes: 0 success, 1 failure (a bad file, bad data), 2 wrong usage.
    """
    given = {name: value.value if isinstance(value, Enum) else value for name, value in locals().items()}
    columns = {name: given[name] for name in option_names(ColumnOptions) if name != "values"}
    of_tables = {name: given[name] for name in TABLE_OPTIONS if name != "values"}
    of_pairs = {name: given[name] for name in ("symmetrize", "variable", "header", "one_per_group")}
    of_datasets = {name: given[name] for name in ("memory", "workers", "scheduler", "scratch", "query")}
    is_table_format = _is_table_format(format)
    why = why_dataset(inputs, output, of_datasets)
    if why is not None:
        fitting = columns | {name: given[name] for name in ("values", "nulls", "prior", "tool_prior")}
        weighed = dataset_evidence(given["calibration"], missing_weight(missing), blocking_recall)
        others: dict[str, Any] = {"format": None if is_table_format else format, "report": report, "seconds": seconds}
        others |= {"threads": None if threads == 1 else threads, "safe_csv": safe_csv or None}
        others |= {"decisions": decisions, "decision_weight": decision_weight} | of_pairs | of_tables
        refuse_for_datasets({name: value for name, value in others.items() if name not in fitting | weighed}, why)
        chosen = fitting | weighed | {"scratch": scratch, "query": query}
        chosen |= {"must_link": must_link, "cannot_link": cannot_link} | dataset_options(memory, workers, scheduler)
        request = DatasetRequest(
            inputs=tuple(inputs),
            output=output,
            why=why,
            solver=choose(solver, param or []) if solver is not None or param else None,
            seed=seed,
            options={name: value for name, value in chosen.items() if value is not None},
            as_json=as_json,
            quiet=quiet,
        )
        with errors_as_one_line():
            cluster_datasets(request)
        return
    (input,) = inputs
    if as_json and output == "-":
        raise typer.BadParameter(
            "the summary goes to standard output, so name a file for the labels: -o labels.csv", param_hint="--json"
        )
    if decision_weight is not None and decisions is None:
        raise typer.BadParameter("this is for --decisions, which is not given", param_hint="--decision-weight")
    with _as_usage_error("--seconds"):
        stop = Stop(seconds=seconds)
    if report is not None:
        check_report_name(report)
    job = ClusterJob(
        input=input,
        output=output,
        chosen=choose(solver, param or []),
        stop=stop,
        seed=seed,
        threads=threads,
        missing=missing_weight(missing),
        must_link=must_link,
        cannot_link=cannot_link,
        decisions=decisions,
        decision_weight=decision_weight,
        report=report,
        as_json=as_json,
        quiet=quiet,
        safe_csv=safe_csv,
        has_nodes=nodes is not None,
    )
    for_tables = {name: value for name, value in of_tables.items() if value is not None}
    with errors_as_one_line():
        kind = input_kind(
            input,
            says_table="--format" if is_table_format else _first_given(columns) if format is None else None,
            says_pairs="--format" if format is not None and not is_table_format else None,
            for_tables=_first_given(of_tables) if _first_given(of_pairs) is None else None,
        )
        if kind.is_table:
            _refuse(of_pairs, kind, input)
            cluster_tables(job, kind, for_tables | _given_values(given["values"]))
            return
        _refuse(of_tables, kind, input)
        file = read_pairs_file(
            job, kind, format=format, symmetrize=given["symmetrize"], variable=variable, header=header
        )
        told: Values = given["values"] or ("weights" if format is not None else "auto")
        with errors_in_options():
            found = file_values(file, told, is_missing_given=missing is not None or one_per_group is not None)
        if found.are_weights:
            cluster_files(job, file, found, one_per_group=one_per_group)
        else:
            _refuse({"one_per_group": one_per_group}, replace(kind, is_table=True, why=found.why), input)
            cluster_tables(job, kind, _given_values(given["values"]) | for_tables, rows=file)


def _given_values(values: str | None) -> dict[str, str]:
    return {} if values is None else {"values": values}


def _is_table_format(format: str | None) -> bool:
    if format is not None and format.lower() == TABLE:
        return True
    try:
        known_format(format)
    except ValueError as error:
        raise typer.BadParameter(f"{error}, {TABLE}", param_hint="--format") from None
    return False


def _first_given(named: Mapping[str, Any]) -> str | None:
    """The first of these options that was given, as typed."""
    return next((_typed(name) for name, value in named.items() if value is not None), None)


def _refuse(misplaced: Mapping[str, Any], kind: InputKind, input: str) -> None:
    """Refuse an option that does not apply to this kind of input, with a hint."""
    option = _first_given(misplaced)
    if option is None:
        return
    for_what, read_as = ("signed pairs and matrices", "a table")
    if not kind.is_table:
        for_what, read_as = "tables", "signed pairs"
    named = "standard input" if input == "-" else input
    raise typer.BadParameter(
        f"this is for {for_what}, and {named} is read as {read_as}, since {kind.why}; {_hint(option, kind)}",
        param_hint=option,
    )


def _hint(option: str, kind: InputKind) -> str:
    is_text = kind.suffix in (".csv", ".tsv")
    if option == "--one-per-group":
        return "--one-per COLUMN does the same for tables"
    if option == "--one-per":
        return "--one-per-group FILE does the same for signed pairs"
    if kind.is_table:
        return "leave it out" + (", or give --format pairs" if is_text else "")
    return "leave it out" + (", or give --format table" if is_text else "")


def _typed(name: str) -> str:
    return f"--{name.replace('_', '-')}"


@contextmanager
def _as_usage_error(option: str) -> Iterator[None]:
    try:
        yield
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint=option) from None
