"""What reads the files, and goes on to use what was read."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path

import frenemy as fr

_STOP = fr.Stop(seconds=0.05)
_PEOPLE = "ann,bob,2.5\nbob,carl,-1\nann,carl,0.25\ndora,ann,-1\n"


def _problem(path: Path) -> None:
    from frenemy.io import read

    file = read(path)
    # Millions of nodes without a pair may be asked for in a few bytes; they are not what is tried here.
    if file.problem.n_nodes <= 100_000:
        result = fr.solve(file.problem, stop=_STOP)
        assert len(result.labels) == file.problem.n_nodes == len(file.ids)


def _links(path: Path) -> None:
    from frenemy.io import read
    from frenemy.io.problems.constraints import read_node_pairs

    file = read(io.StringIO(_PEOPLE))
    linked = fr.constraints.cannot_link(file.problem, read_node_pairs(path, file))
    fr.solve(linked, stop=_STOP)


def _groups(path: Path, column: str | None = None) -> None:
    from frenemy.io import read
    from frenemy.io.problems.constraints import read_groups

    file = read(io.StringIO(_PEOPLE))
    grouped = fr.constraints.at_most_one_per_group(file.problem, read_groups(path, file, column=column))
    fr.solve(grouped, stop=_STOP)


def _table(path: Path) -> None:
    fr.cluster_table(path, stop=_STOP, nulls="drop")


def _picture(path: Path) -> None:
    from frenemy.io import read_picture

    read_picture(path, max_pixels=1_000_000)


def _label_map(path: Path) -> None:
    from frenemy.io import read_label_map

    read_label_map(path, max_pixels=1_000_000)


def _strokes(path: Path) -> None:
    from frenemy.io import read_strokes

    read_strokes(path, shape=(12, 16))


def _corrections(path: Path) -> None:
    from frenemy.apps.faces.corrections.corrections_json import contradiction, corrections_from_json

    contradiction(corrections_from_json(path.read_text(encoding="utf-8", errors="replace")))


#: By the names that :class:`SeedFile` uses.
READERS: dict[str, Callable[[Path], None]] = {
    "problem": _problem,
    "links": _links,
    "groups": _groups,
    "group_column": lambda path: _groups(path, "source"),
    "table": _table,
    "picture": _picture,
    "label_map": _label_map,
    "strokes": _strokes,
    "corrections": _corrections,
}
