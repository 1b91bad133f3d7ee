import struct
import zlib

import numpy as np
import pytest

from frenemy.report.signed_image import BLUE, ORANGE, signed_png


def decoded(data):
    """Red, green, blue and opacity of every pixel, by the specification."""
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    chunks, at = {}, 8
    while at < len(data):
        (length,) = struct.unpack(">I", data[at : at + 4])
        kind, content = data[at + 4 : at + 8], data[at + 8 : at + 8 + length]
        (check,) = struct.unpack(">I", data[at + 8 + length : at + 12 + length])
        assert check == zlib.crc32(kind + content)
        chunks[kind] = content
        at += 12 + length
    assert list(chunks) == [b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"IEND"]
    width, height, *rest = struct.unpack(">IIBBBBB", chunks[b"IHDR"])
    assert rest == [8, 3, 0, 0, 0]
    rows = np.frombuffer(zlib.decompress(chunks[b"IDAT"]), np.uint8).reshape(height, width + 1)
    assert not rows[:, 0].any()
    colors = np.frombuffer(chunks[b"PLTE"], np.uint8).reshape(-1, 3)
    alpha = np.frombuffer(chunks[b"tRNS"], np.uint8)
    assert len(colors) == len(alpha)
    return np.concatenate((colors[rows[:, 1:]], alpha[rows[:, 1:], None]), axis=2)


def test_colors_by_sign_and_strength():
    pixels = decoded(signed_png(np.array([[2.0, -2.0, 0.0], [1.0, -5.0, 1e-9]]), 2.0))
    assert pixels.shape == (2, 3, 4)
    assert pixels[0, 0].tolist() == [*BLUE, 255]
    assert pixels[0, 1].tolist() == [*ORANGE, 255]
    assert pixels[0, 2, 3] == 0
    assert pixels[1, 1].tolist() == [*ORANGE, 255]  # beyond the scale
    assert 0 < pixels[1, 2, 3] < pixels[1, 0, 3] < 255  # faint, but there


def test_pillow_agrees():
    image = pytest.importorskip("PIL.Image")
    import io

    data = signed_png(np.random.default_rng(0).normal(size=(40, 40)), 1.5)
    assert np.array_equal(np.asarray(image.open(io.BytesIO(data)).convert("RGBA")), decoded(data))
