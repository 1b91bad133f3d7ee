"""What else an end of a stroke could lead to: of the wires at one end, mostly one is right."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]
Ints = npt.NDArray[np.int64]

N_FEATURES = 6
NONE = -6.0  # log-odds where there is no rival


def rivals(log_odds: Floats, end: Ints, line: Ints, reached: Ints, n_strokes: int) -> Floats:
    """How likely the wires are that speak for and against each of them.

    Parameters
    ----------
    log_odds : (n_wires,) float32
        Of each wire by itself.
    end, line : (n_wires,) int64
        The end that it starts from, and 1 + the stroke that it reaches.
    reached : (n_wires,) int64
        The end of that stroke that it arrives at, or -1 if it arrives elsewhere.
    n_strokes : int

    Returns
    -------
    (n_wires, N_FEATURES) float32
        Log-odds of the wire itself; of the best other one from the same end; of the best one from the end reached that
        leads back, and that leads elsewhere; of the best other one that arrives at the end reached, and at the end
        itself.
    """
    value = np.maximum(log_odds, np.float32(NONE))
    own = end // 2 + 1
    n_ends = 2 * n_strokes
    arrives = np.flatnonzero(reached >= 0)
    leads = _Best(end, line, value, n_ends)
    comes = _Best(reached[arrives], own[arrives], value[arrives], n_ends)
    columns = [
        value,
        leads.other(end, line),
        leads.same(reached, own),
        leads.other(reached, own),
        comes.other(reached, own),
        comes.other(end, line),
    ]
    return np.stack(columns, axis=1).astype(np.float32)


class _Best:
    """Of values with an end and a stroke each: the best at an end with a stroke, or with any but that one."""

    def __init__(self, at: Ints, stroke: Ints, value: Floats, n_ends: int) -> None:
        order = np.argsort(value, kind="stable")  # the best comes last, and stays
        self._n_ends = n_ends
        self._width = int(stroke.max()) + 2 if len(stroke) else 2
        self._first = np.full(n_ends, NONE, np.float32)
        self._stroke = np.full(n_ends, -1, np.int64)
        self._first[at[order]], self._stroke[at[order]] = value[order], stroke[order]
        others = order[stroke[order] != self._stroke[at[order]]]
        self._second = np.full(n_ends, NONE, np.float32)
        self._second[at[others]] = value[others]
        keys = at * self._width + stroke
        self._keys, place = np.unique(keys[order], return_inverse=True)
        self._value = np.full(len(self._keys), NONE, np.float32)
        self._value[place] = value[order]

    def other(self, at: Ints, stroke: Ints) -> Floats:
        found = np.where(self._stroke[at] == stroke, self._second[at], self._first[at])
        return np.where(at >= 0, found, np.float32(NONE))

    def same(self, at: Ints, stroke: Ints) -> Floats:
        if not len(self._keys):
            return np.full(len(at), NONE, np.float32)
        keys = at * self._width + np.minimum(stroke, self._width - 1)
        place = np.minimum(np.searchsorted(self._keys, keys), len(self._keys) - 1)
        return np.where((at >= 0) & (self._keys[place] == keys), self._value[place], np.float32(NONE))
