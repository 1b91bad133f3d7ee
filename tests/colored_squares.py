"""Photos whose "faces" are colored squares on grey, a describer that finds them, and files of every bad kind."""

import io
import struct
import zlib

import numpy as np
from PIL import Image
from scipy import ndimage

from frenemy.apps.faces import Found

RED, GREEN, BLUE, GOLD = (220, 40, 40), (40, 180, 60), (50, 60, 220), (230, 200, 30)


class ColoredSquares:
    """Each colored patch is a face; its color is the embedding. Counts how often it is called."""

    name = "colored squares 1"

    def __init__(self):
        self.n_calls = 0

    def __call__(self, pixels):
        assert pixels.dtype == np.uint8
        assert pixels.ndim == 3
        assert pixels.shape[2] == 3
        self.n_calls += 1
        spread = pixels.max(axis=2).astype(int) - pixels.min(axis=2)
        patches, _ = ndimage.label(spread > 60)
        found = []
        for number, (rows, columns) in enumerate(ndimage.find_objects(patches), 1):
            is_in = patches[rows, columns] == number
            if is_in.sum() < 16:  # colors that bleed in a JPEG
                continue
            color = pixels[rows, columns][is_in].mean(axis=0)
            box = (columns.start, rows.start, columns.stop, rows.stop)
            found.append(Found(box, (color / 255).astype(np.float32), (box[:2],) * 5, float(is_in.mean())))
        return found


def photo(*colors, size=(160, 100), side=24):
    """Grey, with a square of each color from left to right, high up on the left."""
    pixels = np.full((size[1], size[0], 3), 128, np.uint8)
    for i, color in enumerate(colors):
        pixels[8 : 8 + side, 8 + 2 * side * i : 8 + side + 2 * side * i] = color
    return Image.fromarray(pixels)


def encoded(picture, format="JPEG", **options):
    file = io.BytesIO()
    picture.save(file, format, **({"quality": 95, "subsampling": 0} if format == "JPEG" else {}), **options)
    return file.getvalue()


def turned(picture, orientation):
    """JPEG bytes that show this picture if turned as EXIF says."""
    undo = {3: Image.Transpose.ROTATE_180, 6: Image.Transpose.ROTATE_90, 8: Image.Transpose.ROTATE_270}
    exif = Image.Exif()
    exif[0x0112] = orientation
    return encoded(picture.transpose(undo[orientation]), exif=exif)


def animated(*pictures):
    first, *others = (picture.quantize(16, dither=Image.Dither.NONE) for picture in pictures)
    return encoded(first, "GIF", save_all=True, append_images=others)


def png_with_header_only(width, height):
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(b"")) + chunk(b"IEND", b"")


def bad_files():
    """Name, bytes and what the reason says of each."""
    whole = encoded(photo(RED))
    return {
        "zero.jpg": (b"", "is empty"),
        "text.jpg": (b"this is no picture, whatever it is called", "is not a picture"),
        "cut.jpg": (whole[: len(whole) // 2], "damaged or cut short"),
        "huge.png": (png_with_header_only(60_000, 60_000), "too large"),
        "phone.heic": (b"\0\0\0\x18ftypheic", "HEIC"),
        "camera.NEF": (b"II*\0", "raw"),
    }
