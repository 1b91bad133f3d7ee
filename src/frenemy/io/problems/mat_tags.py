"""Tags of Matlab files (version 5 to 7), checked before SciPy's reader, which looks up unknown types out of bounds."""

from __future__ import annotations

import struct
import zlib

_HEADER = 128
_MATRIX, _COMPRESSED = 14, 15
_NUMBERS = (1, 2, 3, 4, 5, 6, 7, 9, 12, 13, 16, 17, 18)


def check_mat_tags(data: bytes) -> None:
    """A ValueError that names the byte where an element has no known type or is longer than the file."""
    if len(data) < _HEADER or data[126:128] not in (b"IM", b"MI"):
        return  # of version 4, or no Matlab file; SciPy says so
    order = "<" if data[126:128] == b"IM" else ">"
    at = _HEADER
    while at + 8 <= len(data):
        kind, size = struct.unpack_from(f"{order}II", data, at)
        end = at + 8 + size
        if end > len(data):
            raise ValueError(f"the variable at byte {at} has {size} bytes, more than the file")
        if kind == _COMPRESSED:
            try:
                inside = zlib.decompress(data[at + 8 : end])
            except zlib.error as error:
                raise ValueError(f"the variable at byte {at} cannot be unpacked: {error}") from None
            _check_elements(inside, 0, len(inside), order, f"{at} (packed)", (_MATRIX,))
        elif kind == _MATRIX:
            _check_elements(data, at, end, order, str(at), (_MATRIX,))
        else:
            raise ValueError(f"the variable at byte {at} has the unknown type {kind}")
        at = end


def _check_elements(data: bytes, at: int, end: int, order: str, where: str, kinds: tuple[int, ...]) -> None:
    while at + 8 <= end:
        kind, size = struct.unpack_from(f"{order}II", data, at)
        begin = at + 8
        if kind >> 16:  # up to four bytes within the tag itself
            kind, size, begin = kind & 0xFFFF, kind >> 16, at + 4
            if size > 4:
                raise ValueError(f"an element of the variable at byte {where} has a tag of {size} bytes")
        if kind not in kinds or begin + size > end:
            raise ValueError(f"an element of the variable at byte {where} has type {kind} and {size} bytes")
        if kind == _MATRIX:
            _check_elements(data, begin, begin + size, order, where, (*_NUMBERS, _MATRIX))
        at = at + 8 if begin == at + 4 else begin + (size + 7) // 8 * 8
