"""Open the volume in a file or a folder."""

from __future__ import annotations

import os
import zipfile

import numpy as np

from frenemy.io.volumes.array_stores import open_hdf5, open_zarr
from frenemy.io.volumes.stacks import open_picture_folder, open_tiff
from frenemy.io.volumes.volume_file import VolumeFile


def open_volume(path: str | os.PathLike[str], *, key: str | None = None) -> VolumeFile:
    """Open a volume: TIFF, a folder of pictures, HDF5, Zarr, OME-Zarr or ``.npy``. Voxels are read when asked for.

    Needs the extra ``volumes``, for pictures ``images``.

    Parameters
    ----------
    path : path
        ``.tif``, ``.tiff``; a folder of PNG or other pictures, one section each, in the order of the numbers in their
        names; ``.h5``, ``.hdf5``, ``.hdf``; a ``.zarr`` folder; ``.npy``.
    key : str, optional
        The array inside an HDF5 or Zarr file, such as ``"volumes/boundaries"``. Not needed if there is only one, and
        for OME-Zarr, where it is the largest scale.

    Raises
    ------
    OSError
        If it cannot be opened.
    ValueError
        If it is damaged or not a volume.

    Examples
    --------
    >>> import os, tempfile
    >>> import numpy as np, frenemy as fr
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = os.path.join(folder, "labels.npy")
    ...     fr.io.write_volume(path, np.ones((4, 5, 6), np.int32))
    ...     with fr.io.open_volume(path) as volume:
    ...         print(volume.data.shape, volume.data[0, :2, :2].tolist())
    (4, 5, 6) [[1, 1], [1, 1]]
    """
    name = os.fspath(path)
    kind = os.path.splitext(name.rstrip("/\\"))[1].lower()
    if not os.path.exists(name):
        raise FileNotFoundError(2, os.strerror(2), name)
    if os.path.isdir(name):
        return open_zarr(name, key) if kind == ".zarr" or _is_zarr(name) else open_picture_folder(name)
    if kind in (".tif", ".tiff"):
        return open_tiff(name)
    if kind in (".h5", ".hdf5", ".hdf"):
        return open_hdf5(name, key)
    if kind == ".npy":
        return _open_numpy(name)
    raise ValueError(f"a volume must be .tif, .h5, .zarr, .npy or a folder of pictures, got {name}")


def _is_zarr(folder: str) -> bool:
    return any(os.path.exists(os.path.join(folder, name)) for name in (".zarray", ".zgroup", "zarr.json"))


def _open_numpy(path: str) -> VolumeFile:
    try:
        array = np.load(path, mmap_mode="r", allow_pickle=False)
    except (ValueError, EOFError, zipfile.BadZipFile) as error:
        raise ValueError(f"{path} is no array of NumPy, or it is damaged: {error}") from None
    if not isinstance(array, np.ndarray):
        raise ValueError(f"{path} holds several arrays; save one as .npy")
    return VolumeFile(array)
