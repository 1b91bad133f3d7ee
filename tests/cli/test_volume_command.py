"""``frenemy volume``."""

import json

import numpy as np
import pytest

from frenemy.affinity.volume import cell_volume
from frenemy.io import open_volume, write_volume

pytest.importorskip("tifffile")

CELLS = cell_volume((16, 32, 40), cell_size=14, broken=0.1, seed=1)


@pytest.fixture
def stack(tmp_path):
    write_volume(tmp_path / "stack.tif", (CELLS.boundaries * 255).astype(np.uint8), voxel_size=(2, 1, 1))
    write_volume(tmp_path / "truth.npy", CELLS.truth)
    return tmp_path


def test_labels_scores_and_a_summary(frenemy_here, stack):
    done = frenemy_here("volume", "stack.tif", "-o", "labels.tif", "--truth", "truth.npy", "--json")
    assert done.returncode == 0, done.stderr
    summary = json.loads(done.stdout)
    assert summary["shape"] == [16, 32, 40]
    assert summary["voxel_size"] == pytest.approx([2, 1, 1])
    assert summary["scores"]["adapted_rand_error"] < 0.2
    with open_volume(stack / "labels.tif") as labels:
        assert np.asarray(labels.data[:]).max() == summary["n_cells"]
    assert "16 x 32 x 40 voxels" in done.stderr
    assert "labels written to labels.tif" in done.stderr


def test_affinities(frenemy_here, stack):
    np.save(stack / "a.npy", 1 - np.stack([CELLS.boundaries] * 3))
    done = frenemy_here("volume", "a.npy", "-o", "b.npy", "--offsets", "[[-1,0,0],[0,-1,0],[0,0,-1]]", "-q")
    assert (done.returncode, done.stderr) == (0, "")
    assert np.load(stack / "b.npy").shape == (16, 32, 40)


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (("stack.tif", "-o", "stack.tif"), 1, "would overwrite stack.tif"),
        (("stack.tif", "-o", "labels.txt"), 1, "a volume is written to"),
        (("nothing.tif", "-o", "labels.npy"), 1, "nothing.tif: No such file or directory"),
        (("stack.tif", "-o", "labels.npy", "--offsets", "3"), 2, "--offsets"),
        (("stack.tif", "-o", "labels.npy", "--voxel-size", "a,b"), 2, "--voxel-size"),
        (("stack.tif", "-o", "labels.npy", "--voxel-size", "1,2"), 0, "labels written"),
        (("stack.tif", "-o", "labels.npy", "--threshold", "2"), 2, "threshold must be above 0"),
        (("stack.tif", "-o", "labels.npy", "--truth", "stack.tif", "--key", "a"), 0, "adapted Rand error"),
    ],
)
@pytest.mark.usefixtures("stack")
def test_usage(frenemy_here, arguments, code, message):
    done = frenemy_here("volume", *arguments)
    assert message in done.stderr
    assert done.returncode == code
