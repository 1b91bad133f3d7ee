"""Stacks of sections: the pages of a TIFF file, the pictures of a folder."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from frenemy.io.images.pictures import read_picture
from frenemy.io.volumes.volume_file import VolumeFile, voxel_size_of

_PICTURES = (".png", ".tif", ".tiff", ".jpg", ".jpeg", ".bmp", ".pgm")


class SectionStack:
    """Sections that are read one by one, sliced like an array of (z, y, x); it keeps the last one."""

    def __init__(self, n_sections: int, first: npt.NDArray[Any], read: Callable[[int], npt.NDArray[Any]]) -> None:
        self.shape = (n_sections, *first.shape)
        self.dtype = first.dtype
        self._read = read
        self._last = (0, first)

    def __getitem__(self, place: Any) -> npt.NDArray[Any]:
        wanted = place if isinstance(place, tuple) else (place,)
        if isinstance(wanted[0], slice):
            sections = range(*wanted[0].indices(self.shape[0]))
            inner = tuple(wanted[1:])
            if not len(sections):
                return np.empty((0, *self.shape[1:]), self.dtype)[(slice(None), *inner)]
            return np.stack([self._section(z)[inner] for z in sections])
        found: npt.NDArray[Any] = self._section(int(wanted[0]))[tuple(wanted[1:])]
        return found

    def _section(self, z: int) -> npt.NDArray[Any]:
        if self._last[0] != z:
            self._last = (z, self._read(z))
        return self._last[1]


def open_tiff(path: str) -> VolumeFile:
    """The pages of a TIFF file as sections; a single page of three dimensions is a volume itself."""
    try:
        import tifffile
    except ImportError:
        raise ImportError("reading TIFF volumes needs tifffile: pip install 'frenemy[volumes]'") from None
    size = os.path.getsize(path)
    try:
        file = tifffile.TiffFile(path)
    except tifffile.TiffFileError as error:
        raise ValueError(f"{path} is no TIFF file, or it is damaged: {error}") from None
    try:
        series = file.series[0]
        _check_whole(file, size, path)
        shape = tuple(n for n in series.shape if n > 1) or (1,)
        if len(series.shape) > 4 or len(shape) < 2:
            shape = series.shape
        voxel_size = _tiff_voxel_size(file)
        if series.dataoffset is not None:  # neither compressed nor in pieces
            data: Any = np.memmap(path, series.dtype.newbyteorder(file.byteorder), "r", series.dataoffset, shape)
            file.close()
            return VolumeFile(data, voxel_size)
        return VolumeFile(_paged(series, shape, path, tifffile.TiffFileError), voxel_size, file.close)
    except BaseException:
        file.close()
        raise


def _paged(series: Any, shape: tuple[int, ...], path: str, damaged: type[Exception]) -> Any:
    """Pages that are read one by one."""

    def read(z: int) -> npt.NDArray[Any]:
        try:
            found: npt.NDArray[Any] = np.asarray(series.pages[z].asarray())
        except (damaged, ValueError, RuntimeError, OSError) as error:
            raise ValueError(f"page {z} of {path} is damaged: {error}") from None
        return found

    first = read(0)
    if len(series.pages) == 1:
        return first.reshape(shape)
    if (len(series.pages), *first.shape) != shape:  # channels and z are both pages
        return np.asarray(series.asarray()).reshape(shape)
    return SectionStack(len(series.pages), first, read)


def _check_whole(file: Any, size: int, path: str) -> None:
    """All pages lie within the file. What follows the end of a truncated file would read as 0."""
    n_pages = len(file.pages)
    expected = file.series[0].shape
    for z in range(n_pages):
        page = file.pages[z]
        ends = [start + n for start, n in zip(page.dataoffsets, page.databytecounts, strict=True) if n]
        # ImageJ has one page for all sections of a large stack.
        end = max(ends, default=0)
        if n_pages == 1 and file.series[0].dataoffset is not None:
            end = file.series[0].dataoffset + file.series[0].nbytes
        if end > size:
            raise ValueError(f"{path} is truncated: page {z} of {expected} ends at byte {end:,} of {size:,}")


def _tiff_voxel_size(file: Any) -> tuple[float, float, float] | None:
    """ImageJ's spacing of sections, and the resolution of the pages, in the same unit."""
    metadata: dict[str, Any] = file.imagej_metadata or (file.shaped_metadata or ({},))[0]
    tags = file.pages[0].tags
    if "spacing" not in metadata or "XResolution" not in tags or "YResolution" not in tags:
        return None
    sides = [metadata["spacing"]]
    for name in ("YResolution", "XResolution"):
        numerator, denominator = tags[name].value
        if not numerator:
            return None
        sides.append(denominator / numerator)
    return voxel_size_of(sides)


def open_picture_folder(folder: str) -> VolumeFile:
    """The pictures of a folder as sections, in the order of the numbers in their names."""
    names = sorted((name for name in os.listdir(folder) if _is_picture(name)), key=_natural)
    if not names:
        raise ValueError(f"there is no picture in {folder}")

    def read(z: int) -> npt.NDArray[Any]:
        path = os.path.join(folder, names[z])
        picture = read_picture(path)
        if picture.ndim == 3 and picture.shape[2] > 2 and np.ptp(picture[..., :3], axis=2).any():
            raise ValueError(f"the pictures of a volume must be grey, got colors in {path}")
        return picture if picture.ndim == 2 else picture[..., 0]

    first = read(0)

    def checked(z: int) -> npt.NDArray[Any]:
        section = read(z)
        if section.shape != first.shape or section.dtype != first.dtype:
            raise ValueError(
                f"the pictures of a volume must have one size and type, got {first.shape} {first.dtype} in {names[0]} "
                f"and {section.shape} {section.dtype} in {names[z]}"
            )
        return section

    return VolumeFile(SectionStack(len(names), first, checked))


def _is_picture(name: str) -> bool:
    return os.path.splitext(name)[1].lower() in _PICTURES and not name.startswith(".")


def _natural(name: str) -> list[tuple[int, int, str]]:
    """Numbers in names in their order: 9 before 10."""
    parts = re.split(r"(\d+)", name)
    return [(0, int(part), "") if part.isdigit() else (1, 0, part) for part in parts]
