"""Write a volume to a file, whole or not at all."""

from __future__ import annotations

import os
import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import numpy.typing as npt

from frenemy.io.images.png import write_png
from frenemy.io.volumes.volume_file import VoxelSize
from frenemy.io.whole_files import file_written_whole

_TIFF, _HDF5, _ZARR, _NUMPY = (".tif", ".tiff"), (".h5", ".hdf5", ".hdf"), (".zarr",), (".npy",)
_CHUNK = 64  # voxels along each axis


def check_volume_name(path: str) -> None:
    """Raise a ValueError unless a volume can be written under this name."""
    kind = _kind(path)
    if kind not in (*_TIFF, *_HDF5, *_ZARR, *_NUMPY, ""):
        raise ValueError(f"a volume is written to .tif, .h5, .zarr, .npy or a folder of PNG files, got {path}")
    if kind in (*_ZARR, "") and os.path.exists(path):
        raise ValueError(f"{path} exists; remove it, or choose another name")
    _check_extra(kind)


def write_volume(path: str | os.PathLike[str], volume: Any, *, voxel_size: VoxelSize | None = None) -> None:
    """Write labels to TIFF, HDF5, OME-Zarr, ``.npy``, or a new folder of PNG files of 16 bits.

    The file appears when it is complete. Needs the extra ``volumes``.

    Parameters
    ----------
    path : path
        The extension says how: ``.tif``, ``.h5`` (dataset ``labels``), ``.zarr`` (OME-Zarr 0.4), ``.npy``; without an
        extension, a folder.
    volume : (Z, Y, X) or (Y, X)
        Any array that can be sliced; read 64 sections at a time.
    voxel_size : (z, y, x) float, optional
    """
    name = os.fspath(path).rstrip("/\\")
    check_volume_name(name)
    kind, data = _kind(name), _Sections(volume)
    if kind in (*_ZARR, ""):
        with _folder_written_whole(name) as temporary:
            (_write_zarr if kind else _write_pictures)(temporary, data, voxel_size)
        return
    with file_written_whole(name) as temporary:
        if kind in _TIFF:
            _write_tiff(temporary, data, voxel_size)
        elif kind in _HDF5:
            _write_hdf5(temporary, data, voxel_size)
        else:
            array = np.lib.format.open_memmap(temporary, "w+", data.dtype, data.shape)
            for at, sections in data:
                array[at] = sections
            array.flush()


class _Sections:
    """A volume in pieces of some sections; a picture is one piece."""

    def __init__(self, volume: Any) -> None:
        self.volume = volume
        self.shape, self.dtype = tuple(volume.shape), np.dtype(volume.dtype)
        if len(self.shape) not in (2, 3) or 0 in self.shape:
            raise ValueError(f"a volume must have voxels and the shape (z, y, x) or (y, x), got {self.shape}")

    def __iter__(self) -> Iterator[tuple[slice, npt.NDArray[Any]]]:
        step = self.shape[0] if len(self.shape) == 2 else _CHUNK
        for begin in range(0, self.shape[0], step):
            at = slice(begin, min(begin + step, self.shape[0]))
            yield at, np.ascontiguousarray(self.volume[at])

    def planes(self) -> Iterator[npt.NDArray[Any]]:
        for _, sections in self:
            yield from sections if sections.ndim == 3 else sections[None]


def _kind(path: str) -> str:
    return os.path.splitext(path.rstrip("/\\"))[1].lower()


def _check_extra(kind: str) -> None:
    modules = {"tifffile": _TIFF, "h5py": _HDF5, "zarr": _ZARR}
    for module, kinds in modules.items():
        if kind in kinds:
            try:
                __import__(module)
            except ImportError:
                raise ImportError(f"writing {kind} needs {module}: pip install 'frenemy[volumes]'") from None


def _write_tiff(path: str, data: _Sections, voxel_size: VoxelSize | None) -> None:
    import tifffile

    size = int(np.prod(data.shape)) * data.dtype.itemsize
    metadata: dict[str, Any] = {"axes": "ZYX"[-len(data.shape) :]}
    resolution = None
    if voxel_size is not None:
        metadata["spacing"] = voxel_size[0]
        resolution = (1.0 / voxel_size[2], 1.0 / voxel_size[1])
    tifffile.imwrite(
        path,
        data.planes() if min(data.shape[-2:]) > 1 else np.asarray(data.volume[:]),  # no planes of a single line
        shape=data.shape,
        dtype=data.dtype,
        bigtiff=size > 2**31,
        compression="zlib",
        photometric="minisblack",
        metadata=metadata,
        resolution=resolution,
    )


def _write_hdf5(path: str, data: _Sections, voxel_size: VoxelSize | None) -> None:
    import h5py

    with h5py.File(path, "w") as file:
        array = file.create_dataset("labels", data.shape, data.dtype, chunks=_chunks(data.shape), compression="gzip")
        if voxel_size is not None:
            array.attrs["resolution"] = voxel_size
        for at, sections in data:
            array[at] = sections


def _write_zarr(path: str, data: _Sections, voxel_size: VoxelSize | None) -> None:
    import zarr

    group = zarr.open_group(path, mode="w", zarr_format=2)
    array = group.create_array(
        "0",
        shape=data.shape,
        dtype=data.dtype,
        chunks=_chunks(data.shape),
        chunk_key_encoding={"name": "v2", "separator": "/"},
    )
    axes = "zyx"[-len(data.shape) :]
    scale = list(voxel_size or (1.0, 1.0, 1.0))[-len(data.shape) :]
    group.attrs["multiscales"] = [
        {
            "version": "0.4",
            "name": "labels",
            "axes": [{"name": axis, "type": "space"} for axis in axes],
            "datasets": [{"path": "0", "coordinateTransformations": [{"type": "scale", "scale": scale}]}],
        }
    ]
    group.attrs["image-label"] = {"version": "0.4"}
    for at, sections in data:
        array[at] = sections


def _write_pictures(folder: str, data: _Sections, _: VoxelSize | None) -> None:
    os.mkdir(folder)
    n_digits = len(str(data.shape[0] - 1)) if len(data.shape) == 3 else 1
    for z, plane in enumerate(data.planes()):
        if int(plane.max()) > 65535 or int(plane.min()) < 0:
            raise ValueError(
                f"PNG files hold labels in 0..65535, got {plane.max()} in section {z}; write .tif or .zarr"
            )
        write_png(os.path.join(folder, f"{z:0{n_digits}d}.png"), plane.astype(np.uint16))


def _chunks(shape: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(min(n, _CHUNK if len(shape) == 3 else 1024) for n in shape)


@contextmanager
def _folder_written_whole(path: str) -> Iterator[str]:
    """A temporary name beside a folder that does not exist yet; it is renamed when it is complete."""
    parent, name = os.path.split(os.path.abspath(path))
    temporary = os.path.join(parent, f".{secrets.token_hex(6)}.{name[-100:]}")
    try:
        yield temporary
        os.rename(temporary, path)
    finally:
        shutil.rmtree(temporary, ignore_errors=True)
