"""The kernels, compiled for the card at hand, and the steps that call them."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from importlib import resources
from typing import Any

import numpy as np

from frenemy.solvers.gpu.card import load_cupy
from frenemy.solvers.gpu.gumbel import GUMBEL
from frenemy.solvers.gpu.level import MAX_SMALL_SUM, CardArray, FixedPoint, Level

_BLOCK = 256
_LANES, _WARPS = 8, 8
_SHORT_ROW, _MEDIUM_ROW = 32, 512
_WARP_SLOTS, _BLOCK_SLOTS = 1024, 8192
_SAMPLED = 4096
_COUNTS = 64  # sweeps whose moves are counted before the counters are cleared
_TYPES = {"int": np.int32, "long": np.int64}
_P, _N, _D, _W, _I = np.uint64, np.int64, np.float64, np.uint32, np.int32  # as in the structures of the kernels

_LEVEL = np.dtype(
    [("offsets", _P), ("neighbors", _P), ("weights", _P), ("sizes", _P), ("missing", _D), ("n_nodes", _I)], align=True
)
_PROPOSALS = np.dtype(
    [
        *((name, _P) for name in ("labels", "members", "cluster_sizes", "walls", "active", "gumbel")),
        ("temperature", _N),
        ("key", _W),
        *((name, _P) for name in ("states", "ranks", "gains", "arriving", "leaving")),
    ],
    align=True,
)
_MOVES = np.dtype(
    [
        *((name, _P) for name in ("states", "ranks", "gains", "arriving", "leaving", "walls")),
        ("temperature", _N),
        ("key", _W),
        *((name, _P) for name in ("labels", "members", "cluster_sizes", "active", "n_moved")),
    ],
    align=True,
)
_ROWS = np.dtype(
    [
        (name, _P)
        for name in ("labels", "order", "firsts", "begins", "neighbors", "sums", "counts", "largest")
    ],
    align=True,
)


@functools.cache
def _functions(device: int) -> dict[str, Any]:  # noqa: ARG001
    """Kernels by name. CuPy keeps what it compiles on disk, so only the first process waits."""
    cupy = load_cupy()
    folder = resources.files("frenemy.solvers.gpu") / "kernels"
    common, sweep, contract, labels = (
        (folder / f"{name}.cu").read_text(encoding="utf-8") for name in ("common", "sweep", "contract", "labels")
    )
    parts = [common, labels]
    for suffix, kind in (("int", "int"), ("long", "long long")):
        parts += [f"#define Weight {kind}\n#define NAMED(x) x##_{suffix}\n", sweep, contract]
        parts += ["#undef Weight\n#undef NAMED\n"]
    module = cupy.RawModule(code="\n".join(parts), options=("-std=c++17", "--fmad=false"))
    names = ["list_by_length", "far_slots", "count_members", "order_by_label", "count_entries", "overlay_names"]
    names += ["check_pairs"]
    typed = ["propose_short", "propose_medium", "propose_long", "move_short", "move_medium", "move_long"]
    typed += ["contract_medium", "contract_long", "pack_rows", "cut_weight", "squared_pulls", "round_weights"]
    typed += ["place_pairs"]
    names += [f"{name}_{suffix}" for name in typed for suffix in _TYPES]
    found = {name: module.get_function(name) for name in names}
    for suffix in _TYPES:
        for name in ("propose_medium", "propose_long", "contract_medium", "contract_long"):
            found[f"{name}_{suffix}"].max_dynamic_shared_size_bytes = 12 * _BLOCK_SLOTS
    return found


@dataclass(eq=False)
class _Layout:
    """Nodes by the length of their rows, and where long rows have their tables."""

    suffix: str
    struct: np.ndarray
    lists: list[CardArray]
    places: CardArray
    far_labels: CardArray
    far_sums: CardArray


@dataclass(eq=False)
class Moves:
    """Labels on the move, in ``0..2n-1``, and what the kernels need to move them."""

    labels: CardArray
    members: CardArray
    arrays: dict[str, CardArray]
    proposals: np.ndarray
    moves: np.ndarray
    n_counted: int = 0


class CardKernels:
    """All that solvers do on the card. One per solve."""

    def __init__(self) -> None:
        self._cupy = load_cupy()
        self._call = _functions(self._cupy.cuda.Device().id)
        self._gumbel = self._cupy.asarray(GUMBEL)

    # -------------------------------------------------------------------------------------------------------- levels

    def level(
        self,
        offsets: np.ndarray,
        neighbors: np.ndarray,
        weights: np.ndarray,
        sizes: np.ndarray | None,
        missing: float,
        fixed: FixedPoint,
    ) -> Level:
        """A problem in rows, from the memory of the computer; ``sizes`` and ``missing`` in fixed point."""
        cupy = self._cupy
        suffix = "int" if fixed.is_small else "long"
        rounded = cupy.empty(len(weights), _TYPES[suffix])
        if len(weights):
            self._run(f"round_weights_{suffix}", len(weights), len(weights), cupy.asarray(weights), fixed.scale, rounded)
        on_card = None if sizes is None else cupy.asarray(sizes)
        return self._level(cupy.asarray(offsets), cupy.asarray(neighbors), rounded, on_card, missing)

    def level_of_pairs(
        self, u: CardArray, v: CardArray, w: CardArray, degrees: CardArray, sizes: CardArray | None, missing: float,
        fixed: FixedPoint,
    ) -> Level:
        """A problem from checked pairs on the card; ``degrees`` counts the pairs of each node."""
        cupy = self._cupy
        suffix = "int" if fixed.is_small else "long"
        offsets = self._offsets(degrees)
        n_entries = int(offsets[-1])
        neighbors, weights = cupy.empty(n_entries, np.int32), cupy.empty(n_entries, _TYPES[suffix])
        if len(u):
            self._run(f"place_pairs_{suffix}", len(u), len(u), u, v, w, fixed.scale, offsets.copy(), neighbors, weights)
        return self._level(offsets, neighbors, weights, sizes, missing)

    def check_pairs(self, u: CardArray, v: CardArray, w: CardArray, n_nodes: int) -> tuple[CardArray, int | None]:
        """How many pairs each node has, and the first pair that is out of range or not finite, if there is one."""
        cupy = self._cupy
        degrees, first_bad = cupy.zeros(n_nodes, np.int64), cupy.full(1, 2**64 - 1, np.uint64)
        if len(u):
            self._run("check_pairs", len(u), len(u), u, v, w, np.int32(n_nodes), degrees, first_bad)
        bad = int(first_bad[0])
        return degrees, bad if bad < len(u) else None

    def _level(
        self,
        offsets: CardArray,
        neighbors: CardArray,
        weights: CardArray,
        sizes: CardArray | None,
        missing: float,
        counts: tuple[CardArray, list[int]] | None = None,
    ) -> Level:
        cupy = self._cupy
        n_nodes = len(offsets) - 1
        if counts is None:
            on_card = cupy.zeros(3, np.int32)
            lists = self._lists(offsets, _SHORT_ROW, _MEDIUM_ROW, on_card)
            counts = lists, on_card.get().tolist()
        suffix = "int" if weights.dtype == np.int32 else "long"
        struct = np.zeros((), _LEVEL)
        values = (offsets.data.ptr, neighbors.data.ptr, weights.data.ptr, 0 if sizes is None else sizes.data.ptr)
        struct[()] = (*values, missing, n_nodes)
        lists = [counts[0][k, : counts[1][k]] for k in range(3)]
        layout = _Layout(suffix, struct, lists, *self._far_tables(lists[2], offsets))
        return Level(n_nodes, len(neighbors), offsets, neighbors, weights, sizes, missing, layout)

    def _lists(self, offsets: CardArray, short_row: int, medium_row: int, counts: CardArray) -> CardArray:
        n_rows = len(offsets) - 1
        lists = self._cupy.empty((3, n_rows), np.int32)
        if n_rows:
            self._run(
                "list_by_length", n_rows, np.int32(n_rows), offsets, np.int32(short_row), np.int32(medium_row), lists, counts
            )
        return lists

    def _far_tables(self, nodes: CardArray, offsets: CardArray) -> tuple[CardArray, CardArray, CardArray]:
        """Tables in global memory for rows that are too long for shared memory."""
        cupy = self._cupy
        if not len(nodes):
            return None, None, None
        slots = cupy.empty(len(nodes), np.int64)
        self._run("far_slots", len(nodes), np.int32(len(nodes)), nodes, offsets, slots)
        ends = cupy.cumsum(slots)
        total = int(ends[-1])
        return ends - slots, cupy.empty(total, np.int32), cupy.empty(total, np.int64)

    def _offsets(self, counts: CardArray) -> CardArray:
        offsets = self._cupy.zeros(len(counts) + 1, np.int64)
        self._cupy.cumsum(counts, out=offsets[1:])
        return offsets

    # --------------------------------------------------------------------------------------------------------- moves

    def moves(self, level: Level, labels: CardArray) -> Moves:
        """Begin to move nodes; labels are ``0..k-1``."""
        cupy = self._cupy
        n = level.n_nodes
        arrays: dict[str, CardArray] = {
            "labels": labels.copy(),
            "members": cupy.zeros(2 * n, np.int32),
            "states": cupy.empty((n, 2), np.int32),
            "ranks": cupy.empty(n, np.uint32),
            "active": cupy.ones(n, np.uint8),
            "counts": cupy.zeros(_COUNTS, np.int64),
        }
        if level.missing != 0.0:
            arrays |= {name: cupy.zeros(2 * n, np.int64) for name in ("cluster_sizes", "arriving", "leaving")}
            arrays["gains"] = cupy.empty(n, np.int64)
        if n:
            self._run(
                "count_members", n, np.int32(n), arrays["labels"], level.sizes, arrays["members"], arrays.get("cluster_sizes")
            )
        proposals, moves = np.zeros((), _PROPOSALS), np.zeros((), _MOVES)
        for struct in (proposals, moves):
            for name in struct.dtype.names or ():
                if name in arrays and name != "active":
                    struct[name] = arrays[name].data.ptr
        proposals["gumbel"] = self._gumbel.data.ptr
        return Moves(arrays["labels"], arrays["members"], arrays, proposals, moves)

    def sweep(
        self, level: Level, moves: Moves, temperature: int, key: int, walls: CardArray | None, is_descent: bool
    ) -> None:
        """Every node proposes, or in a descent every node whose surroundings changed; then proposals are applied.

        A descent counts the nodes that moved: :meth:`n_moved`.
        """
        layout: _Layout = level.layout
        active = moves.arrays["active"].data.ptr if is_descent else 0
        wall = 0 if walls is None else walls.data.ptr
        for struct in (moves.proposals, moves.moves):
            struct["temperature"] = temperature
            struct["key"] = key
            struct["active"] = active
            struct["walls"] = wall
        n_moved = 0
        if is_descent:
            if moves.n_counted == _COUNTS:
                moves.arrays["counts"].fill(0)
                moves.n_counted = 0
            n_moved = moves.arrays["counts"].data.ptr + 8 * moves.n_counted
            moves.n_counted += 1
        moves.moves["n_moved"] = n_moved
        if level.missing != 0.0:
            moves.arrays["arriving"].fill(0)
            moves.arrays["leaving"].fill(0)
        weight_bytes = 4 if layout.suffix == "int" else 8
        shared = (0, (4 + weight_bytes) * _WARPS * _WARP_SLOTS, (4 + weight_bytes) * _BLOCK_SLOTS)
        for step, struct, is_proposal in (("propose", moves.proposals, True), ("move", moves.moves, False)):
            for kind, (name, nodes) in enumerate(zip(("short", "medium", "long"), layout.lists, strict=True)):
                n_listed = len(nodes)
                if not n_listed:
                    continue
                per_block = (_BLOCK // _LANES, _WARPS, 1)[kind]
                args: tuple[Any, ...] = (layout.struct, struct, nodes, np.int32(n_listed))
                if is_proposal and kind == 2:
                    args += (layout.places, layout.far_labels, layout.far_sums)
                self._call[f"{step}_{name}_{layout.suffix}"](
                    (-(-n_listed // per_block),), (_BLOCK,), args, shared_mem=shared[kind] if is_proposal else 0
                )

    def n_moved(self, moves: Moves) -> int:
        """How many nodes the last descent moved; waits for the card."""
        return int(moves.arrays["counts"][moves.n_counted - 1])

    def numbered(self, moves: Moves) -> tuple[CardArray, int]:
        """The labels as ``0..k-1``, and k."""
        numbers = self._cupy.cumsum(moves.members > 0, dtype=np.int32)
        return numbers[moves.labels] - np.int32(1), int(numbers[-1]) if len(numbers) else 0

    # --------------------------------------------------------------------------------------------------- contraction

    def contract(self, level: Level, labels: CardArray, n_clusters: int) -> Level:
        """One node per cluster; labels are ``0..n_clusters-1``."""
        cupy = self._cupy
        layout: _Layout = level.layout
        n = level.n_nodes
        entries, nodes = cupy.zeros((2, n_clusters), np.int64)
        self._run("count_entries", n, np.int32(n), labels, level.offsets, entries, nodes)
        begins, firsts = self._offsets(entries), self._offsets(nodes)
        order = cupy.empty(n, np.int32)
        self._run("order_by_label", n, np.int32(n), labels, firsts.copy(), order)
        facts = cupy.zeros(8, np.int64)
        list_counts = facts[:2].view(np.int32)
        lists = self._lists(begins, 0, _MEDIUM_ROW, list_counts)
        n_listed = list_counts.get().tolist()
        neighbors, sums = cupy.empty(level.n_entries, np.int32), cupy.empty(level.n_entries, np.int64)
        counts = cupy.zeros(n_clusters, np.int64)
        struct = np.zeros((), _ROWS)
        arrays = (labels, order, firsts, begins, neighbors, sums, counts, facts[6:])
        struct[()] = tuple(array.data.ptr for array in arrays)
        call, shared = self._call, 12 * _BLOCK_SLOTS
        if n_listed[1]:
            args = (layout.struct, struct, lists[1], np.int32(n_listed[1]))
            grid = (-(-n_listed[1] // _WARPS),)
            call[f"contract_medium_{layout.suffix}"](grid, (_BLOCK,), args, shared_mem=shared)
        if n_listed[2]:
            far = self._far_tables(lists[2, : n_listed[2]], begins)
            args = (layout.struct, struct, lists[2], np.int32(n_listed[2]), *far)
            call[f"contract_long_{layout.suffix}"]((n_listed[2],), (_BLOCK,), args, shared_mem=shared)
        offsets = self._offsets(counts)
        new_counts = facts[2:4].view(np.int32)
        new_lists = self._lists(offsets, _SHORT_ROW, _MEDIUM_ROW, new_counts)
        facts[7] = offsets[-1]
        read = facts.get()
        largest, total = int(read[6]), int(read[7])
        suffix = "int" if largest < MAX_SMALL_SUM else "long"
        packed_neighbors, packed_weights = cupy.empty(total, np.int32), cupy.empty(total, _TYPES[suffix])
        args = (np.int32(n_clusters), begins, neighbors, sums, offsets, packed_neighbors, packed_weights)
        self._run(f"pack_rows_{suffix}", 32 * n_clusters, *args)
        sizes = None
        if level.sizes is not None:
            sizes = cupy.zeros(n_clusters, np.int64)
            self._cupy.add.at(sizes, labels, level.sizes)
        known = new_lists, read[2:4].view(np.int32).tolist()
        return self._level(offsets, packed_neighbors, packed_weights, sizes, level.missing, known)

    # -------------------------------------------------------------------------------------------------------- labels

    def overlay(self, a: CardArray, b: CardArray) -> tuple[CardArray, int]:
        """The clusters that two clusterings agree on, as ``0..k-1``, and k."""
        cupy = self._cupy
        n = len(a)
        slots = 1 << max(4, (2 * n - 1).bit_length())
        keys, names = cupy.full(slots, -1, np.int64), cupy.full(slots, n, np.int32)
        places = cupy.empty(n, np.int32)
        self._run("overlay_names", n, np.int32(n), a, b, np.int32(slots), keys, names, places)
        first = names[places]
        numbers = cupy.cumsum(first == cupy.arange(n, dtype=np.int32), dtype=np.int32)
        return numbers[first] - np.int32(1), int(numbers[-1])

    def singles(self, n: int) -> CardArray:
        return self._cupy.arange(n, dtype=np.int32)

    def lifted(self, labels: CardArray, parts: CardArray) -> CardArray:
        """Labels of nodes from those of the parts that they are in."""
        return labels[parts]

    def projected(self, labels: CardArray, parts: CardArray, n_parts: int) -> CardArray:
        """Labels of parts, all nodes of which have the same label."""
        projected = self._cupy.empty(n_parts, np.int32)
        projected[parts] = labels
        return projected

    def cut_weight(self, level: Level, labels: CardArray) -> float:
        """The energy in fixed point: exact unless unlisted pairs weigh something."""
        cupy = self._cupy
        total = cupy.zeros(1, np.int64)
        if level.n_entries:
            blocks = min(-(-level.n_nodes * _LANES // _BLOCK), 4096)
            self._call[f"cut_weight_{level.layout.suffix}"]((blocks,), (_BLOCK,), (level.layout.struct, labels, total))
        cut = int(total[0]) // 2
        if level.missing == 0.0:
            return cut
        sizes = cupy.zeros(level.n_nodes, np.int64)
        cupy.add.at(sizes, labels, level.sizes)
        within = float(cupy.square(sizes.astype(np.float64)).sum())
        return cut + 0.5 * level.missing * (float(level.sizes.sum()) ** 2 - within)

    def squared_pulls(self, level: Level) -> np.ndarray:
        """For a sample of nodes, the sum of squared attracting weights, 0 where nothing attracts."""
        n_sampled = min(level.n_nodes, _SAMPLED)
        squares = self._cupy.zeros(n_sampled, np.int64)
        shift = 0 if level.layout.suffix == "int" else 16
        if n_sampled:
            self._run(
                f"squared_pulls_{level.layout.suffix}", n_sampled, level.layout.struct, np.int32(n_sampled), np.int32(shift), squares
            )
        return squares.get().astype(np.float64) * 4.0**shift

    def to_card(self, labels: np.ndarray) -> CardArray:
        return self._cupy.asarray(labels)

    def to_host(self, labels: CardArray) -> np.ndarray:
        return labels.get()

    def wait(self) -> None:
        """Until the card has done all it was asked to."""
        self._cupy.cuda.get_current_stream().synchronize()

    def _run(self, name: str, n_threads: int, *args: Any) -> None:
        self._call[name]((-(-n_threads // _BLOCK),), (_BLOCK,), args)
