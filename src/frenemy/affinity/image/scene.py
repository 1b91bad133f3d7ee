"""A picture with strokes on it, cut into small pieces, and everything that tells which of them belong together."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from frenemy.affinity.image.appearance import Appearance
from frenemy.affinity.image.completions import completions
from frenemy.affinity.image.drawn_apart import drawn_apart
from frenemy.affinity.image.memberships import SoftMaps, soft_maps
from frenemy.affinity.image.network import Network
from frenemy.affinity.image.region_evidence import RegionEvidence
from frenemy.affinity.image.stroke import Stroke
from frenemy.affinity.image.stroke_lines import StrokeLines
from frenemy.affinity.image.superpixels import superpixels

Ints = npt.NDArray[np.int32]


@dataclass(frozen=True, eq=False)
class Scene:
    """Pieces of a picture.

    Attributes
    ----------
    pieces : (h, w) int32
        Superpixels of the work grid, ``0..n-1``.
    evidence : RegionEvidence
        Between regions made of pieces.
    apart : (n_pairs, 2) int32
        Pieces that face each other across a stroke.
    has_strokes : bool
    """

    pieces: Ints
    evidence: RegionEvidence
    apart: Ints
    has_strokes: bool


def scene(
    appearance: Appearance,
    strokes: Sequence[Stroke],
    wire: Network,
    tell: Callable[[float], None] = lambda _: None,
    *,
    soft: SoftMaps | None = None,
) -> Scene:
    """Pieces and evidence, from strokes in the coordinates of the whole picture; ``tell`` hears how much is done."""
    lines = StrokeLines.of([stroke.scaled(*appearance.scale) for stroke in strokes], appearance.grid)
    ways = completions(appearance, lines)
    tell(0.4)
    wires = ways.map(wire, appearance.grid)
    pieces = superpixels(appearance.edge, wires, lines.is_drawn)
    tell(0.6)
    maps = soft_maps(appearance, strokes, soft, on_poll=lambda: tell(0.6))
    tell(0.8)
    evidence = RegionEvidence(appearance, lines, ways, wires, pieces, maps)
    return Scene(pieces, evidence, drawn_apart(lines, pieces), bool(strokes))
