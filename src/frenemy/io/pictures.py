"""Pictures from files, as arrays; nothing is decoded before its header has been found sound."""

from __future__ import annotations

import io
from types import ModuleType
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from frenemy.io.deep_pixels import PixelsNotKept, deep_pixels
from frenemy.io.source import PathFileOrBytes, load_as_it_is

if TYPE_CHECKING:
    from PIL.ImageFile import ImageFile

Pixels = npt.NDArray[Any]

# Named one by one: pillow also knows formats that run other programs (EPS) or that any bytes would pass for (TGA).
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

_DRAFTED = ("JPEG", "MPO")  # what can be decoded at a fraction of its size


def read_picture(
    source: PathFileOrBytes, *, frame: int | None = None, most_pixels: int = 80_000_000
) -> npt.NDArray[Any]:
    """Read a picture: PNG, JPEG, TIFF, WebP, BMP, GIF, PPM, JPEG 2000 or AVIF, told by its content.

    It comes as it is looked at: turned as its EXIF data say, a palette, CMYK or another color space as RGB, black and
    white as grey. 16 bits stay 16 bits. Needs pillow, the extra ``images``.

    Parameters
    ----------
    source : path, bytes, ``"-"`` or open file
        ``"-"`` is standard input.
    frame : int, optional
        Which one, from 0, of an animation or of a file of several pages; without it, such a file is an error.
    most_pixels : int
        More are refused, from what the header says.

    Returns
    -------
    (height, width) or (height, width, channels) uint8, uint16 or float32
        Grey, grey and alpha (2 channels), RGB (3) or RGBA (4). float32 from TIFF files of such numbers only.

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
    return decoded_picture(*load_as_it_is(source, called="the picture"), frame=frame, most_pixels=most_pixels)


def decoded_picture(
    name: str, data: bytes, *, frame: int | None = None, most_pixels: int = 80_000_000
) -> npt.NDArray[Any]:
    """The picture in these bytes, which error messages call ``name``; see :func:`read_picture`."""
    return decoded_in_size(name, data, frame=frame, most_pixels=most_pixels)[0]


def decoded_in_size(
    name: str, data: bytes, *, frame: int | None = None, most_pixels: int = 80_000_000, side: int | None = None
) -> tuple[npt.NDArray[Any], tuple[int, int]]:
    """The picture in these bytes, and the width and height it has in the file, upright; see :func:`read_picture`.

    With ``side``, a JPEG is decoded at 1/2, 1/4 or 1/8 of its size if its longer side stays at least that long, which
    takes a fraction of the time and memory; of such ones, four times as many pixels are read.
    """
    pillow = _pillow()
    image = _opened(pillow, name, data)
    if side is not None and max(image.size) >= 2 * side and image.format in _DRAFTED:
        check_size(name, image.size, 4 * most_pixels)
    else:
        side = None
        check_size(name, image.size, most_pixels)
    shown = f"{_shown_format(image)}, {image.size[0]:,} x {image.size[1]:,} pixels"
    try:
        n_frames = 1 if image.format == "MPO" else getattr(image, "n_frames", 1)  # MPO: one photograph and its previews
    except Exception as error:
        raise _damaged(name, shown) from error
    _check_frame(name, frame, n_frames)

    def at_frame() -> ImageFile:
        again = _opened(pillow, name, data)
        if frame is not None and n_frames > 1:
            again.seek(frame)
            check_size(name, again.size, most_pixels)
        return again

    try:
        image = at_frame()
        width, height = image.size
        if side is not None:
            share = side / max(width, height)
            image.draft(None, (max(1, int(width * share)), max(1, int(height * share))))
        pixels = deep_pixels(image, at_frame)
        if pixels is None:
            image.load()
            pixels = np.array(_plain(image))
        turn = image.getexif().get(_ORIENTATION)
    except (MemoryError, PictureTooLarge):
        raise
    except PixelsNotKept as error:
        raise ValueError(f"{name}: {error}") from None
    except Exception as error:  # decoders meet damage in many ways: struct.error, KeyError, zlib.error, SyntaxError ...
        raise _damaged(name, shown) from error
    size = (height, width) if turn in (5, 6, 7, 8) else (width, height)
    return np.ascontiguousarray(_turned(pixels, turn)), size


def _pillow() -> ModuleType:
    try:
        from PIL import Image
    except ImportError as error:
        raise ImportError('pictures need pillow: pip install "frenemy[images]"') from error
    return Image


def _opened(pillow: ModuleType, name: str, data: bytes) -> ImageFile:
    """The header alone.

    Not by ``Image.open``: that warns of, or refuses, large pictures by a limit that is global to the process.
    """
    for load_plugins in (pillow.preinit, pillow.init):  # the common ones first, which is quick
        load_plugins()
        for format in _FORMATS:
            factory, is_of_this = pillow.OPEN.get(format, (None, None))
            if factory is None or is_of_this(data[:16]) is not True:
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
    """More pixels than are read: not to be taken for damage."""


class SeveralFrames(ValueError):
    """An animation or pages, and no word on which one; ``n_frames`` says how many."""

    def __init__(self, message: str, n_frames: int) -> None:
        super().__init__(message)
        self.n_frames = n_frames


def check_size(name: str, size: tuple[int, int], most_pixels: int) -> None:
    """An error if a width and a height have no pixels or more than are read."""
    width, height = size
    if width < 1 or height < 1:
        raise ValueError(f"{name}: has no pixels, it is {width} x {height}")
    if width * height > most_pixels:
        raise PictureTooLarge(
            f"{name}: is too large: {width:,} x {height:,} pixels are {_millions(width * height)} million, and at most "
            f"{_millions(most_pixels)} million are read"
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
    """Grey, grey and alpha, RGB or RGBA, of 8 bits a channel, or as it is if it has more."""
    mode = image.mode
    if mode in ("L", "LA", "RGB", "RGBA") and "transparency" not in image.info:
        return image
    if mode in ("I", "F") or mode.startswith("I;16"):
        return image
    if "transparency" in image.info and mode in ("1", "L", "P", "RGB"):  # a color that is clear, or alpha of a palette
        return image.convert("RGBA" if mode in ("P", "RGB") else "LA")
    return image.convert({"1": "L", "La": "LA", "PA": "RGBA", "RGBa": "RGBA"}.get(mode, "RGB"))


def _turned(pixels: Pixels, orientation: Any) -> Pixels:
    """As the EXIF orientation 1 to 8 asks: 2 to 4 keep height and width, 5 to 8 swap them."""
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
