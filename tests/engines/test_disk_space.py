"""A scratch folder whose disk is full."""

import errno

import numpy as np
import pytest
from faulty_tasks import Fail, Spoiled, labels_of
from small_disk import mounted, resize

import frenemy as fr
from frenemy.engines.executors.executor import SerialExecutor
from frenemy.engines.scratch.stored_arrays import new_array, open_array, save_array
from frenemy.io.disk_space import is_full

pytest.importorskip("pyarrow", reason="pyarrow is not installed")


@pytest.fixture
def small_disk(tmp_path):
    """A disk of 200 kB, and how to make it larger."""
    with mounted(tmp_path / "disk", "200k") as folder:
        yield folder, lambda: resize(folder, "50m")


def files_in(folder):
    return [one for one in folder.rglob("*") if one.is_file()]


def test_an_array_that_does_not_fit_is_told_and_gone(small_disk):
    folder, enlarge = small_disk
    with pytest.raises(OSError, match="no space left for .*a.npy of 800,000 bytes, .* are free") as caught:
        save_array(folder / "a.npy", np.zeros(100_000))
    assert is_full(caught.value)
    with pytest.raises(OSError, match="of 800,000 bytes"), new_array(folder / "b.npy", np.float64, 100_000) as array:
        array[:] = 1.0  # would end the process
    assert files_in(folder) == []
    enlarge()
    save_array(folder / "a.npy", np.arange(100_000.0))
    assert open_array(folder / "a.npy")[-1] == 99_999.0


@pytest.mark.usefixtures("small_budget", "quick_pool")
@pytest.mark.parametrize("client", [None, 2])
def test_a_run_goes_on_when_there_is_room(tmp_path, pairs, expected, small_disk, client):
    folder, enlarge = small_disk
    with pytest.raises(OSError, match="stage '.*': no space left for") as caught:
        fr.solve_dataset(pairs, tmp_path / "out", scratch=folder / "s", client=client)
    assert is_full(caught.value)
    assert f"Scratch {folder / 's'} has " in str(caught.value)
    assert "same scratch" in str(caught.value)
    assert [one for one in files_in(folder) if one.suffix == ".partial"] == []
    assert (folder / "s" / "done" / "ids").exists()
    enlarge()
    assert labels_of(fr.solve_dataset(pairs, tmp_path / "out", scratch=folder / "s", client=client)) == expected


@pytest.mark.usefixtures("small_budget")
def test_other_errors_of_the_system_stay_as_they_are(tmp_path, pairs):
    broken = Spoiled(SerialExecutor(), lambda _stage, _tasks: [Fail(OSError(errno.EIO, "the disk is broken"))])
    with pytest.raises(OSError, match=r"^\[Errno 5\] the disk is broken$"):
        fr.solve_dataset(pairs, tmp_path / "out", scratch=tmp_path / "s", client=broken)


@pytest.mark.usefixtures("small_budget")
def test_where_no_small_disk_can_be_made(tmp_path, pairs, expected):
    def fill(stage, tasks):
        return [*tasks[:-1], Fail(OSError(errno.ENOSPC, "No space left on device"))] if stage == "solve" else tasks

    with pytest.raises(OSError, match="stage 'solve': No space left on device. Scratch") as caught:
        fr.solve_dataset(pairs, tmp_path / "out", scratch=tmp_path / "s", client=Spoiled(SerialExecutor(), fill))
    assert is_full(caught.value)
    assert labels_of(fr.solve_dataset(pairs, tmp_path / "out", scratch=tmp_path / "s")) == expected
