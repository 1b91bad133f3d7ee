"""Names of files that are pictures."""

from __future__ import annotations

# HEIC cannot be read, but the page says so and what to do.
_ENDINGS = (
    *(".png", ".jpg", ".jpeg", ".jpe", ".jfif", ".tif", ".tiff", ".webp", ".bmp", ".gif", ".avif", ".heic", ".heif"),
    *(".ppm", ".pgm", ".pbm", ".pnm", ".jp2", ".j2k", ".jpx"),
)


def is_picture_name(name: str) -> bool:
    """Whether a file of this name is a picture.

    Examples
    --------
    >>> from frenemy.io.images.picture_names import is_picture_name
    >>> is_picture_name("cat.JPG"), is_picture_name("pairs.csv")
    (True, False)
    """
    return name.lower().endswith(_ENDINGS)
