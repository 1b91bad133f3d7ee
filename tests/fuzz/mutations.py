"""Damage to files: bytes, numbers and lines, also within what is packed."""

from __future__ import annotations

import gzip
import io
import re
import zipfile
from collections.abc import Callable

import numpy as np

Rng = np.random.Generator

_NUMBERS = [
    *(b"0", b"-1", b"1e400", b"-1e-400", b"nan", b"-inf", b"1e308", b"2147483647", b"2147483648", b"-2147483649"),
    *(b"9223372036854775807", b"9223372036854775808", b"1" * 5000, b"1.0junk", b"0x10", b"1_000", b"+", b"", b"null"),
    *(b"true", b'"1"', b"[]", b"{}", b"1,5", "\u0661".encode(), b"-0", b"4294967296", b"1e5"),
]
_BYTES = [
    b"\0",
    b"\r",
    b"\n",
    b"\r\n",
    b'"',
    b",",
    b"\t",
    b"\xff\xfe",
    b"\xef\xbb\xbf",
    b"\x1a",
    b" ",
    b"\x80",
    b"[" * 3000,
]


def damaged(content: bytes, other: bytes, rng: Rng) -> bytes:
    """One to four changes; in packed files often within the members, so that their checksums are right."""
    if rng.random() < 0.6:
        if content[:2] == b"\x1f\x8b":
            return gzip.compress(_damaged(gzip.decompress(content), other, rng), mtime=0)
        if content[:2] == b"PK":
            return _with_damaged_member(content, other, rng)
    return _damaged(content, other, rng)


def _damaged(content: bytes, other: bytes, rng: Rng) -> bytes:
    for _ in range(int(rng.integers(1, 5))):
        change: Callable[[bytes, bytes, Rng], bytes] = _CHANGES[int(rng.integers(len(_CHANGES)))]
        content = change(content, other, rng)
    return content


def _with_damaged_member(content: bytes, other: bytes, rng: Rng) -> bytes:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    name = list(members)[int(rng.integers(len(members)))]
    if rng.random() < 0.5:  # values only, so that the array is still one
        start = members[name].find(b"\n") + 1
        members[name] = members[name][:start] + _changed_word(members[name][start:], other, rng)
    else:
        members[name] = _damaged(members[name], other, rng)
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_STORED if rng.random() < 0.5 else zipfile.ZIP_DEFLATED) as archive:
        for each, data in members.items():
            archive.writestr(each, data)
    return file.getvalue()


def _flipped_bit(content: bytes, _other: bytes, rng: Rng) -> bytes:
    return _replaced(content, 1, rng, lambda old: bytes([old[0] ^ (1 << int(rng.integers(8)))]))


def _changed_byte(content: bytes, _other: bytes, rng: Rng) -> bytes:
    return _replaced(content, 1, rng, lambda _old: rng.bytes(1))


def _changed_word(content: bytes, _other: bytes, rng: Rng) -> bytes:
    """Four or eight bytes as a number at the edge of what there is."""
    size = int(rng.choice([2, 4, 8]))
    edges = [0, 1, -1, 2 ** (8 * size - 1) - 1, -(2 ** (8 * size - 1)), 1000, 2**15]
    value = edges[int(rng.integers(len(edges)))]
    limit = 2 ** (8 * size - 1)
    word = max(min(value, limit - 1), -limit).to_bytes(size, "little", signed=True)
    return _replaced(content, size, rng, lambda _old: word, step=size if rng.random() < 0.7 else 1)


def _cut_short(content: bytes, _other: bytes, rng: Rng) -> bytes:
    return content[: int(rng.integers(len(content) + 1))]


def _removed(content: bytes, _other: bytes, rng: Rng) -> bytes:
    return _replaced(content, int(rng.integers(1, 20)), rng, lambda _old: b"")


def _repeated(content: bytes, _other: bytes, rng: Rng) -> bytes:
    times = int(rng.choice([2, 3, 200]))
    return _replaced(content, int(rng.integers(1, 40)), rng, lambda old: old * times)


def _inserted(content: bytes, _other: bytes, rng: Rng) -> bytes:
    return _replaced(content, 0, rng, lambda _old: _BYTES[int(rng.integers(len(_BYTES)))])


def _spliced(content: bytes, other: bytes, rng: Rng) -> bytes:
    at, begin = int(rng.integers(len(content) + 1)), int(rng.integers(len(other) + 1))
    return content[:at] + other[begin : begin + int(rng.integers(1, 200))] + content[at:]


def _changed_number(content: bytes, _other: bytes, rng: Rng) -> bytes:
    found = list(re.finditer(rb"[-+]?\d+(\.\d+)?(e[-+]?\d+)?", content))
    if not found:
        return _changed_byte(content, _other, rng)
    at = found[int(rng.integers(len(found)))]
    return content[: at.start()] + _NUMBERS[int(rng.integers(len(_NUMBERS)))] + content[at.end() :]


def _shuffled_lines(content: bytes, _other: bytes, rng: Rng) -> bytes:
    lines = content.split(b"\n")
    first, second = rng.integers(len(lines), size=2)
    lines[first], lines[second] = lines[second], lines[first]
    return b"\n".join(lines)


def _replaced(content: bytes, length: int, rng: Rng, change: Callable[[bytes], bytes], *, step: int = 1) -> bytes:
    if not content:
        return change(b"\0" * length)
    at = int(rng.integers(len(content))) // step * step
    old = content[at : at + length]
    return content[:at] + change(old) + content[at + len(old) :]


_CHANGES = [
    _flipped_bit,
    _changed_byte,
    _changed_word,
    _cut_short,
    _removed,
    _repeated,
    _inserted,
    _spliced,
    _changed_number,
    _changed_number,
    _shuffled_lines,
]
