"""What a page in a browser gets of a segmentation: the picture to display, the label map as runs, and the objects."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import numpy as np
import numpy.typing as npt

from frenemy.affinity.image import Picture
from frenemy.io.images.objects.label_runs import LabelRuns

_LOSSLESS_PIXELS = 1_500_000  # up to this size the picture is displayed as PNG
_MAX_DISPLAY_PIXELS = 16_000_000  # what the canvas of a phone holds


def display_image(picture: Picture) -> tuple[bytes, str]:
    """The file of a picture to display, and its media type."""
    from PIL import Image

    image = Image.fromarray(picture.as_bytes())
    if picture.n_pixels > _MAX_DISPLAY_PIXELS:
        image = image.reduce(int(np.ceil(np.sqrt(picture.n_pixels / _MAX_DISPLAY_PIXELS))))
    file = BytesIO()
    if picture.n_pixels <= _LOSSLESS_PIXELS:
        image.save(file, "PNG", compress_level=1)
        return file.getvalue(), "image/png"
    image.save(file, "JPEG", quality=93, subsampling=0)
    return file.getvalue(), "image/jpeg"


def page_summary(found: Any, seconds: float) -> dict[str, Any]:
    """A Segmentation for the page, without its labels; ``seconds`` is how long it took."""
    height, width = found.shape
    objects = [
        {"id": one.id, "area": one.area, "box": one.box, "center": one.center, "color": color}
        for one, color in zip(found.objects, found.colors.tolist(), strict=True)
    ]
    return {
        "width": width,
        "height": height,
        "objects": objects,
        "merges": found.merges,
        "masks": found.mask_ids,
        "seconds": seconds,
    }


def encode_runs(labels: npt.NDArray[np.int32]) -> bytes:
    """A label map as runs in raster order, across ends of rows: all labels, then all lengths, as little-endian uint32.

    Label maps are constant inside objects, so runs are few, and quick to find and paint. No image decoder of a browser
    can change the labels.

    Parameters
    ----------
    labels : (height, width) int32, at least 0
    """
    runs = LabelRuns.of(labels)
    return runs.labels.astype("<u4").tobytes() + runs.lengths.astype("<u4").tobytes()
