"""The superpixels of a picture with strokes, and the evidence for and against joining them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from frenemy.affinity.image.regions.appearance import Appearance
from frenemy.affinity.image.regions.network import Network
from frenemy.affinity.image.regions.region_evidence import RegionEvidence
from frenemy.affinity.image.regions.superpixels import superpixels
from frenemy.affinity.image.soft.memberships import SoftMaps, soft_maps
from frenemy.affinity.image.strokes.drawn_apart import drawn_apart
from frenemy.affinity.image.strokes.stroke import Stroke
from frenemy.affinity.image.strokes.stroke_lines import StrokeLines
from frenemy.affinity.image.wires.completions import completions
from frenemy.problem.array_types import Ints32
from frenemy.problem.renamed_parameters import renamed_parameters


@dataclass(frozen=True, eq=False)
class Scene:
    """Superpixels of a picture with strokes, and the evidence between them.

    Attributes
    ----------
    pieces : (h, w) int32
        Superpixels of the work grid, ``0..n-1``.
    evidence : RegionEvidence
        Features of pairs of adjacent superpixels or regions.
    apart : (n_pairs, 2) int32
        Superpixels on opposite sides of a stroke.
    """

    pieces: Ints32
    evidence: RegionEvidence
    apart: Ints32


@renamed_parameters(tell="report")
def scene(
    appearance: Appearance,
    strokes: Sequence[Stroke],
    wire: Network,
    report: Callable[[float], None] = lambda _: None,
    *,
    soft: SoftMaps | None = None,
) -> Scene:
    """Superpixels and evidence, from strokes in full-picture coordinates; ``report`` is called with the share done."""
    lines = StrokeLines.of([stroke.scaled(*appearance.scale) for stroke in strokes], appearance.grid)
    wired = completions(appearance, lines)
    report(0.4)
    wires = wired.map(wire, appearance.grid)
    pieces = superpixels(appearance.edge, wires, lines.is_drawn)
    report(0.6)
    maps = soft_maps(appearance, strokes, soft, on_poll=lambda: report(0.6))
    report(0.8)
    evidence = RegionEvidence(appearance, lines, wired, wires, pieces, maps)
    return Scene(pieces, evidence, drawn_apart(lines, pieces))
