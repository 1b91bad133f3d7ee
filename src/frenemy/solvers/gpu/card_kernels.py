"""The steps of a solver on the card: each a call of one or two kernels."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from frenemy.problem.array_types import Bools, Floats, Ints
from frenemy.solvers.gpu.card import load_cupy
from frenemy.solvers.gpu.compiled import BLOCK, BLOCK_SLOTS, FAR_ENTRIES, LANES, MAX_SWEEPS, ROW_SLOTS, compiled
from frenemy.solvers.gpu.gumbel import GUMBEL
from frenemy.solvers.gpu.level import CardArray, FixedPoint, Level

_MAX_SMALL_SUM = 2**28
_SAMPLED = 4096
_SUMMING_BLOCKS = 2048
_MANY_ENTRIES, _FEW_ENTRIES = 2**24, 2**22
_MAX_BLOCKS = 1 << 14  # room for one number per block
_ALIGNMENT = 256

_POINTER, _LONG, _INT = np.uint64, np.int64, np.int32


def _pointers(*names: str) -> list[tuple[str, Any]]:
    return [(name, _POINTER) for name in names]


# The structures of the kernels, field by field.
_LEVEL = np.dtype(
    [
        *_pointers("offsets", "neighbors", "weights", "sizes"),
        ("missing", np.float64),
        *_pointers("lists", "slots_before", "chunks_before", "far_labels", "far_sums"),
        *((name, _INT) for name in ("n_nodes", "n_short", "n_medium", "n_long", "n_far")),
    ],
    align=True,
)
_MOVES = np.dtype(
    [
        *_pointers("start", "walls", "gumbel", "labels", "numbered", "members", "numbers", "cluster_sizes", "gains"),
        *_pointers("arriving", "leaving", "active", "states", "ranks", "n_moved", "block_sums", "facts", "barrier"),
        ("key", np.uint32),
        *((name, _INT) for name in ("n_hot", "n_sweeps")),
        ("temperatures", _LONG, (MAX_SWEEPS,)),
    ],
    align=True,
)
_ROW_LISTS = np.dtype(
    [*_pointers("lists", "slots_before", "chunks_before", "facts", "block_sums", "barrier"), ("n_rows", _INT)],
    align=True,
)
_ORDER = np.dtype(
    [
        *_pointers("offsets", "labels", "sizes", "n_entries", "n_members", "cluster_sizes", "begins", "firsts"),
        *_pointers("slots_before", "order", "facts", "block_sums", "barrier"),
        *((name, _INT) for name in ("n_nodes", "n_clusters")),
    ],
    align=True,
)
_SUMS = np.dtype(
    [
        *_pointers("labels", "order", "firsts", "begins", "slots_before", "far_labels", "far_sums"),
        *_pointers(
            "wide_neighbors", "wide_sums", "n_distinct", "attracts", "n_kept", "offsets", "neighbors", "weights"
        ),
        ("rows", _ROW_LISTS),
    ],
    align=True,
)
_OVERLAY = np.dtype(
    [
        *_pointers("a", "b", "keys", "names", "places", "numbers", "numbered", "facts", "block_sums", "barrier"),
        *((name, _INT) for name in ("n_nodes", "slots")),
    ],
    align=True,
)


@dataclass(eq=False)
class _Layout:
    """What kernels use beside the rows: nodes by the length of their rows, tables for far rows, room for moves."""

    suffix: str
    bytes: Any  # of the structure
    n_blocks: int
    has_tables: bool
    kept: tuple[CardArray, ...]  # the struct has only their addresses
    moves: tuple[Any, Any, CardArray] | None = None


class CardKernels:
    """All that solvers do on the card. One per solve."""

    def __init__(self) -> None:
        cupy = self._cupy = load_cupy()
        self._together, self._call = compiled(cupy.cuda.Device().id)
        self._gumbel = cupy.asarray(GUMBEL)
        self._barrier, self._block_sums = cupy.zeros(2, np.uint32), cupy.empty(_MAX_BLOCKS, np.int64)
        self._facts = cupy.zeros(8, np.int64)

    # -------------------------------------------------------------------------------------------------------- levels

    def level(
        self, offsets: Ints, neighbors: Any, weights: Floats, sizes: Ints | None, missing: float, fixed: FixedPoint
    ) -> Level:
        """A problem in rows, from the memory of the computer; ``sizes`` and ``missing`` in fixed point."""
        cupy = self._cupy
        suffix, kind = _weight_kind(fixed.is_small)
        rounded = cupy.empty(len(weights), kind)
        self._run(f"round_weights_{suffix}", len(weights), len(weights), cupy.asarray(weights), fixed.scale, rounded)
        sizes = None if sizes is None else cupy.asarray(sizes)
        return self._level(cupy.asarray(offsets), cupy.asarray(neighbors), rounded, sizes, missing)

    def degrees(self, u: CardArray, v: CardArray, w: CardArray, n_nodes: int) -> tuple[CardArray, int | None]:
        """How many pairs each node has, and the first pair that is out of range or not finite, if there is one."""
        cupy = self._cupy
        degrees, first_bad = cupy.zeros(n_nodes, np.int64), cupy.full(1, 2**64 - 1, np.uint64)
        self._run("check_pairs", len(u), len(u), u, v, w, np.int32(n_nodes), degrees, first_bad)
        bad = int(first_bad[0])
        return degrees, bad if bad < len(u) else None

    def level_of_pairs(
        self,
        u: CardArray,
        v: CardArray,
        w: CardArray,
        degrees: CardArray,
        sizes: CardArray | None,
        missing: float,
        fixed: FixedPoint,
    ) -> Level:
        """A problem from checked pairs on the card."""
        cupy = self._cupy
        suffix, kind = _weight_kind(fixed.is_small)
        offsets = cupy.zeros(len(degrees) + 1, np.int64)
        cupy.cumsum(degrees, out=offsets[1:])
        n_entries = int(offsets[-1])
        neighbors, weights = cupy.empty(n_entries, np.int32), cupy.empty(n_entries, kind)
        self._run(f"place_pairs_{suffix}", len(u), len(u), u, v, w, fixed.scale, offsets.copy(), neighbors, weights)
        return self._level(offsets, neighbors, weights, sizes, missing)

    def copies(self, level: Level, n_copies: int) -> Level:
        """A problem several times side by side; node ``i`` of copy ``c`` is ``c * n_nodes + i``."""
        cupy = self._cupy
        copy = cupy.arange(n_copies, dtype=np.int64)[:, None]
        offsets = cupy.empty(n_copies * level.n_nodes + 1, np.int64)
        offsets[:-1] = (level.offsets[:-1] + copy * level.n_entries).ravel()
        offsets[-1] = n_copies * level.n_entries
        neighbors = (level.neighbors + (copy * level.n_nodes).astype(np.int32)).ravel()
        sizes = None if level.sizes is None else cupy.tile(level.sizes, n_copies)
        return self._level(offsets, neighbors, cupy.tile(level.weights, n_copies), sizes, level.missing)

    def _level(
        self, offsets: CardArray, neighbors: CardArray, weights: CardArray, sizes: CardArray | None, missing: float
    ) -> Level:
        rows, kept, facts = self._row_lists(len(offsets) - 1)
        self._together["list_rows"](_blocks(len(offsets), BLOCK), (_bytes(rows), offsets))
        return self._laid_out(offsets, neighbors, weights, sizes, missing, kept, facts.get())

    def _row_lists(self, n_rows: int) -> tuple[Any, tuple[CardArray, ...], CardArray]:
        """Room for lists of rows: the structure for the kernel, the arrays, and the facts that the kernel finds."""
        cupy = self._cupy
        facts = cupy.zeros(8, np.int64)
        kept = cupy.empty((4, n_rows), np.int32), cupy.empty(n_rows + 1, np.int64), cupy.empty(n_rows + 1, np.int64)
        struct = np.zeros((), _ROW_LISTS)
        struct[()] = (*(array.data.ptr for array in (*kept, facts, self._block_sums, self._barrier)), n_rows)
        return struct, kept, facts

    def _laid_out(
        self,
        offsets: CardArray,
        neighbors: CardArray,
        weights: CardArray,
        sizes: CardArray | None,
        missing: float,
        lists: tuple[CardArray, ...],
        facts: Ints,
    ) -> Level:
        cupy = self._cupy
        n_short, n_medium, n_long, n_far, n_slots = map(int, facts[:5])
        tables: tuple[CardArray, ...] = ()
        if n_slots:
            tables = cupy.full(n_slots, -1, np.int32), cupy.zeros(n_slots, np.int64)
        struct = np.zeros((), _LEVEL)
        addresses = [0 if array is None else array.data.ptr for array in (offsets, neighbors, weights, sizes)]
        more = [array.data.ptr for array in (*lists, *tables)] + [0] * (2 - len(tables))
        n_nodes = len(offsets) - 1
        struct[()] = (*addresses, missing, *more, n_nodes, n_short, n_medium, n_long, n_far)
        n_blocks = _MAX_BLOCKS if n_far else _blocks(n_short, BLOCK // LANES) + _blocks(n_medium, BLOCK // 32) + n_long
        suffix = _weight_kind(weights.dtype == np.int32)[0]
        layout = _Layout(suffix, _bytes(struct), n_blocks, n_medium + n_long > 0, (*lists, *tables))
        return Level(n_nodes, len(neighbors), offsets, neighbors, weights, sizes, missing, layout)

    # --------------------------------------------------------------------------------------------------------- moves

    def moved(
        self,
        level: Level,
        start: CardArray | None,
        *,
        temperatures: list[int],
        n_descents: int,
        key: int,
        walls: CardArray | None = None,
    ) -> tuple[CardArray, int]:
        """Sweeps at these temperatures, then a descent of at most so many; labels ``0..k-1`` and k.

        Parameters
        ----------
        start : (n_nodes,) int32, optional
            Labels ``0..k-1``; by default all nodes are single.
        key : int
            32 random bits.
        walls : (n_nodes,) int32, optional
            Only neighbors with the same number count.
        """
        layout: _Layout = level.layout
        if layout.moves is None:
            layout.moves = self._room_for_moves(level)
        struct = layout.moves[0]
        numbered = self._cupy.empty(level.n_nodes, np.int32)
        struct["numbered"] = numbered.data.ptr
        struct["start"] = 0 if start is None else start.data.ptr
        struct["walls"] = 0 if walls is None else walls.data.ptr
        struct["key"], struct["n_hot"], struct["n_sweeps"] = key, len(temperatures), len(temperatures) + n_descents
        struct["temperatures"][: len(temperatures)] = temperatures
        shared = _table_bytes(layout.suffix) if layout.has_tables else 0
        self._together[f"move_nodes_{layout.suffix}"](layout.n_blocks, (layout.bytes, layout.moves[1]), shared)
        return numbered, int(self._facts.get()[0])

    def _room_for_moves(self, level: Level) -> tuple[Any, Any, CardArray]:
        """The structure for the kernel, its bytes, and the memory of the arrays that it names."""
        n = level.n_nodes
        n_sized = 2 * n if level.missing != 0.0 else 0
        lengths = {"labels": 4 * n, "members": 8 * n, "numbers": 8 * n + 4, "cluster_sizes": 8 * n_sized}
        lengths |= {"gains": 4 * n_sized, "arriving": 8 * n_sized, "leaving": 8 * n_sized, "active": n}
        lengths |= {"states": 8 * n, "ranks": 4 * n, "n_moved": 8 * MAX_SWEEPS}
        struct, total = np.zeros((), _MOVES), 0
        room = self._cupy.empty(sum(_aligned(length) for length in lengths.values()), np.uint8)
        for name, length in lengths.items():
            struct[name] = room.data.ptr + total if length else 0
            total += _aligned(length)
        for name, array in (("gumbel", self._gumbel), ("facts", self._facts)):
            struct[name] = array.data.ptr
        struct["block_sums"], struct["barrier"] = self._block_sums.data.ptr, self._barrier.data.ptr
        return struct, _bytes(struct), room

    # --------------------------------------------------------------------------------------------------- contraction

    def nodes(self, n: int) -> CardArray:
        """``0..n-1``."""
        return self._cupy.arange(n, dtype=np.int32)

    def dominating(self, level: Level) -> CardArray:
        """For each node, the neighbor that attracts it at least as strongly as all its other pairs count, or itself."""
        found = self._cupy.empty(level.n_nodes, np.int32)
        name, n_threads = f"find_dominating_{level.layout.suffix}", LANES * level.n_nodes
        self._run(name, n_threads, level.layout.bytes, found)
        return found

    def contract(self, level: Level, labels: CardArray, n_clusters: int) -> Level:
        """One node per cluster; labels are ``0..n_clusters-1``. Those that nothing attracts lose their pairs."""
        cupy, n = self._cupy, level.n_nodes
        layout: _Layout = level.layout
        shared = self._block_sums.data.ptr, self._barrier.data.ptr
        counts, attracts = cupy.zeros((5, n_clusters), np.int64), cupy.zeros(n_clusters, np.uint8)
        places = cupy.empty((4, n_clusters + 1), np.int64)  # begins, firsts, slots before, offsets
        order = cupy.empty(n, np.int32)
        sizes = None if level.sizes is None else counts[2]
        struct = np.zeros((), _ORDER)
        arrays = (level.offsets, labels, level.sizes, counts[0], counts[1], sizes, *places[:3], order, self._facts)
        struct[()] = (*(0 if array is None else array.data.ptr for array in arrays), *shared, n, n_clusters)
        self._together["order_nodes"](_blocks(n, BLOCK), (_bytes(struct),))
        far = self._far_slots(level)

        rows, lists, facts = self._row_lists(n_clusters)
        far_labels, far_sums = cupy.empty(far, np.int32), cupy.empty(far, np.int64)
        wide_neighbors, wide_sums = cupy.empty(level.n_entries, np.int32), cupy.empty(level.n_entries, np.int64)
        neighbors, weights = cupy.empty(level.n_entries, np.int32), cupy.empty(level.n_entries, np.int64)
        sums = np.zeros((), _SUMS)
        arrays = (labels, order, places[1], places[0], places[2], far_labels, far_sums, wide_neighbors, wide_sums)
        arrays += (counts[3], attracts, counts[4], places[3], neighbors, weights)
        sums[()] = (*(array.data.ptr for array in arrays), rows)
        n_blocks = _MAX_BLOCKS if far else _blocks(n_clusters, BLOCK // 32)
        self._together[f"sum_rows_{layout.suffix}"](
            max(n_blocks, _blocks(level.n_entries, 4 * BLOCK)), (layout.bytes, _bytes(sums)), 12 * ROW_SLOTS
        )
        found = facts.get()
        n_entries = int(found[6])
        small = weights.view(np.int32) if found[5] < _MAX_SMALL_SUM else weights
        packed = neighbors[:n_entries], small[:n_entries]
        if level.n_entries > _MANY_ENTRIES:  # what was only room is free again
            packed = packed[0].copy(), packed[1].copy()
        return self._laid_out(places[3], *packed, sizes, level.missing, lists, found)

    def _far_slots(self, level: Level) -> int:
        """Room for tables of rows that do not fit into shared memory; for small problems without asking the card."""
        if level.n_entries <= min(ROW_SLOTS // 2, FAR_ENTRIES):
            return 0
        if level.n_entries <= _FEW_ENTRIES:
            return 4 * level.n_entries  # a table has at most four slots for an entry
        return int(self._facts.get()[0])

    # -------------------------------------------------------------------------------------------------------- labels

    def overlay(self, a: CardArray, b: CardArray) -> tuple[CardArray, int]:
        """The clusters that two clusterings agree on, as ``0..k-1`` by first appearance, and k."""
        cupy, n = self._cupy, len(a)
        slots = 1 << max(4, (2 * n - 1).bit_length())
        keys, names = cupy.full(slots, -1, np.int64), cupy.full(slots, n, np.int32)
        places, numbered, numbers = cupy.empty(n, np.int32), cupy.empty(n, np.int32), cupy.empty(n + 1, np.int32)
        struct = np.zeros((), _OVERLAY)
        arrays = (a, b, keys, names, places, numbers, numbered, self._facts, self._block_sums, self._barrier)
        struct[()] = (*(array.data.ptr for array in arrays), n, slots)
        self._together["overlay"](_blocks(n, BLOCK), (_bytes(struct),))
        return numbered, int(self._facts.get()[0])

    def chosen(self, is_first: Bools, first: CardArray, second: CardArray) -> CardArray:
        """Labels of copies, each from the first or from the second."""
        n = len(is_first)
        picked = self._cupy.where(self._cupy.asarray(is_first)[:, None], first.reshape(n, -1), second.reshape(n, -1))
        return picked.ravel()

    def lifted(self, labels: CardArray, parts: CardArray) -> CardArray:
        """Labels of nodes from those of the parts that they are in."""
        return labels[parts]

    def projected(self, labels: CardArray, parts: CardArray, n_parts: int) -> CardArray:
        """Labels of parts, all nodes of which have the same label."""
        projected = self._cupy.empty(n_parts, np.int32)
        projected[parts] = labels
        return projected

    def energies_of_rows(
        self, offsets: CardArray, neighbors: CardArray, weights: CardArray, labels: CardArray, n_copies: int
    ) -> Floats:
        """The weight of all cut pairs, in double precision, of each of several clusterings one after the other."""
        sums = self._cupy.empty((n_copies, _SUMMING_BLOCKS), np.float64)
        args = (np.int32(len(offsets) - 1), offsets, neighbors, weights, labels, sums)
        self._call["cut_of_rows"]((_SUMMING_BLOCKS, n_copies), (BLOCK,), args)
        return 0.5 * np.asarray(sums.get().sum(axis=1))

    def energies_of_pairs(self, u: CardArray, v: CardArray, w: CardArray, labels: CardArray, n_copies: int) -> Floats:
        sums = self._cupy.empty((n_copies, _SUMMING_BLOCKS), np.float64)
        args = (len(u), u, v, w, np.int32(len(labels) // n_copies), labels, sums)
        self._call["cut_of_pairs"]((_SUMMING_BLOCKS, n_copies), (BLOCK,), args)
        return np.asarray(sums.get().sum(axis=1))

    def cluster_sizes(self, sizes: CardArray, labels: CardArray, n_clusters: int) -> Ints:
        found = self._cupy.zeros(n_clusters, np.int64)
        self._cupy.add.at(found, labels, sizes)
        return np.asarray(found.get())

    def squared_pulls(self, level: Level) -> Floats:
        """For a sample of nodes, the sum of squared attracting weights; 0 where nothing attracts."""
        n_sampled = min(level.n_nodes, _SAMPLED)
        squares = self._cupy.zeros(n_sampled, np.int64)
        suffix = level.layout.suffix
        shift = 0 if suffix == "int" else 16
        self._run(
            f"squared_pulls_{suffix}",
            32 * n_sampled,
            level.layout.bytes,
            np.int32(n_sampled),
            np.int32(shift),
            squares,
        )
        return np.asarray(squares.get() * 4.0**shift, np.float64)

    def to_card(self, labels: Any) -> CardArray:
        return self._cupy.asarray(labels)

    def to_host(self, labels: CardArray) -> Any:
        return labels.get()

    # ---------------------------------------------------------------------------------------------------------------

    def _run(self, name: str, n_threads: int, *args: Any) -> None:
        if n_threads:
            self._call[name]((_blocks(n_threads, BLOCK),), (BLOCK,), args)


def _bytes(struct: Any) -> Any:
    """The same memory without its fields, which CuPy would describe at every call."""
    return struct.view(f"V{struct.dtype.itemsize}")


def _weight_kind(is_small: bool) -> tuple[str, Any]:
    return ("int", np.int32) if is_small else ("long", np.int64)


def _table_bytes(suffix: str) -> int:
    return (4 + (4 if suffix == "int" else 8)) * BLOCK_SLOTS


def _blocks(n: int, per_block: int) -> int:
    return max(1, -(-n // per_block))


def _aligned(n_bytes: int) -> int:
    return -(-n_bytes // _ALIGNMENT) * _ALIGNMENT
