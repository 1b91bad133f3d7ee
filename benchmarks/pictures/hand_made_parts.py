"""Parts that we wrote ourselves beside libraries that do the same or nearly the same: results and time.

The decisions that follow from these tables are in ``docs/evidence/hand_made_parts.md``.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy import ndimage
from scipy.sparse import csc_array, diags_array, triu
from scipy.sparse.linalg import LinearOperator, cg, spilu, splu

from benchmarks.options import Options
from frenemy.affinity.image import laplacian, soft_segmentations
from frenemy.affinity.image.strokes.sides import sides
from frenemy.affinity.image.strokes.stroke import Stroke
from harness.measure.fresh_process import Measured, fresh
from harness.measure.matrix_product import cpu_seconds
from harness.tables import Column, Row, Table

Call = Callable[[], Any]
Mask = npt.NDArray[np.bool_]

SIZES = {"0.15 MP": (321, 481), "2 MP": (1224, 1632)}
QUICK_SIZES = {"tiny": (40, 60)}
SYSTEMS = ((100, 150), (200, 300), (400, 600))
QUICK_SYSTEMS = ((12, 16),)
N_STROKES = 4
MAX_PIXELS_OF_MANY = 100_000  # several strokes on larger pictures would take an hour
STIFFNESS = 100.0
MAX_ITERATIONS = 3000


def tables(options: Options) -> Iterator[Table]:
    sizes = QUICK_SIZES if options.quick else SIZES
    yield Table(
        title="Thinning, polygons, outlines and 16 bits",
        aim="CPU seconds of ours and of the library's, one thread, and how their results differ.",
        columns=(
            Column("part", "part"),
            Column("picture", "picture"),
            Column("library", "library"),
            Column("ours", "ours, s", ".3g"),
            Column("theirs", "library, s", ".3g"),
            Column("ratio", "library / ours", ".3g"),
            Column("difference", "difference of results"),
        ),
        rows=[
            {"part": part, "picture": size, **measured}
            for part in PARTS
            for size, shape in sizes.items()
            for measured in [fresh(compared, part=part, shape=list(shape), repeats=options.repeats)]
        ],
    )
    systems = QUICK_SYSTEMS if options.quick else SYSTEMS
    yield Table(
        title="Matting systems",
        aim=f"CPU time of the soft segmentations of one picture by 1 and by {N_STROKES} strokes, one thread, as "
        "multiples of ours. Ours includes the Laplacian; the others start from the finished matrix. Residual: of the "
        "right-hand side, the largest.",
        columns=(
            Column("picture", "pixels"),
            Column("solver", "solver"),
            Column("one", "1 stroke, ratio", ".3g"),
            Column("many", f"{N_STROKES} strokes, ratio", ".3g"),
            Column("residual", "residual", ".1e"),
            Column("peak_mb", "peak, MB", ".0f"),
        ),
        rows=[row for shape in systems for row in solver_rows(shape, options.repeats)],
    )


# -------------------------------------------------------------------------------------------------- parts of pictures


def compared(part: str, shape: list[int]) -> Measured:
    """CPU seconds of ours and of the library's, after one call that loads code."""
    try:
        library, ours, theirs, difference = PARTS[part]((shape[0], shape[1]))
    except ImportError as error:
        return {"library": f"{error.name} is not installed", "ours": None, "theirs": None, "ratio": None}
    text = difference(ours(), theirs())
    seconds = [cpu_seconds(call) for call in (ours, theirs)]
    return {
        "library": library,
        "ours": seconds[0],
        "theirs": seconds[1],
        "ratio": seconds[1] / max(seconds[0], 1e-9),
        "difference": text,
    }


Part = tuple[str, Call, Call, Callable[[Any, Any], str]]


def thinning(shape: tuple[int, int]) -> Part:
    from skimage.morphology import thin

    from frenemy.io.images.thinning import thinned

    mask = drawing(shape)
    return "skimage.morphology.thin", lambda: thinned(mask), lambda: thin(mask), different_pixels


def skeletons(shape: tuple[int, int]) -> Part:
    from skimage.morphology import skeletonize

    from frenemy.io.images.thinning import thinned

    mask = drawing(shape)
    return "skimage.morphology.skeletonize", lambda: thinned(mask), lambda: skeletonize(mask), different_pixels


def polygon_fill(shape: tuple[int, int]) -> Part:
    from skimage.draw import polygon

    from frenemy.io.images.objects.polygon_fill import pixels_within

    rings = star_rings(shape)

    def ours() -> Mask:
        inside = np.zeros(shape, bool)
        inside[pixels_within(rings, *shape)] = True
        return inside

    def theirs() -> Mask:
        inside = np.zeros(shape, bool)
        for ring in rings:
            inside[polygon(ring[:, 1] - 0.5, ring[:, 0] - 0.5, shape)] ^= True
        return inside

    return "skimage.draw.polygon", ours, theirs, different_pixels


def outlines_of_objects(shape: tuple[int, int]) -> Part:
    from skimage.measure import find_contours

    from frenemy.io.images.objects.outlines import outlines

    labels = blobs(shape)

    def theirs() -> list[float]:
        """The area within the contours of each label; corners are cut, so it is not that of the pixels."""
        areas = []
        for label in range(int(labels.max()) + 1):
            contours = find_contours(np.pad(labels == label, 1).astype(np.float64), 0.5)
            areas.append(sum(doubled_area(contour[:, ::-1]) / 2 for contour in contours))
        return areas

    def difference(parts: Any, areas: list[float]) -> str:
        exact = np.bincount(labels.ravel())
        ours = [sum(doubled_area(ring) for part in of for ring in (part.outer, *part.holes)) / 2 for of in parts]
        off = np.abs(np.abs(areas) - exact) / exact
        return f"area of an object off by {off.max():.1%} at most; ours by {np.abs(ours - exact).max():.0f} pixels"

    return "skimage.measure.find_contours", lambda: outlines(labels), theirs, difference


def sixteen_bit_png(shape: tuple[int, int]) -> Part:
    import imagecodecs

    from frenemy.io import read_picture

    file = encoded_png(deep_picture(shape))
    return "imagecodecs.png_decode", lambda: read_picture(file), lambda: imagecodecs.png_decode(file), different_pixels


def sixteen_bit_tiff(shape: tuple[int, int]) -> Part:
    import imagecodecs  # noqa: F401 -- tifffile needs it for LZW
    import tifffile

    from frenemy.io import read_picture

    file = io.BytesIO()
    tifffile.imwrite(file, deep_picture(shape), photometric="rgb", compression="lzw")
    data = file.getvalue()
    theirs = lambda: tifffile.imread(io.BytesIO(data))  # noqa: E731
    return "tifffile.imread", lambda: read_picture(data), theirs, different_pixels


PARTS: dict[str, Callable[[tuple[int, int]], Part]] = {
    "thinning": thinning,
    "skeletons": skeletons,
    "polygon fill": polygon_fill,
    "outlines": outlines_of_objects,
    "16-bit RGB PNG": sixteen_bit_png,
    "16-bit RGB TIFF, LZW": sixteen_bit_tiff,
}


def different_pixels(ours: npt.NDArray[Any], theirs: npt.NDArray[Any]) -> str:
    if ours.shape != theirs.shape:
        return f"shapes {ours.shape} and {theirs.shape}"
    n = int(np.count_nonzero(ours != theirs))
    return "none" if n == 0 else f"{n:,} of {ours.size:,} pixels"


def drawing(shape: tuple[int, int]) -> Mask:
    """Lines 5 to 15 pixels wide on an empty picture: what is thinned is a few percent of it."""
    y, x = np.mgrid[: shape[0], : shape[1]]
    center = shape[0] / 2
    mask: Mask = np.zeros(shape, bool)
    for k, width in enumerate((5, 9, 15)):
        mask |= np.abs(y - center * (0.4 + 0.5 * k) - 0.2 * center * np.sin(x / (20 + 15 * k))) < width / 2
    return mask


def star_rings(shape: tuple[int, int]) -> list[npt.NDArray[np.float64]]:
    """A star of 500 points with a hole, over most of the picture."""
    angle = np.linspace(0, 2 * np.pi, 500, endpoint=False)
    radius = min(shape) * (0.4 + 0.05 * np.sin(20 * angle))
    circle = np.stack((np.cos(angle), np.sin(angle)), axis=1)
    middle = np.array([shape[1], shape[0]]) / 2 + 0.1234
    return [middle + radius[:, None] * circle, middle + 0.4 * radius[:, None] * circle[::-1]]


def blobs(shape: tuple[int, int]) -> npt.NDArray[np.int32]:
    """A label map of six objects of several parts with smooth borders."""
    height = ndimage.gaussian_filter(np.random.default_rng(0).random(shape), 12.0)
    levels = np.quantile(height, np.linspace(0, 1, 7)[1:-1])
    return np.digitize(height, levels).astype(np.int32)


def deep_picture(shape: tuple[int, int]) -> npt.NDArray[np.uint16]:
    smooth = ndimage.gaussian_filter(np.random.default_rng(0).random((*shape, 3)), (2, 2, 0))
    return (smooth * 65535).astype(np.uint16)


def encoded_png(pixels: npt.NDArray[np.uint16]) -> bytes:
    from frenemy.io import write_png

    file = io.BytesIO()
    write_png(file, pixels)
    return file.getvalue()


def doubled_area(ring: npt.NDArray[Any]) -> float:
    x, y = ring.T
    return float((x * np.roll(y, -1) - np.roll(x, -1) * y).sum())


# ---------------------------------------------------------------------------------------------------- matting systems


def solver_rows(shape: tuple[int, int], repeats: int) -> list[Row]:
    found = {name: fresh(solved, solver=name, shape=list(shape), repeats=repeats) for name in SOLVERS}
    ours = found["ours"]
    return [
        {
            "picture": f"{shape[0]} x {shape[1]}",
            "solver": name,
            "one": row["one"] / ours["one"] if row["one"] else None,
            "many": row["many"] / ours["many"] if row["many"] else None,
            "residual": row["residual"],
            "peak_mb": row["peak_mb"],
            "one_seconds": row["one"],
            "many_seconds": row["many"],
        }
        for name, row in found.items()
    ]


def solved(solver: str, shape: list[int]) -> Measured:
    """CPU seconds of one soft segmentation and of several of one picture, and the largest residual of all."""
    picture = photo((shape[0], shape[1]))
    strokes = parallel_strokes((shape[0], shape[1]))
    solve = SOLVERS[solver]
    system = None if solver == "ours" else laplacian(picture)
    if solver == "qdldl" and find_spec("qdldl") is None:
        return dict.fromkeys(("one", "many", "residual"))
    residuals: list[float] = []

    def run(chosen: list[Stroke]) -> None:
        residuals.extend(solve(picture, system, chosen))

    one = cpu_seconds(lambda: run(strokes[:1]))
    many = cpu_seconds(lambda: run(strokes)) if picture.size // 3 <= MAX_PIXELS_OF_MANY else None
    return {"one": one, "many": many, "residual": max(residuals)}


def by_nested_dissection(picture: Any, _system: Any, strokes: list[Stroke]) -> list[float]:
    return [soft.residual for soft in soft_segmentations(picture, strokes, reach=None, threads=1)]


def by_splu(picture: Any, system: Any, strokes: list[Stroke]) -> list[float]:
    def solve(matrix: csc_array, right: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        options = {"SymmetricMode": True}
        return splu(matrix, permc_spec="MMD_AT_PLUS_A", diag_pivot_thresh=0.0, options=options).solve(right)

    return each(picture, system, strokes, solve)


def by_qdldl(picture: Any, system: Any, strokes: list[Stroke]) -> list[float]:
    import qdldl

    def solve(matrix: csc_array, right: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        found: npt.NDArray[np.float64] = qdldl.Solver(triu(matrix, format="csc"), upper=True).solve(right)
        return found

    return each(picture, system, strokes, solve)


def by_conjugate_gradients(picture: Any, system: Any, strokes: list[Stroke]) -> list[float]:
    def solve(matrix: csc_array, right: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        factors = spilu(matrix, drop_tol=1e-4, fill_factor=10, permc_spec="MMD_AT_PLUS_A", diag_pivot_thresh=0.0)
        around = LinearOperator(matrix.shape, matvec=factors.solve)
        found: npt.NDArray[np.float64] = cg(matrix, right, rtol=1e-6, maxiter=MAX_ITERATIONS, M=around)[0]
        return found

    return each(picture, system, strokes, solve)


SOLVERS: dict[str, Callable[[Any, Any, list[Stroke]], list[float]]] = {
    "ours": by_nested_dissection,
    "scipy splu": by_splu,
    "qdldl": by_qdldl,
    "scipy cg, incomplete LU": by_conjugate_gradients,
}


def each(picture: Any, system: Any, strokes: list[Stroke], solve: Callable[..., Any]) -> list[float]:
    """The residual of ``(L + stiffness * D) x = stiffness * D s`` for each stroke."""
    residuals = []
    for stroke in strokes:
        found = sides(stroke, picture.shape)
        pinned = np.zeros(picture.shape[:2])
        top, left, bottom, right = found.window
        pinned[top:bottom, left:right] = found.side
        weight = STIFFNESS * np.abs(pinned.ravel())
        matrix = csc_array(system + diags_array(weight))
        target = weight * pinned.ravel()
        residuals.append(float(np.linalg.norm(matrix @ solve(matrix, target) - target) / np.linalg.norm(target)))
    return residuals


def photo(shape: tuple[int, int]) -> npt.NDArray[np.float64]:
    """Smooth noise in three channels with some grain, as in a photo."""
    rng = np.random.default_rng(0)
    smooth = ndimage.gaussian_filter(rng.random((*shape, 3)), (6, 6, 0))
    smooth = (smooth - smooth.min()) / np.ptp(smooth)
    return np.clip(smooth + 0.02 * rng.normal(size=smooth.shape), 0.0, 1.0)


def parallel_strokes(shape: tuple[int, int]) -> list[Stroke]:
    height, width = shape
    across = np.linspace(0.15, 0.85, N_STROKES) * width
    return [Stroke([[x, 0.3 * height], [x, 0.7 * height]]) for x in across.tolist()]
