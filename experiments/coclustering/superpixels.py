"""A picture as a few hundred superpixels, with their positions, colors and the contours between them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

Picture = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float64]
_Pieces = npt.NDArray[np.intp]

COMPACTNESS = 10.0  # of SLIC: places against colors
TRIES = 6
MORE = 1.03  # of the pieces, to ask for where there were too few
LIGHTNESS_BINS, COLOR_BINS = 6, 8
COLOR_RANGE = 60.0  # of a and b in Lab, beyond which everything is in the outermost bin
CONTOUR_SIGMA = 1.0  # pixels over which colors are smoothed before they are compared
STEPS = 24  # on the straight line between two superpixels


@dataclass(frozen=True, eq=False)
class Superpixels:
    """A picture in pieces.

    Attributes
    ----------
    picture : (height, width, 3) uint8
    piece : (height, width) int
        Which superpixel a pixel is in, ``0..n-1``.
    place : (n, 2) float
        Row and column of the middle of each, as shares of the longer side of the picture.
    colors : (n, n_bins) float
        Histogram over Lab colors; each row sums to 1.
    contour : (height, width) float
        How much the color changes at each pixel, in Lab units per pixel.
    """

    picture: Picture
    piece: _Pieces
    place: Floats
    colors: Floats
    contour: Floats

    def __len__(self) -> int:
        return len(self.place)


def read_picture(file: Path) -> Picture:
    from PIL import Image  # comes with matplotlib

    with Image.open(file) as opened:
        return np.asarray(opened.convert("RGB"))


def superpixels(picture: Picture, n_wanted: int) -> Superpixels:
    """At most ``n_wanted`` superpixels of a picture; fewer where it is uniform."""
    color, _ = _scikit_image()
    piece = _merged(_pieces(picture, n_wanted), n_wanted)
    lab = color.rgb2lab(picture)
    return Superpixels(picture, piece, _places(piece), _histograms(piece, lab), _contour(lab))


def _pieces(picture: Picture, n_wanted: int) -> _Pieces:
    """At least ``n_wanted`` by simple linear iterative clustering (Achanta et al. 2012), which often returns fewer."""
    _, segmentation = _scikit_image()
    tries: list[_Pieces] = []
    n_requested = float(n_wanted)
    for _ in range(TRIES):
        found = segmentation.slic(picture, n_segments=round(n_requested), compactness=COMPACTNESS, start_label=0)
        tries.append(np.unique(found, return_inverse=True)[1].reshape(found.shape))  # numbers without gaps
        n_found = int(tries[-1].max()) + 1
        if n_found >= n_wanted:
            return tries[-1]
        n_requested *= MORE * n_wanted / n_found
    return max(tries, key=lambda piece: int(piece.max()))


def _merged(piece: _Pieces, n_wanted: int) -> _Pieces:
    """Merge the smallest piece repeatedly with the neighbor of the longest common border."""
    piece = piece.copy()
    while (n := int(piece.max()) + 1) > n_wanted:
        smallest = int(np.bincount(piece.ravel()).argmin())
        beside = [np.empty(0, np.intp)]
        for one, other in ((piece[:-1], piece[1:]), (piece[:, :-1], piece[:, 1:])):
            beside += [other[(one == smallest) & (other != smallest)], one[(other == smallest) & (one != smallest)]]
        piece[piece == smallest] = np.bincount(np.concatenate(beside)).argmax()
        piece[piece == n - 1] = smallest  # numbers without gaps
    return piece


def _scikit_image() -> tuple[Any, Any]:
    try:
        from skimage import color, segmentation
    except ImportError as error:
        raise ImportError('superpixels need scikit-image: pip install "frenemy[experiments]"') from error
    return color, segmentation


def _places(piece: _Pieces) -> Floats:
    sizes = np.bincount(piece.ravel())
    at = [np.bincount(piece.ravel(), axis.ravel()) / sizes for axis in np.indices(piece.shape)]
    return np.stack(at, axis=1) / max(piece.shape)


def _histograms(piece: _Pieces, lab: Floats) -> Floats:
    def binned(values: Floats, low: float, high: float, n_bins: int) -> npt.NDArray[np.intp]:
        return np.clip((values - low) / (high - low) * n_bins, 0, n_bins - 1).astype(np.intp)

    bins = binned(lab[..., 0], 0.0, 100.0, LIGHTNESS_BINS)
    for channel in (1, 2):
        bins = bins * COLOR_BINS + binned(lab[..., channel], -COLOR_RANGE, COLOR_RANGE, COLOR_BINS)
    n_bins = LIGHTNESS_BINS * COLOR_BINS**2
    n = int(piece.max()) + 1
    counts = np.bincount((piece * n_bins + bins).ravel(), minlength=n * n_bins).reshape(n, n_bins)
    return np.asarray(counts / counts.sum(axis=1, keepdims=True))


def _contour(lab: Floats) -> Floats:
    from scipy.ndimage import gaussian_gradient_magnitude

    changes = [gaussian_gradient_magnitude(lab[..., channel], CONTOUR_SIGMA) for channel in range(3)]
    return np.asarray(np.linalg.norm(changes, axis=0))


# ---------------------------------------------------------------------------------------------------------------- cues


def color_distance(first: Floats, second: Floats) -> Floats:
    """Chi-square distance of histograms, row by row: 0 where they are the same, 1 where they share no color."""
    total = first + second
    return np.asarray(0.5 * ((first - second) ** 2 / np.where(total > 0.0, total, 1.0)).sum(axis=1))


def contour_between(pieces: Superpixels, u: npt.NDArray[np.intp], v: npt.NDArray[np.intp]) -> Floats:
    """The strongest contour on the straight line between the middles of two superpixels."""
    at = np.linspace(0.0, 1.0, STEPS)[:, None, None]
    line = ((1.0 - at) * pieces.place[u] + at * pieces.place[v]) * max(pieces.piece.shape)
    row, column = np.moveaxis(line.astype(np.intp), 2, 0)
    return np.asarray(pieces.contour[row, column].max(axis=0))
