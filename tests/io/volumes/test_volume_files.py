"""Volumes written and read back, and files that are damaged."""

import os
import re
import warnings

import numpy as np
import pytest

from frenemy.io import open_volume, write_png, write_volume

tifffile = pytest.importorskip("tifffile")
h5py = pytest.importorskip("h5py")
zarr = pytest.importorskip("zarr")

RNG = np.random.default_rng(0)
LABELS = RNG.integers(0, 60_000, (70, 20, 30)).astype(np.int32)
SIZE = (40.0, 4.0, 4.5)
NAMES = ("labels.tif", "labels.h5", "labels.zarr", "labels.npy", "sections")


def read(path, **arguments):
    with open_volume(path, **arguments) as volume:
        return np.asarray(volume.data[:]), volume.voxel_size


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("shape", [(70, 20, 30), (1, 20, 30), (70, 1, 1), (1, 1, 1)])
def test_what_is_written_is_read(tmp_path, name, shape):
    volume = LABELS[: shape[0], : shape[1], : shape[2]]
    path = tmp_path / name
    write_volume(path, volume, voxel_size=SIZE)
    found, size = read(path)
    assert found.reshape(shape).tolist() == volume.tolist()
    if not name.endswith((".npy", "sections")):
        assert size == pytest.approx(SIZE, rel=1e-4)
    assert os.listdir(tmp_path) == [name]


@pytest.mark.parametrize("name", NAMES)
def test_pictures(tmp_path, name):
    write_volume(tmp_path / name, LABELS[0])
    assert read(tmp_path / name)[0].reshape(20, 30).tolist() == LABELS[0].tolist()


@pytest.mark.parametrize("name", NAMES)
def test_pieces_are_read_alone(tmp_path, name):
    write_volume(tmp_path / name, LABELS)
    with open_volume(tmp_path / name) as volume:
        assert volume.data.shape == LABELS.shape
        found = volume.data[3:9, 5:7, 2:30]
    assert np.asarray(found).tolist() == LABELS[3:9, 5:7, 2:30].tolist()


@pytest.mark.parametrize("compression", [None, "zlib"])
@pytest.mark.parametrize("dtype", [np.uint8, np.float32])
def test_tiff_files_of_others(tmp_path, compression, dtype):
    volume = LABELS[:5].astype(dtype)
    tifffile.imwrite(tmp_path / "a.tif", volume, compression=compression, photometric="minisblack")
    assert read(tmp_path / "a.tif")[0].tolist() == volume.tolist()
    tifffile.imwrite(tmp_path / "b.tif", volume.astype(np.uint8), imagej=True, metadata={"spacing": 40.0})
    assert read(tmp_path / "b.tif")[0].tolist() == volume.astype(np.uint8).tolist()


def test_ome_zarr_and_keys(tmp_path):
    group = zarr.open_group(tmp_path / "a.zarr", mode="w")
    for name in ("raw", "deep/boundaries"):
        group.create_array(name, shape=(4, 5, 6), chunks=(2, 5, 6), dtype="f4")[:] = len(name)
    with pytest.raises(ValueError, match="must hold one volume, or give its key; it has deep/boundaries, raw"):
        open_volume(tmp_path / "a.zarr")
    assert read(tmp_path / "a.zarr", key="deep/boundaries")[0][0, 0, 0] == len("deep/boundaries")
    with pytest.raises(ValueError, match="there is no array nothing in"):
        open_volume(tmp_path / "a.zarr", key="nothing")
    scale = {"coordinateTransformations": [{"type": "scale", "scale": [40, 4, 4]}], "path": "raw"}
    group.attrs["ome"] = {"version": "0.5", "multiscales": [{"datasets": [scale]}]}
    assert read(tmp_path / "a.zarr")[1] == (40, 4, 4)


def test_hdf5_keys_and_sizes(tmp_path):
    with h5py.File(tmp_path / "a.h5", "w") as file:
        file["volumes/raw"] = LABELS
        file["volumes/raw"].attrs["resolution"] = SIZE
        file["annotations/ids"] = np.arange(5)
    found, size = read(tmp_path / "a.h5")
    assert (found.shape, size) == (LABELS.shape, SIZE)
    assert read(tmp_path / "a.h5", key="/volumes/raw")[0].shape == LABELS.shape


def test_sections_are_in_the_order_of_their_numbers(tmp_path):
    for z in (9, 10, 100):
        write_png(tmp_path / f"s{z}.png", np.full((3, 4), z, np.uint8))
    assert read(tmp_path)[0][:, 0, 0].tolist() == [9, 10, 100]


def test_missing_chunks_are_reported(tmp_path):
    write_volume(tmp_path / "a.zarr", LABELS + 1)
    os.remove(tmp_path / "a.zarr" / "0" / "1" / "0" / "0")
    with pytest.warns(UserWarning, match=r"1 of 2 chunks of .*a.zarr are not stored; they read as 0"):
        volume = open_volume(tmp_path / "a.zarr")
    assert not volume.data[64:].any()


@pytest.mark.parametrize("name", ["a.tif", "b.tif", "a.h5", "a.npy"])
def test_truncated_files(tmp_path, name):
    path = tmp_path / name
    if name == "b.tif":
        tifffile.imwrite(path, LABELS)  # without compression
    else:
        write_volume(path, LABELS)
    whole = path.read_bytes()
    for share in (0.0, 0.01, 0.5, 0.9, 0.999):
        path.write_bytes(whole[: int(len(whole) * share)])
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            if share > 0.9 and name == "b.tif":  # the end is a table that reading does without
                assert read(path)[0].tolist() == LABELS.tolist()
                continue
            with pytest.raises(ValueError, match=re.escape(str(path))):
                read(path)


def test_a_damaged_chunk(tmp_path):
    write_volume(tmp_path / "a.zarr", LABELS)
    (tmp_path / "a.zarr" / "0" / "0" / "0" / "0").write_bytes(b"nonsense")
    with pytest.raises(ValueError, match="a.zarr is damaged"):
        read(tmp_path / "a.zarr")
    (tmp_path / "b.zarr").mkdir()
    with pytest.raises(ValueError, match="b.zarr is no Zarr file"):
        open_volume(tmp_path / "b.zarr")


def test_sections_must_match(tmp_path):
    write_png(tmp_path / "0.png", np.zeros((3, 4), np.uint8))
    write_png(tmp_path / "1.png", np.zeros((3, 5), np.uint8))
    with pytest.raises(ValueError, match=r"one size and type, got \(3, 4\) uint8 in 0.png and \(3, 5\) uint8 in 1.png"):
        read(tmp_path)
    write_png(tmp_path / "1.png", np.arange(36, dtype=np.uint8).reshape(3, 4, 3))
    with pytest.raises(ValueError, match="must be grey, got colors in"):
        read(tmp_path)


def test_names_that_say_nothing(tmp_path):
    (tmp_path / "a.txt").write_text("1")
    with pytest.raises(ValueError, match="a volume must be"):
        open_volume(tmp_path / "a.txt")
    with pytest.raises(ValueError, match="a volume is written to"):
        write_volume(tmp_path / "b.txt", LABELS)
    with pytest.raises(FileNotFoundError):
        open_volume(tmp_path / "nothing.tif")
    (tmp_path / "empty").mkdir()
    with pytest.raises(ValueError, match="there is no picture in"):
        open_volume(tmp_path / "empty")
    with pytest.raises(ValueError, match="exists; remove it"):
        write_volume(tmp_path / "empty", LABELS)


@pytest.mark.parametrize("name", NAMES)
def test_a_failed_write_leaves_nothing(tmp_path, name):
    class Broken:
        shape, dtype = (3, 4, 5), np.dtype(np.int32)

        def __getitem__(self, place):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_volume(tmp_path / name, Broken())
    assert os.listdir(tmp_path) == []


def test_labels_too_large_for_png(tmp_path):
    with pytest.raises(ValueError, match=r"hold labels in 0..65535, got 70000 in section 0"):
        write_volume(tmp_path / "sections", np.full((2, 3, 4), 70_000))
