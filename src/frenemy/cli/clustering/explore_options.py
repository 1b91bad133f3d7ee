"""The options of ``frenemy serve FILE``, for a clustering; None always means "not given"."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from frenemy.cli.clustering import input_options
from frenemy.cli.clustering.input_options import Unknown, Values

_CLUSTERING = "A clustering only"


class Symmetrize(StrEnum):
    """How to combine the triangles of a matrix, or the directions of a graph."""

    mean = "mean"
    sum = "sum"
    max = "max"
    min = "min"


Nodes = Annotated[
    Path | None,
    input_options.nodes(
        _CLUSTERING,
        "All things, one per row, with columns that the page shows; a .parquet, .feather, .csv or .tsv file. Rows of a "
        "matrix and vectors are in the order of these.",
    ),
]
Id = Annotated[list[str] | None, input_options.id_column(_CLUSTERING, ", or of the name")]
UnknownIds = Annotated[Unknown | None, input_options.unknown(_CLUSTERING)]
Pictures = Annotated[
    Path | None,
    typer.Option(
        metavar="FOLDER",
        help="The pictures that a column of --nodes names; no file elsewhere is shown.",
        rich_help_panel=_CLUSTERING,
    ),
]
Before = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE",
        help="The output of an earlier run of `frenemy cluster`: the page shows which groups have changed since.",
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
ValuesAre = Annotated[Values | None, input_options.values(_CLUSTERING)]
Missing = Annotated[str | None, input_options.missing(_CLUSTERING)]
Format = Annotated[str | None, input_options.format_name(_CLUSTERING)]
Header = Annotated[bool | None, input_options.header(_CLUSTERING)]
Vectors = Annotated[
    bool,
    typer.Option(
        "--vectors",
        help="Rows of a .npy or .npz file are vectors, also if they are as many as their numbers.",
        rich_help_panel=_CLUSTERING,
        show_default=False,
    ),
]
IdLeft = Annotated[list[str] | None, input_options.id_left(_CLUSTERING)]
IdRight = Annotated[list[str] | None, input_options.id_right(_CLUSTERING)]
Weight = Annotated[str | None, input_options.weight(_CLUSTERING, ". Of a graph, the attribute of its edges")]
Variable = Annotated[str | None, input_options.variable(_CLUSTERING, "a .mat file, or the array from a .npz file")]
SymmetrizeHow = Annotated[
    Symmetrize | None,
    input_options.symmetrize(
        _CLUSTERING, Symmetrize, "the two directions of a graph or, by mean or sum, the two triangles of a matrix"
    ),
]
Seconds = Annotated[float | None, input_options.seconds(_CLUSTERING, " before the page opens")]
