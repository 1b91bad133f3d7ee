"""Volumes in HDF5 and Zarr files."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from frenemy.io.volumes.volume_file import VolumeFile, VoxelSize, voxel_size_of

_DIMENSIONS = (2, 3, 4)
#: Where CREMI, ilastik and others keep the size of a voxel.
_SIZE_NAMES = ("resolution", "voxel_size", "element_size_um")


class StoredArray:
    """An array on disk whose damaged pieces are a ValueError that names the file."""

    def __init__(self, array: Any, path: str, is_damage: Callable[[Exception], bool]) -> None:
        self._array, self._path, self._is_damage = array, path, is_damage
        self.shape, self.dtype = tuple(array.shape), np.dtype(array.dtype)

    def __getitem__(self, place: Any) -> npt.NDArray[Any]:
        try:
            return np.asarray(self._array[place])
        except Exception as error:
            if not self._is_damage(error):
                raise
            raise ValueError(f"{self._path} is damaged: {error}") from None


def open_hdf5(path: str, key: str | None) -> VolumeFile:
    try:
        import h5py
    except ImportError:
        raise ImportError("reading HDF5 volumes needs h5py: pip install 'frenemy[volumes]'") from None
    try:
        file = h5py.File(path, "r")
    except OSError as error:
        raise ValueError(f"{path} is no HDF5 file, or it is damaged: {error}") from None
    try:
        found: dict[str, Any] = {}
        file.visititems(lambda name, item: found.update({name: item}) if isinstance(item, h5py.Dataset) else None)
        array = _chosen(found, key, path)
        size = next((array.attrs[name] for name in _SIZE_NAMES if name in array.attrs), None)
        stored = StoredArray(array, path, lambda error: isinstance(error, (OSError, RuntimeError)))
        return VolumeFile(stored, voxel_size_of(size), file.close)
    except BaseException:
        file.close()
        raise


def open_zarr(path: str, key: str | None) -> VolumeFile:
    """An array or a group of Zarr; of OME-Zarr, the largest scale."""
    try:
        import zarr
    except ImportError:
        raise ImportError("reading Zarr volumes needs zarr: pip install 'frenemy[volumes]'") from None
    try:
        root = zarr.open(path, mode="r")
    except Exception as error:  # of many kinds, by version and kind of damage
        raise ValueError(f"{path} is no Zarr file, or it is damaged: {error}") from None
    size: VoxelSize | None = None
    if isinstance(root, zarr.Array):
        array = root
    else:
        scales = _scales(root)
        if key is None and scales:
            key, size = scales
        arrays = {name: item for name, item in root.members(max_depth=None) if isinstance(item, zarr.Array)}
        array = _chosen(arrays, key, path)
    missing = array.nchunks - array.nchunks_initialized
    if missing:
        warnings.warn(
            f"{missing} of {array.nchunks} chunks of {path} are not stored; they read as {array.fill_value}",
            stacklevel=2,
        )
    size = size or voxel_size_of(next((array.attrs[name] for name in _SIZE_NAMES if name in array.attrs), None))
    return VolumeFile(StoredArray(array, path, lambda error: not isinstance(error, (MemoryError, IndexError))), size)


def _scales(group: Any) -> tuple[str, VoxelSize | None] | None:
    """The path and the voxel size of the largest scale of OME-Zarr, of versions 0.4 and 0.5."""
    attributes = dict(group.attrs)
    multiscales = attributes.get("ome", attributes).get("multiscales")
    try:
        largest = multiscales[0]["datasets"][0]
        scale = next((t["scale"] for t in largest.get("coordinateTransformations", ()) if t["type"] == "scale"), None)
        return str(largest["path"]), voxel_size_of(scale)
    except (TypeError, KeyError, IndexError):
        return None


def _chosen(arrays: dict[str, Any], key: str | None, path: str) -> Any:
    if key is not None:
        if key.strip("/") not in arrays:
            raise ValueError(f"there is no array {key} in {path}; it has {', '.join(sorted(arrays)) or 'none'}")
        return arrays[key.strip("/")]
    volumes = {name: array for name, array in arrays.items() if len(array.shape) in _DIMENSIONS}
    if len(volumes) != 1:
        found = ", ".join(sorted(volumes)) or "none"
        raise ValueError(f"{path} must hold one volume, or give its key; it has {found}")
    return next(iter(volumes.values()))
