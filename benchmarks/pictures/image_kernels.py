"""What the kernels over pictures cost, beside scipy and scikit-image where they have the same.

They are no public names; what is public is built from them, and this says what part of its time is theirs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib.util import find_spec
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy import ndimage

from benchmarks.options import Options
from frenemy import _core
from harness.measure.fresh_process import Measured, fresh
from harness.measure.matrix_product import cpu_seconds
from harness.tables import Column, Table

Call = Callable[[], object]
Ints = npt.NDArray[np.int32]

SIZES = {"0.15 MP": (321, 481), "8 MP": (2448, 3264)}
QUICK = {"tiny": (32, 48)}
SIGMA = 1.5
N_LINES = 40  # for wires


def tables(options: Options) -> Iterator[Table]:
    sizes = QUICK if options.quick else SIZES
    measured = {size: fresh(timed, shape=list(shape), repeats=options.repeats) for size, shape in sizes.items()}
    yield Table(
        title="Kernels over pictures",
        aim="CPU milliseconds of the best of some calls in one thread; a peer's where it has the same.",
        columns=(
            Column("kernel", "kernel"),
            *(
                column
                for size in sizes
                for column in (Column(f"{size} ours", f"{size}, ms", ".3g"), Column(f"{size} peer", "peer, ms", ".3g"))
            ),
        ),
        rows=[
            {"kernel": name}
            | {f"{size} {whose}": measured[size][f"{name} {whose}"] for size in sizes for whose in ("ours", "peer")}
            for name in kernels((32, 48))
        ],
    )


def timed(shape: list[int]) -> Measured:
    turns = 20 if shape[0] * shape[1] < 1_000_000 else 3
    seconds: Measured = {}
    for name, (ours, peer) in kernels((shape[0], shape[1])).items():
        seconds[f"{name} ours"] = best_of(ours, turns)
        seconds[f"{name} peer"] = best_of(peer, turns) if peer else None
    return seconds


def best_of(call: Call, turns: int) -> float:
    return 1000 * min(cpu_seconds(call) for _ in range(turns))


def kernels(shape: tuple[int, int]) -> dict[str, tuple[Call, Call | None]]:
    """Ours and a peer's, on noise as smooth as a photo's gradients."""
    rng = np.random.default_rng(0)
    height = ndimage.gaussian_filter(rng.random(shape), 2.0).astype(np.float32)
    height = (height - height.min()) / np.ptp(height)
    markers = _core.grid_minima(height, 8)
    labels = _core.watershed(height, markers)
    noise = rng.integers(3, size=shape, dtype=np.int32)
    picture = np.repeat(height[..., None], 3, axis=2)
    mask = rng.random(shape) < 0.01
    cost = height + np.float32(0.01)
    seeds = rng.integers(height.size, size=20, dtype=np.int32)
    lines, ends, own = lines_at_random(shape, rng)
    smaller = (shape[0] * 7 // 10, shape[1] * 7 // 10)
    return {
        "watershed": (lambda: _core.watershed(height, markers), watershed_peer(height, markers)),
        "grid_minima, 8 px": (lambda: _core.grid_minima(height, 8), None),
        "local_minima": (lambda: _core.local_minima(height), minima_peer(height)),
        "region_borders": (lambda: _core.region_borders(labels), None),
        "connected_regions": (lambda: _core.connected_regions(labels), regions_peer(labels)),
        "merge_small, 80 px": (lambda: _core.merge_small(labels, 80), None),
        "merge_small, 50 px, of noise": (lambda: _core.merge_small(noise, 50), None),
        "geodesics, 20 seeds": (lambda: _core.geodesics(cost, seeds, np.inf), None),
        "distance_to": (
            lambda: _core.distance_to(mask),
            lambda: ndimage.distance_transform_edt(~mask, return_indices=True),
        ),
        "area_resize to 70 %, 3 channels": (lambda: _core.area_resize(picture, *smaller), None),
        "gaussian_blur, 3 channels": (
            lambda: _core.gaussian_blur(picture, SIGMA),
            lambda: ndimage.gaussian_filter(picture, (SIGMA, SIGMA, 0)),
        ),
        "gaussian_gradients, 3 channels": (
            lambda: _core.gaussian_gradients(picture, SIGMA),
            lambda: [ndimage.gaussian_filter(picture, (SIGMA, SIGMA, 0), order=o) for o in ((1, 0, 0), (0, 1, 0))],
        ),
        "edge_cues, sigmas 1, 2 and 4": (lambda: _core.edge_cues(picture, np.array([1.0, 2.0, 4.0])), None),
        f"live_wires, {2 * N_LINES} ends, 3 each": (lambda: _core.live_wires(cost, lines, ends, own, 3, 4.0), None),
    }


def lines_at_random(shape: tuple[int, int], rng: np.random.Generator) -> tuple[Ints, Ints, Ints]:
    """Lines of a tenth of the width: the line of each pixel, or 0; the pixels where they end; the line of each end."""
    height, width = shape
    length = max(2, width // 10)
    of_pixel = np.zeros(shape, np.int32)
    begin = rng.integers(height, size=N_LINES) * width + rng.integers(width - length, size=N_LINES)
    for line, pixel in enumerate(begin.tolist(), start=1):
        of_pixel.flat[pixel : pixel + length] = line
    ends = np.column_stack([begin, begin + length - 1]).ravel().astype(np.int32)
    return of_pixel, ends, np.repeat(np.arange(1, N_LINES + 1, dtype=np.int32), 2)


def watershed_peer(height: npt.NDArray[np.float32], markers: Ints) -> Call | None:
    return scikit_image(lambda skimage: skimage.segmentation.watershed(height, markers))


def minima_peer(height: npt.NDArray[np.float32]) -> Call | None:
    return scikit_image(lambda skimage: skimage.morphology.local_minima(height))


def regions_peer(labels: Ints) -> Call | None:
    return scikit_image(lambda skimage: skimage.measure.label(labels, background=-1, connectivity=1))


def scikit_image(call: Callable[[Any], object]) -> Call | None:
    """A call of scikit-image after its import; None if it is not installed."""
    if find_spec("skimage") is None:
        return None
    import skimage.measure
    import skimage.morphology
    import skimage.segmentation

    return lambda: call(skimage)
