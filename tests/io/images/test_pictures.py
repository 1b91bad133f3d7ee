"""Pictures of every kind, and files that are none."""

import io
import struct
import subprocess
import sys
import tracemalloc
import zlib

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from frenemy.io import read_picture, write_png
from frenemy.io.images.png import png_bytes

Image = pytest.importorskip("PIL.Image")


def saved(image, format="PNG", **options):
    file = io.BytesIO()
    image.save(file, format, **options)
    return file.getvalue()


@pytest.fixture
def rgb():
    return np.random.default_rng(0).integers(0, 256, (5, 7, 3), np.uint8)


@pytest.mark.parametrize("dtype", [np.uint8, np.uint16])
@pytest.mark.parametrize("channels", [None, 1, 2, 3, 4])
def test_png_round_trip_of_every_depth(channels, dtype):
    shape = (6, 5) if channels is None else (6, 5, channels)
    pixels = np.random.default_rng(1).integers(0, np.iinfo(dtype).max + 1, shape, dtype)
    read = read_picture(png_bytes(pixels))
    assert read.dtype == dtype
    assert np.array_equal(read, pixels[..., 0] if channels == 1 else pixels)
    assert read.flags.c_contiguous
    assert read.flags.writeable


def test_what_we_write_others_can_read(rgb):
    assert np.array_equal(np.asarray(Image.open(io.BytesIO(png_bytes(rgb)))), rgb)
    assert np.array_equal(np.asarray(Image.open(io.BytesIO(png_bytes(np.eye(3) > 0)))), np.eye(3) * 255)


def test_write_png_refuses_what_png_cannot_hold():
    with pytest.raises(ValueError, match="must be bool, uint8 or uint16, got float64"):
        png_bytes(np.zeros((2, 2)))
    with pytest.raises(ValueError, match=r"got shape \(2, 2, 5\)"):
        png_bytes(np.zeros((2, 2, 5), np.uint8))
    with pytest.raises(ValueError, match=r"got shape \(0, 2\)"):
        png_bytes(np.zeros((0, 2), np.uint8))


def chunk(kind, content):
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))


def sixteen_bit_tiff(pixels, order, *, photometric=2, extra=None, planes=1, claimed=None):
    """An uncompressed TIFF, made by hand: pillow does not write these."""
    height, width, n = pixels.shape
    data = pixels.astype(f"{order}u2").tobytes()
    claimed = claimed or (width, height)
    tags = {
        256: claimed[:1],
        257: claimed[1:],
        258: (16,) * n,
        259: (1,),
        262: (photometric,),
        277: (n,),
        278: (height,),
    }
    tags |= {273: (8,), 279: (len(data),), 284: (planes,)} | ({} if extra is None else {338: (extra,)})
    after, rest, entries = 8 + len(data), b"", b""
    for tag, values in sorted(tags.items()):
        packed = struct.pack(f"{order}{len(values)}{'L' if tag in (273, 279) else 'H'}", *values)
        kind = 4 if tag in (273, 279) else 3
        if len(packed) > 4:
            rest, packed = rest + packed, struct.pack(f"{order}L", after + len(rest))
        entries += struct.pack(f"{order}HHL", tag, kind, len(values)) + packed.ljust(4, b"\0")
    head = (b"II" if order == "<" else b"MM") + struct.pack(f"{order}HL", 42, after + len(rest))
    return head + data + rest + struct.pack(f"{order}H", len(tags)) + entries + bytes(4)


@pytest.mark.parametrize("order", ["<", ">"])
@pytest.mark.parametrize("channels", [1, 3, 4])
def test_sixteen_bit_tiff(order, channels):
    pixels = np.random.default_rng(2).integers(0, 65536, (4, 3, channels), np.uint16)
    options = {1: {"photometric": 1}, 3: {}, 4: {"extra": 2}}[channels]
    read = read_picture(sixteen_bit_tiff(pixels, order, **options))
    assert read.dtype == np.uint16
    assert np.array_equal(read, pixels[..., 0] if channels == 1 else pixels)


def test_sixteen_bit_tiff_of_special_kinds():
    pixels = np.random.default_rng(2).integers(0, 60000, (4, 3, 4), np.uint16)
    pixels[..., 3] = 60000
    premultiplied = read_picture(sixteen_bit_tiff(pixels, "<", extra=1))
    assert np.array_equal(premultiplied[..., :3], np.rint(pixels[..., :3] * 65535.0 / 60000))
    white_is_zero = read_picture(sixteen_bit_tiff(pixels[..., :1], "<", photometric=0))
    assert np.array_equal(white_is_zero, 65535 - pixels[..., 0])
    wide = np.array([[70000, 5]], np.int32)
    with pytest.raises(ValueError, match="^the picture: has values from 5 to 70000; 0 to 65,535"):
        read_picture(saved(Image.fromarray(wide), "TIFF"))
    with pytest.raises(
        ValueError, match="^the picture: has 16 bits.*save it interleaved"
    ):  # pillow would mix up its bytes
        read_picture(sixteen_bit_tiff(pixels[..., :3], "<", planes=2))


@pytest.mark.parametrize("compression", ["tiff_lzw", "tiff_adobe_deflate"])
def test_packed_sixteen_bit_grey_tiff(compression):
    pixels = np.arange(12, dtype=np.uint16).reshape(3, 4) * 5000
    read = read_picture(saved(Image.fromarray(pixels), "TIFF", compression=compression))
    assert read.dtype == np.uint16
    assert np.array_equal(read, pixels)


def test_a_clear_color_becomes_alpha():
    pixels = np.array([[[1, 2, 3], [1000, 2000, 3000]]], np.uint16)
    data = png_bytes(pixels)
    at = data.index(b"IDAT") - 4
    keyed = data[:at] + chunk(b"tRNS", struct.pack(">HHH", 1000, 2000, 3000)) + data[at:]
    assert read_picture(keyed)[..., 3].tolist() == [[65535, 0]]
    grey = Image.fromarray(np.array([[5, 9]], np.uint8))
    assert read_picture(saved(grey, transparency=9)).tolist() == [[[5, 255], [9, 0]]]


def test_modes_become_grey_or_rgb(rgb):
    image = Image.fromarray(rgb)
    black_and_white = Image.fromarray(np.eye(4) > 0)
    assert np.array_equal(read_picture(saved(black_and_white)), np.eye(4) * 255)
    palette = image.quantize(16)
    assert np.array_equal(read_picture(saved(palette)), np.asarray(palette.convert("RGB")))
    clear = read_picture(saved(palette, transparency=0))
    assert clear.shape == (5, 7, 4)
    assert set(np.unique(clear[..., 3])) == {0, 255}
    assert read_picture(saved(image.convert("LA"))).shape == (5, 7, 2)
    flat = np.full((16, 16, 3), (200, 30, 60), np.uint8)
    cmyk = read_picture(saved(Image.fromarray(flat).convert("CMYK"), "JPEG", quality=95))
    assert cmyk.shape == flat.shape
    assert abs(cmyk.astype(int) - flat).max() < 12
    floats = np.linspace(0, 1, 6, dtype=np.float32).reshape(2, 3)
    assert np.array_equal(read_picture(saved(Image.fromarray(floats), "TIFF")), floats)


@pytest.mark.parametrize("format", ["PNG", "TIFF", "BMP", "PPM", "WEBP", "JPEG2000"])
def test_formats_without_loss(rgb, format):
    options = {"WEBP": {"lossless": True}}.get(format, {})
    assert np.array_equal(read_picture(saved(Image.fromarray(rgb), format, **options)), rgb)


@pytest.mark.parametrize("orientation", range(1, 9))
@pytest.mark.parametrize("format", ["PNG", "TIFF"])
def test_turned_as_exif_says(rgb, orientation, format):
    from PIL import ImageOps

    exif = Image.Exif()
    exif[0x0112] = orientation
    data = saved(Image.fromarray(rgb), format, exif=exif)
    expected = np.asarray(ImageOps.exif_transpose(Image.open(io.BytesIO(data))))
    assert expected.shape[:2] == ((7, 5) if orientation > 4 else (5, 7))
    assert np.array_equal(read_picture(data), expected)


def test_paths_open_files_and_missing_files(tmp_path, rgb):
    path = tmp_path / "picture.png"
    write_png(path, rgb)
    assert np.array_equal(read_picture(path), rgb)
    assert np.array_equal(read_picture(str(path)), rgb)
    with open(path, "rb") as file:
        assert np.array_equal(read_picture(file), rgb)
    with pytest.raises(FileNotFoundError):
        read_picture(tmp_path / "none.png")


def test_an_animation_asks_which_frame(rgb):
    frames = [Image.fromarray(np.full((4, 4, 3), value, np.uint8)) for value in (10, 90, 200)]
    for format, options in (("GIF", {}), ("PNG", {}), ("WEBP", {"lossless": True}), ("TIFF", {})):
        data = saved(frames[0], format, save_all=True, append_images=frames[1:], **options)
        with pytest.raises(ValueError, match=r"^the picture: has 3 frames.*save one.*frame 0 to 2"):
            read_picture(data)
        assert read_picture(data, frame=1)[0, 0].ravel()[0] == 90, format
        with pytest.raises(ValueError, match="frame must be 0 to 2, got 3"):
            read_picture(data, frame=3)
    assert np.array_equal(read_picture(png_bytes(rgb), frame=0), rgb)


def test_a_photograph_with_previews_is_one_picture():
    frames = [Image.fromarray(np.full((16, 16, 3), value, np.uint8)) for value in (10, 90)]
    assert read_picture(saved(frames[0], "MPO", save_all=True, append_images=frames[1:])).shape == (16, 16, 3)


def bomb(width, height):
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    data = chunk(b"IDAT", zlib.compress(bytes(1000)))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + data + chunk(b"IEND", b"")


def test_a_bomb_is_refused_from_its_header():
    read_picture(png_bytes(np.zeros((1, 1), np.uint8)))  # load pillow first
    tracemalloc.start()
    try:
        with pytest.raises(ValueError, match="too large: 60,000 x 60,000 pixels are 3,600 million, .* 80 million"):
            read_picture(bomb(60_000, 60_000))
        assert tracemalloc.get_traced_memory()[1] < 5e6
    finally:
        tracemalloc.stop()
    with pytest.raises(ValueError, match="too large"):  # where pillow itself would only warn
        read_picture(bomb(10_000, 10_000))
    with pytest.raises(ValueError, match="too large"):
        read_picture(sixteen_bit_tiff(np.zeros((1, 1, 3)), "<", claimed=(60_000, 60_000)))
    with pytest.raises(ValueError, match=r"too large: 5 x 5 pixels are 2.5e-05 million"):
        read_picture(png_bytes(np.zeros((5, 5), np.uint8)), max_pixels=24)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "^the picture: is empty"),
        (b"hello, I am a text", r"^the picture: is not a picture that can be read \(PNG, JPEG"),
        (b"\0\0\0\x18ftypheic\0\0\0\0", "HEIC: save it as JPEG"),
        (b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n", "is not a picture"),
        (b"\x89PNG\r\n\x1a\n", "is damaged or cut short"),
        (bomb(0, 7), "has no pixels|is damaged"),
        (bomb(100, 100), "is damaged or cut short.*PNG, 100 x 100 pixels"),
    ],
)
def test_what_is_no_picture(data, message):
    with pytest.raises(ValueError, match=message):
        read_picture(data)


@pytest.mark.parametrize("format", ["PNG", "JPEG", "TIFF", "WEBP", "GIF", "BMP", "PPM"])
def test_truncated_files(format):
    noise = np.random.default_rng(3).integers(0, 256, (64, 64, 3), np.uint8)
    data = saved(Image.fromarray(noise), format)
    for share in (0.1, 0.5, 0.9):
        with pytest.raises(ValueError, match="is damaged or cut short"):
            read_picture(data[: int(share * len(data))])


STARTS = {
    format: saved(Image.fromarray(np.arange(48, dtype=np.uint8).reshape(4, 4, 3)), format)
    for format in ("PNG", "JPEG", "TIFF", "WEBP", "GIF", "BMP", "PPM", "JPEG2000")
}


@settings(max_examples=300, deadline=None)
@given(
    start=st.sampled_from(sorted(STARTS.values())),
    keep=st.integers(0, 400),
    noise=st.binary(max_size=200),
    flips=st.lists(st.tuples(st.integers(0, 2000), st.integers(1, 255)), max_size=8),
)
def test_any_bytes_are_a_picture_or_a_value_error(start, keep, noise, flips):
    changed = bytearray(start)
    for at, by in flips:
        changed[at % len(changed)] ^= by
    for data in (bytes(changed), bytes(changed[:keep]) + noise):
        try:
            pixels = read_picture(data, max_pixels=100_000)
        except ValueError as error:
            message = str(error)
        else:
            message = "the picture: "
            assert pixels.ndim in (2, 3)
            assert pixels.size
        assert message.startswith("the picture: ")


def test_without_pillow_the_error_names_the_extra(tmp_path):
    (tmp_path / "PIL.py").write_text("raise ModuleNotFoundError('hidden', name='PIL')\n")
    code = f"import sys; sys.path.insert(0, {str(tmp_path)!r}); import frenemy.io as i; i.read_picture(b'x')"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=300)
    assert 'pip install "frenemy[images]"' in done.stderr
