"""Files are written whole, or not at all."""

import os

import pytest

from frenemy.io.whole_files import file_written_whole


def write(path, content):
    with file_written_whole(str(path)) as beside:
        assert os.path.splitext(beside)[1] == os.path.splitext(path)[1]
        with open(beside, "w", encoding="utf-8") as file:
            file.write(content)


def test_what_is_written_beside_comes_to_its_place(tmp_path):
    write(tmp_path / "a.csv.gz", "new")
    assert (tmp_path / "a.csv.gz").read_text() == "new"
    write(tmp_path / "a.csv.gz", "newer")
    assert os.listdir(tmp_path) == ["a.csv.gz"]
    assert (tmp_path / "a.csv.gz").read_text() == "newer"


def test_an_interrupt_leaves_what_was_there(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text("old")

    def interrupted():
        with file_written_whole(str(path)) as beside:
            with open(beside, "w", encoding="utf-8") as file:
                file.write("half")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert path.read_text() == "old"
    assert os.listdir(tmp_path) == ["a.csv"]


@pytest.mark.skipif(os.name == "nt", reason="links and modes are of POSIX systems")
def test_links_and_modes_stay(tmp_path):
    (tmp_path / "real.csv").write_text("old")
    (tmp_path / "real.csv").chmod(0o640)
    (tmp_path / "link.csv").symlink_to("real.csv")
    write(tmp_path / "link.csv", "new")
    assert (tmp_path / "link.csv").is_symlink()
    assert (tmp_path / "real.csv").read_text() == "new"
    assert (tmp_path / "real.csv").stat().st_mode & 0o777 == 0o640


@pytest.mark.skipif(not os.path.exists("/dev/null"), reason="needs a device")
def test_a_device_is_not_replaced():
    with file_written_whole("/dev/null") as beside:
        assert beside == "/dev/null"
