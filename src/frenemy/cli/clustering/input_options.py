"""The options about the input that ``frenemy cluster`` and ``frenemy serve FILE`` share.

``panel`` is the part of the help that lists an option. None always means "not given".
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any, Literal

import typer

from frenemy.io import FORMATS

TABLE = "table"  # what --format calls a table of scores


class Values(StrEnum):
    """What the numbers of a table of pairs are."""

    auto = "auto"
    weights = "weights"
    scores = "scores"
    match_weights = "match_weights"
    probabilities = "probabilities"
    percentages = "percentages"


class Unknown(StrEnum):
    """What to do with ids that the table of records lacks."""

    error = "error"
    add = "add"


# ------------------------------------------------------------------------------------------------------------- numbers


def values(panel: str | None = None) -> Any:
    """What the numbers are: :class:`Values`."""
    return typer.Option(
        "--values",
        metavar="auto|weights|probabilities|percentages|match_weights|scores",
        help="What the numbers of the pairs are. weights: signed, taken as they are. probabilities (0 to 1), "
        "percentages (0 to 100, also similarities), match_weights (log-odds in bits) and scores (log-odds in nats): "
        "calibrated. auto: weights if some are below 0, probabilities if all are within 0 to 1, percentages if all are "
        "within 0 to 100 and some above 75, match_weights in a table with splink's columns, else scores. [default: "
        "auto]",
        rich_help_panel=panel,
    )


def missing(panel: str | None = None) -> Any:
    """A text for :func:`missing_weight`."""
    return typer.Option(
        metavar="WEIGHT|auto",
        help="The weight of an unlisted pair; a negative one repels. auto estimates it from the pairs. [default: 0; -1 "
        "for .gr; auto for scores and probabilities]",
        rich_help_panel=panel,
    )


def missing_weight(text: str | None) -> float | Literal["auto"] | None:
    """The weight of an unlisted pair."""
    if text is None:
        return None
    if text.lower() == "auto":
        return "auto"
    try:
        return float(text)
    except ValueError:
        raise typer.BadParameter(f"expected a number or auto, got {text!r}", param_hint="--missing") from None


# ---------------------------------------------------------------------------------------------------------------- files


def format_name(panel: str | None = None) -> Any:
    return typer.Option(
        "--format",
        "-f",
        metavar="NAME",
        help=f"The format of the input: {', '.join(FORMATS)}, {TABLE}. [default: detected from name or content]",
        rich_help_panel=panel,
    )


def header(panel: str) -> Any:
    return typer.Option(
        "--header/--no-header",
        help="Whether a file of pairs begins with a header. [default: detected]",
        rich_help_panel=panel,
    )


def variable(panel: str, files: str) -> Any:
    """``files`` are those that hold several matrices."""
    return typer.Option(metavar="NAME", help=f"The matrix to read from {files}.", rich_help_panel=panel)


def symmetrize(panel: str, choices: type[StrEnum], what: str) -> Any:
    """``what`` is combined."""
    return typer.Option(
        "--symmetrize", metavar="|".join(choices), help=f"How to combine {what}.", rich_help_panel=panel
    )


# -------------------------------------------------------------------------------------------------------------- columns


def id_left(panel: str) -> Any:
    return typer.Option(
        metavar="COLUMN",
        help="The column of the first id. Repeat it if an id has several columns. [default: the names of splink and "
        "similar tools]",
        rich_help_panel=panel,
    )


def id_right(panel: str) -> Any:
    return typer.Option(metavar="COLUMN", help="The column of the second id.", rich_help_panel=panel)


def weight(panel: str, also: str = "") -> Any:
    """``also`` is what else it names."""
    return typer.Option(
        metavar="NAME" if also else "COLUMN",
        help=f"The column of the numbers; see --values{also}.",
        rich_help_panel=panel,
    )


def nodes(panel: str, what: str) -> Any:
    """``what`` the table holds."""
    return typer.Option(metavar="FILE", help=what, rich_help_panel=panel)


def id_column(panel: str, also: str = "") -> Any:
    """``also`` is what else it names."""
    return typer.Option(
        metavar="COLUMN", help=f"The column of the id in --nodes{also}. Repeatable.", rich_help_panel=panel
    )


def unknown(panel: str) -> Any:
    """What to do with unknown ids: :class:`Unknown`."""
    return typer.Option(
        "--unknown",
        metavar="error|add",
        help="What to do with ids that are not in --nodes. [default: error]",
        rich_help_panel=panel,
    )


# ----------------------------------------------------------------------------------------------------------------- time


def seconds(panel: str | None = None, end: str = "") -> Any:
    """``end`` is what the time ends with."""
    return typer.Option(
        min=0,
        metavar="SECONDS",
        help=f"Search for better groups for at most this long{end}. [default: one pass]",
        rich_help_panel=panel,
    )
