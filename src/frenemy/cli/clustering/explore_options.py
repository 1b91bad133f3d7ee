"""The options of ``frenemy serve FILE``, for a clustering; None always means "not given"."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from frenemy.cli.clustering.cluster_options import TABLE, Unknown, Values
from frenemy.io import FORMATS

_CLUSTERING = "A clustering only"


class Symmetrize(StrEnum):
    """How to combine the triangles of a matrix, or the directions of a graph."""

    mean = "mean"
    sum = "sum"
    max = "max"
    min = "min"


Nodes = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE",
        help="All things, one per row, with columns that the page shows; a .parquet, .feather, .csv or .tsv file. Rows "
        "of a matrix and vectors are in the order of these.",
        rich_help_panel=_CLUSTERING,
    ),
]
Id = Annotated[
    list[str] | None,
    typer.Option(
        metavar="COLUMN",
        help="The column of the id in --nodes, or of the name. Repeatable.",
        rich_help_panel=_CLUSTERING,
    ),
]
UnknownIds = Annotated[
    Unknown | None,
    typer.Option(
        "--unknown",
        metavar="error|add",
        help="What to do with ids that are not in --nodes. [default: error]",
        rich_help_panel=_CLUSTERING,
    ),
]
Pictures = Annotated[
    Path | None,
    typer.Option(
        metavar="FOLDER",
        help="The pictures that a column of --nodes names; no file elsewhere is shown.",
        rich_help_panel=_CLUSTERING,
    ),
]
Decisions = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE",
        help="Where decisions are saved and read again: a .csv or .parquet file. [default: pairs.decisions.csv beside "
        "pairs.csv]",
        rich_help_panel=_CLUSTERING,
    ),
]
ValuesAre = Annotated[
    Values | None,
    typer.Option(
        "--values",
        metavar="auto|weights|probabilities|match_weights|scores",
        help="What the numbers of the pairs are, as of `frenemy cluster`. [default: auto]",
        rich_help_panel=_CLUSTERING,
    ),
]
Missing = Annotated[
    float | None,
    typer.Option(
        metavar="WEIGHT",
        help="The weight of an unlisted pair. [default: 0; -1 for .gr; estimated for scores and probabilities]",
        rich_help_panel=_CLUSTERING,
    ),
]
Format = Annotated[
    str | None,
    typer.Option(
        "--format",
        metavar="NAME",
        help=f"The format of the file: {', '.join(FORMATS)}, {TABLE}. [default: detected]",
        rich_help_panel=_CLUSTERING,
    ),
]
Vectors = Annotated[
    bool,
    typer.Option(
        "--vectors",
        help="Rows of a .npy or .npz file are vectors, also if they are as many as their numbers.",
        rich_help_panel=_CLUSTERING,
        show_default=False,
    ),
]
IdLeft = Annotated[
    list[str] | None,
    typer.Option(metavar="COLUMN", help="The column of the first id. Repeatable.", rich_help_panel=_CLUSTERING),
]
IdRight = Annotated[
    list[str] | None,
    typer.Option(metavar="COLUMN", help="The column of the second id. Repeatable.", rich_help_panel=_CLUSTERING),
]
Weight = Annotated[
    str | None,
    typer.Option(
        metavar="NAME",
        help="The column of the numbers, or the attribute of the edges of a graph.",
        rich_help_panel=_CLUSTERING,
    ),
]
Variable = Annotated[
    str | None,
    typer.Option(
        metavar="NAME", help="The matrix or array to read from a .mat or .npz file.", rich_help_panel=_CLUSTERING
    ),
]
SymmetrizeHow = Annotated[
    Symmetrize | None,
    typer.Option(
        "--symmetrize",
        metavar="mean|sum|max|min",
        help="How to combine the two directions of a graph or, by mean or sum, the two triangles of a matrix.",
        rich_help_panel=_CLUSTERING,
    ),
]
Seconds = Annotated[
    float | None,
    typer.Option(
        min=0,
        metavar="SECONDS",
        help="Search for better groups for at most this long before the page opens. [default: one pass]",
        rich_help_panel=_CLUSTERING,
    ),
]
