"""Pictures from files, as arrays. A header is checked before anything is decoded."""

from __future__ import annotations

import io
from types import ModuleType
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from frenemy.io.images.sixteen_bit import UnsupportedPixels, sixteen_bit_pixels
from frenemy.io.source import PathFileOrBytes, load_bytes
from frenemy.problem.renamed_parameters import renamed_parameters

if TYPE_CHECKING:
    from PIL.ImageFile import ImageFile

Pixels = npt.NDArray[Any]

# An explicit list: pillow also reads formats that run other programs (EPS) or that any bytes match (TGA).
_FORMATS = {
    "PNG": "PNG",
    "JPEG": "JPEG",
    "TIFF": "TIFF",
    "WEBP": "WebP",
    "BMP": "BMP",
    "GIF": "GIF",
    "PPM": "PPM",
    "JPEG2000": "JPEG 2000",
    "AVIF": "AVIF",
}

_ORIENTATION = 0x0112

_DRAFTED = ("JPEG", "MPO")  # formats that can be decoded at a fraction of their size


@renamed_parameters(most_pixels="max_pixels")
def read_picture(
    source: PathFileOrBytes, *, frame: int | None = None, max_pixels: int = 80_000_000
) -> npt.NDArray[Any]:
    """Read a picture: PNG, JPEG, TIFF, WebP, BMP, GIF, PPM, JPEG 2000 or AVIF, recognized by its content.

    It is rotated as its EXIF data say. Palettes, CMYK and other color spaces become RGB, black and white becomes grey.
    16 bits stay 16 bits. Needs pillow, the extra ``images``.

    Parameters
    ----------
    source : path, bytes, ``"-"`` or open file
        ``"-"`` is standard input.
    frame : int, optional
        Which frame, from 0, of an animation or of a file of several pages; without it, such a file is an error.
    max_pixels : int
        The largest number of pixels; the header of a larger picture is an error.

    Returns
    -------
    (height, width) or (height, width, channels) uint8, uint16 or float32
        Grey, grey and alpha (2 channels), RGB (3) or RGBA (4). float32 only from TIFF files of such values.

    Raises
    ------
    OSError
        If the file cannot be opened.
    ValueError
        If it is not a picture, damaged, too large, or has several frames.

    Examples
    --------
    >>> import io
    >>> import numpy as np
    >>> from frenemy.io import read_picture, write_png
    >>> file = io.BytesIO()
    >>> write_png(file, np.array([[0, 65535, 7]], np.uint16))
    >>> read_picture(file.getvalue())
    array([[    0, 65535,     7]], dtype=uint16)
    """
    return decoded_picture(*load_bytes(source, default_name="the picture"), frame=frame, max_pixels=max_pixels)


def decoded_picture(
    name: str, data: bytes, *, frame: int | None = None, max_pixels: int = 80_000_000
) -> npt.NDArray[Any]:
    """The picture in these bytes; error messages begin with ``name``. See :func:`read_picture`."""
    return decoded_in_size(name, data, frame=frame, max_pixels=max_pixels)[0]


def decoded_in_size(
    name: str, data: bytes, *, frame: int | None = None, max_pixels: int = 80_000_000, side: int | None = None
) -> tuple[npt.NDArray[Any], tuple[int, int]]:
    """The picture in these bytes, and the upright width and height of the one in the file; see :func:`read_picture`.

    With ``side``, a JPEG is decoded at 1/2, 1/4 or 1/8 of its size if its longer side stays at least that long. This
    takes a fraction of the time and memory, so such a picture may have four times ``max_pixels``.
    """
    pillow = _pillow()
    image = _opened(pillow, name, data)
    if side is not None and max(image.size) >= 2 * side and image.format in _DRAFTED:
        check_size(name, image.size, 4 * max_pixels)
    else:
        side = None
        check_size(name, image.size, max_pixels)
    shown = f"{_shown_format(image)}, {image.size[0]:,} x {image.size[1]:,} pixels"
    try:
        n_frames = 1 if image.format == "MPO" else getattr(image, "n_frames", 1)  # MPO: one photo and its previews
    except Exception as error:
        raise _damaged(name, shown) from error
    _check_frame(name, frame, n_frames)

    def at_frame() -> ImageFile:
        opened = _opened(pillow, name, data)
        if frame is not None and n_frames > 1:
            opened.seek(frame)
            check_size(name, opened.size, max_pixels)
        return opened

    try:
        image = at_frame()
        width, height = image.size
        if side is not None:
            share = side / max(width, height)
            image.draft(None, (max(1, int(width * share)), max(1, int(height * share))))
        pixels = sixteen_bit_pixels(image, at_frame)
        if pixels is None:
            image.load()
            pixels = np.array(_plain(image))
        orientation = image.getexif().get(_ORIENTATION)
    except (MemoryError, PictureTooLarge):
        raise
    except UnsupportedPixels as error:
        raise ValueError(f"{name}: {error}") from None
    except Exception as error:  # decoders of damaged files raise struct.error, KeyError, zlib.error, SyntaxError ...
        raise _damaged(name, shown) from error
    size = (height, width) if orientation in (5, 6, 7, 8) else (width, height)
    return np.ascontiguousarray(_rotated(pixels, orientation)), size


def _pillow() -> ModuleType:
    try:
        from PIL import Image
    except ImportError as error:
        raise ImportError('pictures need pillow: pip install "frenemy[images]"') from error
    return Image


def _opened(pillow: ModuleType, name: str, data: bytes) -> ImageFile:
    """The image with its header alone read.

    Not by ``Image.open``, which warns of or refuses large pictures by a limit that is global to the process.
    """
    for load_plugins in (pillow.preinit, pillow.init):  # the common formats first: they load quickly
        load_plugins()
        for format in _FORMATS:
            factory, is_match = pillow.OPEN.get(format, (None, None))
            if factory is None or is_match(data[:16]) is not True:
                continue
            try:
                image: ImageFile = factory(io.BytesIO(data), "")
            except MemoryError:
                raise
            except Exception as error:  # as above
                raise _damaged(name, f"it begins as {_FORMATS[format]}") from error
            return image
    raise ValueError(
        f"{name}: is not a picture that can be read ({', '.join(_FORMATS.values())})"
        + ("; it is HEIC: save it as JPEG first" if data[4:12] in (b"ftypheic", b"ftypheix", b"ftypmif1") else "")
    )


def _shown_format(image: ImageFile) -> str:
    return _FORMATS.get(image.format or "", image.format or "")


def _damaged(name: str, detail: str) -> ValueError:
    return ValueError(f"{name}: is damaged or cut short and cannot be decoded ({detail})")


class PictureTooLarge(ValueError):
    """The picture has too many pixels; it is not damaged."""


class SeveralFrames(ValueError):
    """The file has several frames, and none was chosen; ``n_frames`` says how many there are."""

    def __init__(self, message: str, n_frames: int) -> None:
        super().__init__(message)
        self.n_frames = n_frames


def check_size(name: str, size: tuple[int, int], max_pixels: int) -> None:
    """Raise an error if there are no pixels or more than ``max_pixels``."""
    width, height = size
    if width < 1 or height < 1:
        raise ValueError(f"{name}: has no pixels, it is {width} x {height}")
    if width * height > max_pixels:
        raise PictureTooLarge(
            f"{name}: is too large: {width:,} x {height:,} pixels are {_millions(width * height)} million, and at most "
            f"{_millions(max_pixels)} million are read"
        )


def _millions(count: int) -> str:
    return f"{count / 1e6:,.1f}".removesuffix(".0") if count >= 100_000 else f"{count / 1e6:.3g}"


def _check_frame(name: str, frame: int | None, n_frames: int) -> None:
    if frame is None and n_frames > 1:
        raise SeveralFrames(
            f"{name}: has {n_frames:,} frames, as an animation or pages; save one of them as a picture of its own, or "
            f"choose it: frame 0 to {n_frames - 1:,}",
            n_frames,
        )
    if frame is not None and not 0 <= frame < n_frames:
        raise ValueError(f"{name}: frame must be 0 to {n_frames - 1:,}, got {frame}")


def _plain(image: ImageFile) -> Any:
    """Grey, grey and alpha, RGB or RGBA of 8 bits a channel; images of more bits are not changed."""
    mode = image.mode
    if mode in ("L", "LA", "RGB", "RGBA") and "transparency" not in image.info:
        return image
    if mode in ("I", "F") or mode.startswith("I;16"):
        return image
    if "transparency" in image.info and mode in (
        "1",
        "L",
        "P",
        "RGB",
    ):  # a transparent color, or a palette with alpha
        return image.convert("RGBA" if mode in ("P", "RGB") else "LA")
    return image.convert({"1": "L", "La": "LA", "PA": "RGBA", "RGBa": "RGBA"}.get(mode, "RGB"))


def _rotated(pixels: Pixels, orientation: Any) -> Pixels:
    """By the EXIF orientation 1 to 8: 2 to 4 keep height and width, 5 to 8 swap them."""
    match orientation:
        case 2:
            return pixels[:, ::-1]
        case 3:
            return pixels[::-1, ::-1]
        case 4:
            return pixels[::-1]
        case 5:
            return pixels.swapaxes(0, 1)
        case 6:
            return pixels.swapaxes(0, 1)[:, ::-1]
        case 7:
            return pixels.swapaxes(0, 1)[::-1, ::-1]
        case 8:
            return pixels.swapaxes(0, 1)[::-1]
        case _:
            return pixels
