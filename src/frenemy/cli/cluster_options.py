"""The options of ``frenemy cluster``, in the groups that its help shows them in.

None is always "not given", so that what fits the input can be told from what does not, and defaults stay where the work
is done.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from frenemy.io import FORMATS

TABLE = "table"  # what --format calls a table of scores

_PAIRS = "Signed pairs and matrices only"
_COLUMNS = "Tables of scores and datasets: their columns"
_RECORDS = "Tables of scores only: all records"
_WEIGHTS = "Tables of scores only: what pairs weigh"
_KNOWN = "Tables of scores only: what is known"
_LATER = "Tables of scores only: earlier runs and people"
_DATASETS = "Datasets only: Parquet files that need not fit in memory"


class Symmetrize(StrEnum):
    """What to make of a matrix whose triangles differ."""

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


class Unknown(StrEnum):
    """What to do with ids that the table of records has not."""

    error = "error"
    add = "add"


# ---------------------------------------------------------------------------------------------------------------- both

Inputs = Annotated[
    list[str],
    typer.Argument(
        metavar="INPUT...",
        help="Pairs, a matrix or a table; - reads standard input. Or Parquet files, a folder or a pattern of them.",
        show_default=False,
    ),
]
Output = Annotated[
    str,
    typer.Option(
        "--output",
        "-o",
        metavar="FILE",
        help="Of signed pairs: .csv, .tsv, .txt or .npz; of tables: .parquet, .feather, .csv or .tsv; - is standard "
        "output, as csv. Of datasets: a folder.",
    ),
]
SolverName = Annotated[
    str | None,
    typer.Option(metavar="NAME", help="Which solver; `frenemy solvers` lists them. [default: picked by size and time]"),
]
Param = Annotated[
    list[str] | None,
    typer.Option("--param", "-p", metavar="NAME=VALUE", help="Set a parameter of the solver; may be repeated."),
]
Seed = Annotated[int, typer.Option(min=0, metavar="N", help="Same input, solver and seed: same labels.")]
Seconds = Annotated[
    float | None,
    typer.Option(
        min=0, metavar="SECONDS", help="Search for better groups for at most this time. [default: one good pass]"
    ),
]
Threads = Annotated[int, typer.Option(min=1, metavar="N", help="How many threads may be used.")]
Missing = Annotated[
    str | None,
    typer.Option(
        metavar="WEIGHT|auto",
        help="What an unlisted pair weighs; negative: it repels. [default: 0; -1 for .gr; for tables auto, found from "
        "the pairs; for datasets 0]",
    ),
]
Format = Annotated[
    str | None,
    typer.Option(
        "--format",
        "-f",
        metavar="NAME",
        help=f"Of the input: {', '.join(FORMATS)}, {TABLE}. [default: told from name or content]",
    ),
]
MustLink = Annotated[
    str | None,
    typer.Option(
        metavar="FILE",
        help="Pairs of ids that must be together, two ids a row; of tables, or a COLUMN of truth values.",
    ),
]
CannotLink = Annotated[
    str | None,
    typer.Option(
        metavar="FILE", help="Pairs of ids that must be apart, two ids a row; of tables, or a COLUMN of truth values."
    ),
]
Report = Annotated[
    str | None,
    typer.Option(metavar="FILE.html", help="Also write a page that shows the groups and says how sure they are."),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print a summary as one JSON object.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Print no summary, only warnings and errors.")]

# --------------------------------------------------------------------------------------------------------- signed pairs

SymmetrizeHow = Annotated[
    Symmetrize | None,
    typer.Option(
        "--symmetrize",
        metavar="mean|sum",
        help="Combine the two triangles of a matrix that is not symmetric.",
        rich_help_panel=_PAIRS,
    ),
]
Variable = Annotated[
    str | None, typer.Option(metavar="NAME", help="Which matrix of a Matlab file.", rich_help_panel=_PAIRS)
]
Header = Annotated[
    bool | None,
    typer.Option(
        "--header/--no-header",
        help="Whether a file of pairs begins with a header. [default: the first lines tell]",
        rich_help_panel=_PAIRS,
    ),
]
OnePerGroup = Annotated[
    str | None,
    typer.Option(
        metavar="FILE[:COLUMN]",
        help="Rows of an id and its group, or a column of a table of ids; no cluster gets two ids of a group.",
        rich_help_panel=_PAIRS,
    ),
]

# ---------------------------------------------------------------------------------------------------- tables of scores

IdLeft = Annotated[
    list[str] | None,
    typer.Option(
        metavar="COLUMN",
        help="Of the first id; repeat it if only several columns tell a record. [default: as splink and others call "
        "it]",
        rich_help_panel=_COLUMNS,
    ),
]
IdRight = Annotated[
    list[str] | None, typer.Option(metavar="COLUMN", help="Of the second id.", rich_help_panel=_COLUMNS)
]
MatchWeight = Annotated[
    str | None, typer.Option(metavar="COLUMN", help="Of the scores, log-odds in bits.", rich_help_panel=_COLUMNS)
]
Probability = Annotated[
    str | None, typer.Option(metavar="COLUMN", help="Of the scores, from 0 to 1.", rich_help_panel=_COLUMNS)
]
Weight = Annotated[
    str | None, typer.Option(metavar="COLUMN", help="Of the scores, log-odds in nats.", rich_help_panel=_COLUMNS)
]
Nodes = Annotated[
    str | None,
    typer.Option(
        metavar="FILE", help="All records, in the order that the answer is to have.", rich_help_panel=_RECORDS
    ),
]
Id = Annotated[
    list[str] | None,
    typer.Option(metavar="COLUMN", help="Of the id in --nodes; may be repeated.", rich_help_panel=_RECORDS),
]
NullRows = Annotated[
    Nulls | None,
    typer.Option(
        "--nulls",
        metavar="error|drop",
        help="What to do with rows without an id or a score. [default: error]",
        rich_help_panel=_COLUMNS,
    ),
]
UnknownIds = Annotated[
    Unknown | None,
    typer.Option(
        "--unknown",
        metavar="error|add",
        help="What to do with ids that are not in --nodes. [default: error]",
        rich_help_panel=_RECORDS,
    ),
]

Prior = Annotated[
    float | None, typer.Option(metavar="SHARE", help="The share of matches to assume.", rich_help_panel=_WEIGHTS)
]
ToolPrior = Annotated[
    float | None,
    typer.Option(
        metavar="SHARE",
        help="That which the tool has put into its scores, to be taken out.",
        rich_help_panel=_WEIGHTS,
    ),
]
CalibrationHow = Annotated[
    Calibration | None,
    typer.Option(
        "--calibration",
        metavar="auto|none|platt|isotonic",
        help="How scores become weights: as the pairs agree with each other, as they are, or learned from --labeled. "
        "[default: auto]",
        rich_help_panel=_WEIGHTS,
    ),
]
Labeled = Annotated[
    str | None,
    typer.Option(
        metavar="FILE",
        help="Some hundred of the pairs, with a column is_match; scores are recalibrated by them.",
        rich_help_panel=_WEIGHTS,
    ),
]
BlockingRecall = Annotated[
    float | None,
    typer.Option(
        metavar="SHARE",
        help="The share of true pairs that were compared, if you know it; --missing follows from it.",
        rich_help_panel=_WEIGHTS,
    ),
]

Decisions = Annotated[
    str | None,
    typer.Option(
        metavar="FILE",
        help="Answers of people: two ids and a column decision of same, different or unsure.",
        rich_help_panel=_KNOWN,
    ),
]
DecisionWeight = Annotated[
    float | None,
    typer.Option(metavar="NATS", help="What an answer weighs. [default: answers are certain]", rich_help_panel=_KNOWN),
]
OnePer = Annotated[
    str | None,
    typer.Option(
        metavar="COLUMN",
        help="Of --nodes, or of the id: no entity has two records of one value, as of a source without duplicates.",
        rich_help_panel=_KNOWN,
    ),
]
OnePerWeight = Annotated[
    float | None,
    typer.Option(
        metavar="NATS",
        help="What two records of one value weigh less. [default: they are never together]",
        rich_help_panel=_KNOWN,
    ),
]

Previous = Annotated[
    str | None,
    typer.Option(
        metavar="FILE",
        help="The answer of an earlier run: clusters keep their ids wherever most records stay.",
        rich_help_panel=_LATER,
    ),
]
Changes = Annotated[
    str | None,
    typer.Option(
        metavar="FILE",
        help="Also write what was created, merged, split and moved since --previous.",
        rich_help_panel=_LATER,
    ),
]
Review = Annotated[
    str | None,
    typer.Option(
        metavar="FILE",
        help="Also write the pairs to ask a person about, the most useful first.",
        rich_help_panel=_LATER,
    ),
]
Budget = Annotated[
    int | None,
    typer.Option(min=1, metavar="N", help="How many of them. [default: 50]", rich_help_panel=_LATER),
]
Doubt = Annotated[
    float | None,
    typer.Option(
        metavar="NATS",
        help="A record is doubtful if elsewhere would cost less than this. [default: 1.5]",
        rich_help_panel=_LATER,
    ),
]

# ------------------------------------------------------------------------------------------------------------ datasets

Memory = Annotated[
    str | None,
    typer.Option(
        metavar="SIZE",
        help="What all processes may take together, as 4GB; an eighth of it is what a task may hold. [default: 4GB]",
        rich_help_panel=_DATASETS,
    ),
]
Workers = Annotated[
    int | None,
    typer.Option(
        min=1,
        metavar="N",
        help="How many processes; the labels do not depend on it. [default: 1]",
        rich_help_panel=_DATASETS,
    ),
]
Scheduler = Annotated[
    str | None,
    typer.Option(
        metavar="ADDRESS",
        help="Of a Dask cluster, as tcp://host:8786, or of Ray, as ray://host:10001; its workers must reach INPUT, -o "
        "and --scratch by the same names.",
        rich_help_panel=_DATASETS,
    ),
]
Scratch = Annotated[
    str | None,
    typer.Option(
        metavar="FOLDER",
        help="For what is in between; with the same one, a run that was ended goes on. [default: a temporary one]",
        rich_help_panel=_DATASETS,
    ),
]
