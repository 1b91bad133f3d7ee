"""Labels to files: the cluster of each id."""

from __future__ import annotations

import csv
import gzip
import io
import os
import sys
from typing import Any, TextIO

import numpy as np
import numpy.typing as npt

from frenemy.io.safe_cells import safe_cell
from frenemy.io.source import PathOrFile, suffix_of
from frenemy.io.whole_files import write_all_whole

#: Every format by name, with what it holds.
LABEL_FORMATS = {
    "csv": "the header id,cluster_id, then one line per node",
    "tsv": "the same with tabs",
    "txt": "one cluster per line, in node order, without ids",
    "npz": "NumPy arrays ids and labels",
}


def write_labels(
    where: PathOrFile,
    ids: npt.ArrayLike | None,
    labels: npt.ArrayLike,
    *,
    format: str | None = None,
    safe_csv: bool = False,
    id_name: str = "id",
) -> None:
    """Write which cluster each id is in.

    Parameters
    ----------
    where : path, ``"-"`` or open file
        ``"-"`` is standard output. A path that ends in ``.gz`` is compressed.
    ids : (n_nodes,) int or str, optional
        The id of each node, in node order; by default ``0..n_nodes-1``.
    labels : (n_nodes,) int
    format : str, optional
        One of :data:`LABEL_FORMATS`; by default by extension, and csv without one.
    safe_csv : bool
        For files that are opened in a spreadsheet, in csv and tsv: an id that begins with ``=``, ``+``, ``-``, ``@``, a
        tab, a line break or an apostrophe gets an apostrophe in front, so that it is not run as a formula. By default
        ids are written as they are, for programs.
    id_name : str
        The name of the column of ids, in csv and tsv.

    Examples
    --------
    >>> import sys
    >>> from frenemy.io import write_labels
    >>> write_labels(sys.stdout, ["ann", "bob", "carl"], [0, 0, 1])
    id,cluster_id
    ann,0
    bob,0
    carl,1
    """
    clusters = np.asarray(labels)
    names = np.arange(len(clusters)) if ids is None else np.asarray(ids)
    if clusters.ndim != 1 or names.shape != clusters.shape:
        raise ValueError(f"ids and labels must have one entry per node, got shapes {names.shape} and {clusters.shape}")
    chosen = label_format(where, format)
    if safe_csv and chosen in ("csv", "tsv"):
        names = np.array([safe_cell(id) if isinstance(id, str) else id for id in names.tolist()], object)
    if isinstance(where, (str, os.PathLike)):
        path = os.fspath(where)
        if path == "-":
            _write(sys.stdout.buffer if chosen == "npz" else sys.stdout, chosen, names, clusters, id_name)
            sys.stdout.flush()
            return
        content = _content(chosen, names, clusters, id_name)
        is_packed = path.lower().endswith(".gz")
        write_all_whole({path: gzip.compress(content, mtime=0) if is_packed else content})
    else:
        _write(where, chosen, names, clusters, id_name)


def label_format(where: PathOrFile, format: str | None) -> str:
    """The format that :func:`write_labels` would use; a ValueError if there is none."""
    if format is not None:
        name = format.lower().removeprefix(".")
        if name not in LABEL_FORMATS:
            raise ValueError(f"unknown label format {format!r}; there are {', '.join(LABEL_FORMATS)}")
        return name
    if not isinstance(where, (str, os.PathLike)) or os.fspath(where) == "-":
        return "csv"
    suffix = suffix_of(os.fspath(where)).removeprefix(".")
    if suffix and suffix not in LABEL_FORMATS:
        raise ValueError(
            f"cannot write labels to {os.fspath(where)}: the extension must be one of "
            f"{', '.join('.' + name for name in LABEL_FORMATS)}"
        )
    return suffix or "csv"


def _content(format: str, ids: npt.NDArray[Any], labels: npt.NDArray[Any], id_name: str) -> bytes:
    if format == "npz":
        binary = io.BytesIO()
        _write(binary, format, ids, labels, id_name)
        return binary.getvalue()
    text = io.StringIO()
    _write(text, format, ids, labels, id_name)
    return text.getvalue().encode()


def _write(file: Any, format: str, ids: npt.NDArray[Any], labels: npt.NDArray[Any], id_name: str) -> None:
    if format == "npz":
        # Strings as fixed-width text: object arrays would be pickled, and could not be read back safely.
        np.savez_compressed(file, ids=ids.astype(str) if ids.dtype == object else ids, labels=labels)
        return
    if isinstance(file, (io.RawIOBase, io.BufferedIOBase)):
        file.write(_content(format, ids, labels, id_name))
        return
    _write_text(file, format, ids, labels, id_name)


def _write_text(file: TextIO, format: str, ids: npt.NDArray[Any], labels: npt.NDArray[Any], id_name: str) -> None:
    if format == "txt":
        file.writelines(f"{label}\n" for label in labels.tolist())
        return
    writer = csv.writer(file, delimiter="\t" if format == "tsv" else ",", lineterminator="\n")
    writer.writerow((id_name, "cluster_id"))
    writer.writerows(zip(ids.tolist(), labels.tolist(), strict=True))
