"""The options of opening a clustering."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Any, get_args

from frenemy.apps.records.options import EntityOptions
from frenemy.problem.sources.directions import Symmetrize
from frenemy.run import Stop
from frenemy.tables.options import IdOptions, TableOptions, UnknownOptions, option, option_names


@dataclass(frozen=True, kw_only=True)
class ThingOptions(IdOptions):
    """What is known about the things."""

    nodes: Any = option(
        None,
        "A table of the things, or its path; its columns are shown. Things are found by their ids, or by their order "
        "if they are the rows of a matrix or of vectors; ``id`` is then the column of the names to show.",
    )
    pictures: str | os.PathLike[str] | None = option(
        None, "The folder of the pictures that a column of the things names; files elsewhere are not shown."
    )
    before: Any = option(
        None,
        "The groups of an earlier run, to compare with: a file that ``frenemy cluster`` or the page has written, a "
        "table with ``cluster_id``, a result, or labels in the order of the things. Things are found by their ids; "
        "those that it lacks are new.",
    )


@dataclass(frozen=True, kw_only=True)
class OpenOptions(ThingOptions, UnknownOptions, TableOptions):
    """What :func:`~frenemy.apps.explore.open_file.open_file` takes."""

    vectors: bool = option(False, "Whether the rows of an array are vectors, also if it is square.")
    format: str | None = option(None, 'One of :data:`frenemy.io.FORMATS`, or "table"; by default it is found out.')
    header: bool | None = option(None, "Whether a file of pairs begins with a header; by default it is found out.")
    variable: str | None = option(None, "The matrix to read from a Matlab file, or the array from an .npz file.")
    symmetrize: Symmetrize | None = option(
        None,
        "How to combine the two triangles of a matrix, or the two directions of a graph, if they differ.",
        choices=(None, *get_args(Symmetrize)),  # type: ignore[arg-type]
    )
    stop: Stop | None = option(None, "As in :func:`frenemy.solve`.")
    threads: int = option(1, "As in :func:`frenemy.solve`.")

    def for_entities(self) -> EntityOptions:
        """Those that :func:`frenemy.find_entities` takes."""
        shared = set(option_names(EntityOptions)) & set(option_names(OpenOptions))
        return EntityOptions(**{name: getattr(self, name) for name in shared})

    @property
    def given_missing(self) -> float | None:
        """The weight of unlisted pairs, if it was given."""
        return None if self.missing == "auto" else self.missing
