"""The options of ``frenemy cluster``, in the groups of its help.

None always means "not given", so an option that does not fit the input can be refused. Defaults stay in the library.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from frenemy.cli.clustering import input_options
from frenemy.cli.clustering.input_options import Unknown, Values

_PAIRS = "Signed pairs and matrices only"
_COLUMNS = "Tables and datasets: their columns"
_RECORDS = "Tables of scores only: all records"
_WEIGHTS = "Tables of scores only: weights of pairs"
_KNOWN = "Tables of scores only: known pairs and sources"
_LATER = "Tables of scores only: earlier runs and review"
_DATASETS = "Datasets only: Parquet files that need not fit in memory"


class Symmetrize(StrEnum):
    """How to combine the triangles of an asymmetric matrix."""

    mean = "mean"
    sum = "sum"


class Calibration(StrEnum):
    """How scores become weights."""

    auto = "auto"
    none = "none"
    platt = "platt"
    isotonic = "isotonic"


class Nulls(StrEnum):
    """What to do with rows without an id or a score."""

    error = "error"
    drop = "drop"


# ---------------------------------------------------------------------------------------------------------------- both

Inputs = Annotated[
    list[str],
    typer.Argument(
        metavar="INPUT...",
        help="A file of pairs, a matrix or a table; - is standard input. Or Parquet or CSV files, a folder, a pattern "
        "or a DuckDB database.",
        show_default=False,
    ),
]
Output = Annotated[
    str,
    typer.Option(
        "--output",
        "-o",
        metavar="FILE",
        help="Where to write the labels. Signed pairs: .csv, .tsv, .txt or .npz; tables: .parquet, .feather, .csv or "
        ".tsv; - is standard output, as CSV. Datasets: a folder.",
    ),
]
SolverName = Annotated[
    str | None,
    typer.Option(metavar="NAME", help="The solver; `frenemy solvers` lists all. [default: chosen by size and time]"),
]
Param = Annotated[
    list[str] | None,
    typer.Option("--param", "-p", metavar="NAME=VALUE", help="Set a parameter of the solver. Repeatable."),
]
Seed = Annotated[int, typer.Option(min=0, metavar="N", help="The same input, solver and seed give the same labels.")]
Seconds = Annotated[float | None, input_options.seconds()]
Threads = Annotated[int, typer.Option(min=1, metavar="N", help="The maximum number of threads.")]
Missing = Annotated[str | None, input_options.missing()]
Format = Annotated[str | None, input_options.format_name()]
ValuesAre = Annotated[Values | None, input_options.values()]
MustLink = Annotated[
    str | None,
    typer.Option(
        metavar="FILE",
        help="Pairs that must be together: a file of two ids per row; for tables also a COLUMN of true and false.",
    ),
]
CannotLink = Annotated[
    str | None,
    typer.Option(
        metavar="FILE",
        help="Pairs that must be apart: a file of two ids per row; for tables also a COLUMN of true and false.",
    ),
]
Decisions = Annotated[
    str | None,
    typer.Option(
        metavar="FILE",
        help="Answers of people: two ids and a column decision (same, different or unsure), as `frenemy serve` writes "
        "them.",
    ),
]
DecisionWeight = Annotated[
    float | None, typer.Option(metavar="NATS", help="The weight of an answer. [default: answers are certain]")
]
Report = Annotated[
    str | None,
    typer.Option(metavar="FILE.html", help="Also write an HTML page with the groups and how certain they are."),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print a summary as one JSON object.")]
SafeCsv = Annotated[
    bool,
    typer.Option(
        "--safe-csv",
        help="For spreadsheets: put an apostrophe before texts in .csv and .tsv files that begin with = + - @ or ', as "
        "they could be run as formulas. [default: ids as they are]",
        show_default=False,
    ),
]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Print no summary, only warnings and errors.")]

# --------------------------------------------------------------------------------------------------------- signed pairs

SymmetrizeHow = Annotated[
    Symmetrize | None, input_options.symmetrize(_PAIRS, Symmetrize, "the two triangles of an asymmetric matrix")
]
Variable = Annotated[str | None, input_options.variable(_PAIRS, "a Matlab file")]
Header = Annotated[bool | None, input_options.header(_PAIRS)]
OnePerGroup = Annotated[
    str | None,
    typer.Option(
        metavar="FILE[:COLUMN]",
        help="The group of each id: a file of id and group per row, or a column of a table of ids. No cluster gets two "
        "ids of one group.",
        rich_help_panel=_PAIRS,
    ),
]

# ---------------------------------------------------------------------------------------------------- tables of scores

IdLeft = Annotated[list[str] | None, input_options.id_left(_COLUMNS)]
IdRight = Annotated[list[str] | None, input_options.id_right(_COLUMNS)]
MatchWeight = Annotated[
    str | None,
    typer.Option(metavar="COLUMN", help="As --weight, with --values match_weights.", rich_help_panel=_COLUMNS),
]
Probability = Annotated[
    str | None,
    typer.Option(metavar="COLUMN", help="As --weight, with --values probabilities.", rich_help_panel=_COLUMNS),
]
Weight = Annotated[str | None, input_options.weight(_COLUMNS)]
Nodes = Annotated[str | None, input_options.nodes(_RECORDS, "All records; the output has the same order.")]
Id = Annotated[list[str] | None, input_options.id_column(_RECORDS)]
NullRows = Annotated[
    Nulls | None,
    typer.Option(
        "--nulls",
        metavar="error|drop",
        help="What to do with rows without an id or a score. [default: error]",
        rich_help_panel=_COLUMNS,
    ),
]
UnknownIds = Annotated[Unknown | None, input_options.unknown(_RECORDS)]

Prior = Annotated[
    float | None, typer.Option(metavar="SHARE", help="The share of matches to assume.", rich_help_panel=_WEIGHTS)
]
ToolPrior = Annotated[
    float | None,
    typer.Option(
        metavar="SHARE",
        help="The share of matches that the tool assumed in its scores; --prior replaces it.",
        rich_help_panel=_WEIGHTS,
    ),
]
CalibrationHow = Annotated[
    Calibration | None,
    typer.Option(
        "--calibration",
        metavar="auto|none|platt|isotonic",
        help="How scores become weights. auto: calibrated by how well pairs agree with each other; none: unchanged; "
        "platt, isotonic: learned from --labeled. [default: auto]",
        rich_help_panel=_WEIGHTS,
    ),
]
Labeled = Annotated[
    str | None,
    typer.Option(
        metavar="FILE",
        help="A few hundred compared pairs with a column is_match, to recalibrate the scores.",
        rich_help_panel=_WEIGHTS,
    ),
]
BlockingRecall = Annotated[
    float | None,
    typer.Option(
        metavar="SHARE",
        help="The share of true pairs that were compared, if known; --missing follows from it.",
        rich_help_panel=_WEIGHTS,
    ),
]

OnePer = Annotated[
    str | None,
    typer.Option(
        metavar="COLUMN",
        help="A column of --nodes or of the id. No entity gets two records with the same value, as for a source "
        "without duplicates.",
        rich_help_panel=_KNOWN,
    ),
]
OnePerWeight = Annotated[
    float | None,
    typer.Option(
        metavar="NATS",
        help="Subtracted from the weight of two records with the same value. [default: they are never together]",
        rich_help_panel=_KNOWN,
    ),
]

Previous = Annotated[
    str | None,
    typer.Option(
        metavar="FILE",
        help="The output of an earlier run: a cluster keeps its id if most of its records stay.",
        rich_help_panel=_LATER,
    ),
]
Changes = Annotated[
    str | None,
    typer.Option(
        metavar="FILE",
        help="Also write which clusters were created, merged, split or changed since --previous.",
        rich_help_panel=_LATER,
    ),
]
Review = Annotated[
    str | None,
    typer.Option(
        metavar="FILE",
        help="Also write the pairs that a person should review, the most useful first.",
        rich_help_panel=_LATER,
    ),
]
Budget = Annotated[
    int | None,
    typer.Option(
        min=1, metavar="N", help="The maximum number of pairs to review. [default: 50]", rich_help_panel=_LATER
    ),
]
Doubt = Annotated[
    float | None,
    typer.Option(
        metavar="NATS",
        help="A record is doubtful if moving it would cost less than this. [default: 1.5]",
        rich_help_panel=_LATER,
    ),
]

# ------------------------------------------------------------------------------------------------------------ datasets

Memory = Annotated[
    str | None,
    typer.Option(
        metavar="SIZE",
        help="The memory of all processes together, such as 4GB. A task uses at most an eighth of it. [default: 4GB]",
        rich_help_panel=_DATASETS,
    ),
]
Workers = Annotated[
    int | None,
    typer.Option(
        min=1,
        metavar="N",
        help="The number of processes. The labels do not depend on it. [default: 1]",
        rich_help_panel=_DATASETS,
    ),
]
Scheduler = Annotated[
    str | None,
    typer.Option(
        metavar="ADDRESS",
        help="The address of a Dask cluster (tcp://host:8786) or a Ray cluster (ray://host:10001). Its workers must "
        "reach INPUT, -o and --scratch under the same names.",
        rich_help_panel=_DATASETS,
    ),
]
Query = Annotated[
    str | None,
    typer.Option(
        metavar="TABLE",
        help="A table of a DuckDB database, or a SELECT. [default: its only table]",
        rich_help_panel=_DATASETS,
    ),
]
Scratch = Annotated[
    str | None,
    typer.Option(
        metavar="FOLDER",
        help="A folder for intermediate files. An interrupted run resumes with the same one. [default: temporary]",
        rich_help_panel=_DATASETS,
    ),
]
