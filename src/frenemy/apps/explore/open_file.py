"""Open a file to explore: scored or signed pairs, a matrix, a graph or vectors."""

from __future__ import annotations

import os
import re
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from frenemy.apps.explore.opening.earlier_groups import compared_with
from frenemy.apps.explore.opening.graph_files import is_graph_file, read_graph_file
from frenemy.apps.explore.opening.node_columns import with_columns, with_ordered_columns
from frenemy.apps.explore.opening.open_options import OpenOptions
from frenemy.apps.explore.opening.source_of import check_not_empty, entities_source
from frenemy.apps.explore.opening.vector_files import holds_vectors, read_vectors
from frenemy.apps.explore.source import Kind, Source
from frenemy.apps.explore.things import Things
from frenemy.apps.records.find.find_entities import entities_of
from frenemy.apps.records.knowledge.decisions import with_answers
from frenemy.apps.records.knowledge.known_pairs import read_known_pairs
from frenemy.io import PairsFile, read
from frenemy.problem import Problem
from frenemy.solving import Result, solve_problem
from frenemy.tables.arrow import pa
from frenemy.tables.option_parameters import takes_options
from frenemy.tables.options import ColumnOptions, option_names
from frenemy.tables.pair_files import file_values, pair_columns, reading_notes, repeats_note, rows_table, values_note
from frenemy.tables.readers.input_kind import input_kind
from frenemy.tables.readers.tables import as_readable_again

_KINDS: dict[str, Kind] = {"pairs": "pairs", "multicut": "graph", "gr": "graph"}
_NO_SUFFIX = re.compile(r"[^a-z0-9.]")


@takes_options(OpenOptions)
def open_file(path: str | os.PathLike[str], /, *, options: OpenOptions) -> Source:
    """Open a file to explore, and find its groups.

    What a file holds is decided as ``frenemy cluster`` does.

    Parameters
    ----------
    path : path
        Pairs (.csv, .tsv, .txt, .parquet, .feather), a matrix (.npz, .npy, .mtx, .mat), a graph (.gr, multicut,
        .graphml, .gexf), or vectors, one row each (.npy, .npz); gzipped or not.
    **options

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> from frenemy.apps.explore.open_file import open_file
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder) / "pairs.csv"
    ...     _ = path.write_text("ann,bob,2\\nbob,cid,-1\\n")
    ...     source = open_file(path)
    >>> source.title, source.kind, source.result.labels.tolist()
    ('pairs.csv', 'pairs', [0, 0, 1])
    """
    place = Path(path)
    if not place.exists():
        raise ValueError(f"{place}: there is no such file")
    if place.is_dir():
        raise ValueError(f"{place}: this is a folder; give a file of pairs, a matrix, a graph or vectors")
    options = replace(options, nodes=as_readable_again(options.nodes))
    _begin("read", options)
    if is_graph_file(place):
        opened = _open_graph(place, options)
    elif options.vectors or holds_vectors(place, variable=options.variable):
        opened = _open_vectors(place, options)
    else:
        opened = _open_pairs(place, options)
    return replace(compared_with(opened, options.before), path=place)


def open_bytes(content: bytes, name: str) -> Source:
    """Open the content of a file, whose name says what it holds; it is on the disk for that time only."""
    shown = os.path.basename(name.replace("\\", "/")) or "the file"
    suffixes = _NO_SUFFIX.sub("", "".join(Path(shown).suffixes[-2:]).lower())
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"clustering{suffixes[-20:]}"
        path.write_bytes(content)
        try:
            return replace(open_file(path), title=shown, path=None)
        except ValueError as error:
            raise ValueError(str(error).replace(str(path), shown).replace(path.name, shown)) from None


# --------------------------------------------------------------------------------------------------- pairs and matrices


def _open_pairs(path: Path, options: OpenOptions) -> Source:
    is_table_format = options.format == "table"
    columns = [name for name in option_names(ColumnOptions) if name != "values" and getattr(options, name) is not None]
    kind = input_kind(
        str(path),
        says_table="format" if is_table_format else next(iter(columns), None) if options.format is None else None,
        says_pairs="format" if options.format is not None and not is_table_format else None,
    )
    if kind.is_table:
        return _open_table(str(path), path.name, options)
    if options.symmetrize in ("max", "min"):
        raise ValueError(f"symmetrize={options.symmetrize!r} is for graphs; of matrices, 'mean' or 'sum'")
    file = read(
        path,
        format=options.format,
        missing=options.given_missing,
        symmetrize=options.symmetrize,
        variable=options.variable,
        header=options.header,
    )
    values_given = "weights" if options.values == "auto" and options.format is not None else options.values
    values = file_values(file, values_given, is_missing_given=options.given_missing is not None)
    is_for_tables = options.nodes is not None or options.are_for_scores
    if file.rows is None or (values.are_weights and not is_for_tables):
        return _open_weights(file, path.name, options, values_note(file, values))
    opened = _open_table(rows_table(file), path.name, replace(options, values=values_given))
    return replace(opened, notes=(*reading_notes(file), *opened.notes))


def _open_table(pairs: Any, title: str, options: OpenOptions) -> Source:
    """Entities of scored pairs."""
    try:
        found = entities_of(pairs, options.nodes, options.for_entities())
    except ValueError as error:
        raise error if title in str(error) else ValueError(f"{title}: {error}") from None
    return entities_source(found, options, title=title, unknown=options.unknown)


def _open_weights(file: PairsFile, title: str, options: OpenOptions, note: str) -> Source:
    """Signed pairs, matrices and graphs."""
    columns = pair_columns(file)
    things = Things(pa.table({columns.id_names[0]: pa.array(file.ids)}), (columns.left, columns.right))
    things = with_ordered_columns(things, options, title) if file.rows is None else with_columns(things, options)
    problem, known = _linked(file.problem, things, options)
    result = _solved(problem, title, options)
    kind = _KINDS.get(file.format, "matrix")
    return Source(title, kind, problem, result, things, note, (*reading_notes(file), *repeats_note(file), *known))


# --------------------------------------------------------------------------------------------------- graphs and vectors


def _open_graph(path: Path, options: OpenOptions) -> Source:
    problem, things = read_graph_file(
        path, weight=options.weight, missing=options.given_missing, symmetrize=options.symmetrize
    )
    things = with_columns(things, options, unknown=options.unknown, nulls=options.nulls)
    problem, known = _linked(problem, things, options)
    result = _solved(problem, path.name, options)
    note = f"the attribute {options.weight or 'weight'!r} of edges has signed weights, taken as they are"
    return Source(path.name, "graph", problem, result, things, note, known)


def _open_vectors(path: Path, options: OpenOptions) -> Source:
    from frenemy.estimator import CorrelationClustering

    rows = read_vectors(path, variable=options.variable)
    things = with_ordered_columns(Things.of(None, len(rows)), options, path.name)
    _begin("solve", options)
    model = CorrelationClustering(
        missing=options.given_missing or 0.0,
        solver=options.solver,
        seconds=None if options.stop is None else options.stop.seconds,
        random_state=options.seed,
        n_jobs=options.threads,
    )
    try:
        model.fit(rows)
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None
    note = f"{rows.shape[0]:,} vectors of {rows.shape[1]:,} numbers; weights {model.weights_account_}"
    vectors = np.asarray(rows, np.float64)
    return Source(path.name, "vectors", model.problem_, model.result_, things, note, vectors=vectors)


# ---------------------------------------------------------------------------------------------------------------- both


def _begin(stage: str, options: OpenOptions) -> None:
    if options.on_stage is not None:
        options.on_stage(stage, 0.0)


def _linked(problem: Problem, things: Things, options: OpenOptions) -> tuple[Problem, tuple[str, ...]]:
    """The problem with the pairs that are known for certain, and notes about them."""
    notes = []
    for name, table, sign, verb in (
        ("must_link", options.must_link, 1, "together"),
        ("cannot_link", options.cannot_link, -1, "apart"),
    ):
        if table is not None:
            known = read_known_pairs(table, things.record_names, name=name)
            problem = with_answers(
                problem, known.u, known.v, np.full(len(known.u), sign), names=things.record_names.ids
            )
            notes.append(f"{len(known.u):,} {'pair' if len(known.u) == 1 else 'pairs'} must be {verb}")
    return problem, tuple(notes)


def _solved(problem: Problem, title: str, options: OpenOptions) -> Result:
    check_not_empty(problem, title)
    _begin("solve", options)
    return solve_problem(problem, options.solver, stop=options.stop, seed=options.seed, threads=options.threads)
