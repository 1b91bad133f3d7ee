"""How a volume is cut into blocks, and which blocks are worked on at the same time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise, product
from typing import Literal

#: ``"volume"``: neighbours along z are neighbours like all others. ``"joined"``: each section has regions of its own,
#: which may be joined along z. ``"separate"``: no section has to do with another.
Sections = Literal["volume", "joined", "separate"]

Shape = tuple[int, int, int]

#: Voxels that are held as 32-bit numbers at the same time; with labels and distances, some 20 bytes each.
CHUNK_VOXELS = 1 << 25


@dataclass(frozen=True)
class Box:
    """The voxels from ``begin`` to before ``end`` along z, y and x."""

    begin: Shape
    end: Shape

    @property
    def shape(self) -> Shape:
        z, y, x = (end - begin for begin, end in zip(self.begin, self.end, strict=True))
        return z, y, x

    @property
    def slices(self) -> tuple[slice, slice, slice]:
        z, y, x = (slice(begin, end) for begin, end in zip(self.begin, self.end, strict=True))
        return z, y, x

    def grown(self, by: Shape, within: Shape) -> Box:
        """The box and ``by`` more voxels on each side, as far as there are any."""
        begin = tuple(max(b - more, 0) for b, more in zip(self.begin, by, strict=True))
        end = tuple(min(e + more, n) for e, more, n in zip(self.end, by, within, strict=True))
        return Box((begin[0], begin[1], begin[2]), (end[0], end[1], end[2]))

    def moved_to(self, origin: Shape) -> Box:
        """The same box, counted from another origin."""
        begin = tuple(b - o for b, o in zip(self.begin, origin, strict=True))
        end = tuple(e - o for e, o in zip(self.end, origin, strict=True))
        return Box((begin[0], begin[1], begin[2]), (end[0], end[1], end[2]))


@dataclass(frozen=True)
class Chunk:
    """Blocks that follow each other in raster order, and the box that they fill."""

    box: Box
    blocks: tuple[Box, ...]


def chunks(shape: Shape, side: Shape, max_voxels: int = CHUNK_VOXELS) -> Iterator[Chunk]:
    """All blocks of at most ``side`` voxels, in raster order, in chunks of at most ``max_voxels``, or one block.

    The blocks depend on the shape alone, so the chunks, which depend on memory, do not matter for the result.
    """
    cuts = [_cuts(n, most) for n, most in zip(shape, side, strict=True)]
    thick = [max(end - begin for begin, end in pairs) for pairs in cuts]
    n_rows = max(1, max_voxels // (thick[0] * thick[1] * shape[2]))
    n_layers = max(1, max_voxels // (thick[0] * shape[1] * shape[2]))
    n_blocks = max(1, max_voxels // (thick[0] * thick[1] * thick[2]))
    is_whole_row = thick[0] * thick[1] * shape[2] <= max_voxels
    is_whole_layer = thick[0] * shape[1] * shape[2] <= max_voxels
    grouped = (
        _groups(cuts[0], n_layers if is_whole_layer else 1),
        _groups(cuts[1], len(cuts[1]) if is_whole_layer else n_rows),
        _groups(cuts[2], len(cuts[2]) if is_whole_row else n_blocks),
    )
    for z, y, x in product(*grouped):
        yield Chunk(_box(z[0], z[-1], y[0], y[-1], x[0], x[-1]), tuple(_blocks(z, y, x)))


Cut = tuple[int, int]


def _cuts(n: int, most: int) -> list[Cut]:
    """0..n in the fewest parts of at most ``most``, of nearly the same size."""
    n_parts = -(-n // most)
    return list(pairwise(n * k // n_parts for k in range(n_parts + 1)))


def _groups(cuts: list[Cut], size: int) -> list[list[Cut]]:
    return [cuts[k : k + size] for k in range(0, len(cuts), size)]


def _blocks(z: list[Cut], y: list[Cut], x: list[Cut]) -> Iterator[Box]:
    for at_z, at_y, at_x in product(z, y, x):
        yield _box(at_z, at_z, at_y, at_y, at_x, at_x)


def _box(z: Cut, last_z: Cut, y: Cut, last_y: Cut, x: Cut, last_x: Cut) -> Box:
    return Box((z[0], y[0], x[0]), (last_z[1], last_y[1], last_x[1]))
