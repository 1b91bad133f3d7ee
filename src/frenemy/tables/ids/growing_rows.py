"""Rows of values that grow without a rebuild: the pairs of a record, the records of a cluster.

New values form a layer on top. A layer that is not much smaller than the one below is merged into it, so there are few
layers (the logarithm of the number of values), and each value is moved at most once per layer. Looking rows up costs
time in proportion to the values found. Rows are immutable.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from frenemy.problem.array_types import Bools, Floats, Ints

_MUCH_SMALLER = 2  # a layer has at most one half of the values of the one below


class Rows(NamedTuple):
    """Values found: for each one, the position of its row in the query, and its weight."""

    position: Ints
    value: npt.NDArray[np.int32]
    weight: Floats


class _Layer(NamedTuple):
    rows: Ints  # sorted, each once
    offsets: Ints
    value: npt.NDArray[np.int32]
    weight: Floats


@dataclass(frozen=True, eq=False)
class GrowingRows:
    """Values and weights by row. If a row has a value more than once, the last weight counts.

    Examples
    --------
    >>> import numpy as np
    >>> from frenemy.tables.ids.growing_rows import GrowingRows
    >>> rows = GrowingRows().added(np.array([0, 0, 7]), np.array([1, 2, 3]), np.array([0.5, 1.5, 2.5]))
    >>> more = rows.added(np.array([0]), np.array([2]), np.array([-1.0]))
    >>> [found.tolist() for found in more.of(np.array([7, 0]))]
    [[0, 1, 1], [3, 1, 2], [2.5, 0.5, -1.0]]
    >>> rows.of(np.array([0])).weight.tolist()
    [0.5, 1.5]
    """

    layers: tuple[_Layer, ...] = ()

    def of(self, rows: Ints) -> Rows:
        """The values of these rows, by position, then by value."""
        found = [part for part in (_read(layer, rows) for layer in self.layers) if len(part.value)]
        return found[0] if len(found) == 1 else _newest(found)  # each layer is in order

    def weights_of(self, rows: Ints, values: npt.NDArray[np.integer], *, missing: float) -> tuple[Floats, Bools]:
        """The weights of some values in some rows, ``missing`` for absent ones; and which are present."""
        asked, position = np.unique(rows, return_inverse=True)
        here = self.of(asked)
        keys, wanted = here.position << 32 | here.value, position << 32 | values
        if not len(keys):
            return np.full(len(rows), missing), np.zeros(len(rows), np.bool_)
        at = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
        is_there = keys[at] == wanted
        return np.where(is_there, here.weight[at], missing), is_there

    def added(
        self,
        rows: npt.NDArray[np.integer],
        values: npt.NDArray[np.integer],
        weights: Floats | None = None,
        *,
        is_alive: Callable[[Ints, npt.NDArray[np.int32]], Bools] | None = None,
    ) -> GrowingRows:
        """With more values. ``is_alive(rows, values)`` says which values to keep when layers are merged."""
        weight = np.zeros(len(rows)) if weights is None else weights
        layers = [*self.layers, _layer([Rows(rows.astype(np.int64), values.astype(np.int32), weight)])]
        while len(layers) > 1 and _MUCH_SMALLER * len(layers[-1].value) > len(layers[-2].value):
            both = [_entries(layer) for layer in layers[-2:]]
            if is_alive is not None:
                both = [_kept(entries, is_alive(entries.position, entries.value)) for entries in both]
            layers[-2:] = [_layer(both)]
        return GrowingRows(tuple(layers))

    def entries(self) -> Rows:
        """All values, with the row of each one in place of a position."""
        return _newest([_entries(layer) for layer in self.layers])


def _read(layer: _Layer, rows: Ints) -> Rows:
    at = np.searchsorted(layer.rows, rows)
    inside = np.flatnonzero(at < len(layer.rows))
    here = inside[layer.rows[at[inside]] == rows[inside]]
    at = at[here]
    first = layer.offsets[at]
    lengths = layer.offsets[at + 1] - first
    places = np.repeat(first - (np.cumsum(lengths) - lengths), lengths) + np.arange(int(lengths.sum()))
    return Rows(np.repeat(here, lengths), layer.value[places], layer.weight[places])


def _newest(parts: list[Rows]) -> Rows:
    """All of them by row and value; of equal ones, the last."""
    if not parts:
        return Rows(np.empty(0, np.int64), np.empty(0, np.int32), np.empty(0))
    position, value, weight = (np.concatenate(columns) for columns in zip(*parts, strict=True))
    order = np.argsort(position << 32 | value, kind="stable")
    position, value, weight = position[order], value[order], weight[order]
    is_last = np.ones(len(order), bool)
    is_last[:-1] = (position[1:] != position[:-1]) | (value[1:] != value[:-1])
    return Rows(position[is_last], value[is_last], weight[is_last])


def _layer(parts: list[Rows]) -> _Layer:
    ordered = _newest(parts)
    is_first = np.ones(len(ordered.position), bool)
    is_first[1:] = ordered.position[1:] != ordered.position[:-1]
    begin = np.flatnonzero(is_first)
    return _Layer(ordered.position[begin], np.append(begin, len(is_first)), ordered.value, ordered.weight)


def _entries(layer: _Layer) -> Rows:
    return Rows(np.repeat(layer.rows, np.diff(layer.offsets)), layer.value, layer.weight)


def _kept(entries: Rows, which: Bools) -> Rows:
    return Rows(entries.position[which], entries.value[which], entries.weight[which])
