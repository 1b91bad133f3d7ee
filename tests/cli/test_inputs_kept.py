"""No command writes over a file that it reads, whatever the file is called."""

import os
import subprocess
import sys

import pytest

SIGNED = (
    "cluster",
    "pairs.csv",
    "--must-link",
    "must.csv",
    "--cannot-link",
    "cannot.csv",
    "--one-per-group",
    "g.csv:source",
)
TABLE = (
    *("cluster", "table.csv", "--must-link", "must.csv", "--cannot-link", "cannot.csv", "--nodes", "nodes.csv"),
    *(
        "--labeled",
        "labeled.csv",
        "--calibration",
        "platt",
        "--decisions",
        "decisions.csv",
        "--previous",
        "previous.csv",
    ),
)


@pytest.fixture
def files(tmp_path):
    contents = {
        "pairs.csv": "ann,bob,2\nbob,carl,1\n",
        "must.csv": "id_1,id_2\nann,bob\n",
        "cannot.csv": "id_1,id_2\nann,carl\n",
        "g.csv": "id,town,source\nann,Rome,x\nbob,Rome,y\n",
        "table.csv": "id_1,id_2,probability\nann,bob,0.9\nbob,carl,0.2\n",
        "nodes.csv": "id\nann\nbob\ncarl\n",
        "labeled.csv": "id_1,id_2,probability,is_match\nann,bob,0.9,true\n",
        "decisions.csv": "id_1,id_2,decision\nann,bob,same\n",
        "previous.csv": "id,cluster_id\nann,3\n",
        "photo.png": "a picture",
        "strokes.json": '{"strokes": []}',
    }
    for name, content in contents.items():
        (tmp_path / name).write_text(content)
        os.symlink(name, tmp_path / f"link_to_{name}")
        os.link(tmp_path / name, tmp_path / f"hard_{name}")
    return contents


def refused(done, option, name, read):
    assert (done.returncode, done.stdout) == (1, ""), done
    assert done.stderr.count("\n") == 1, done
    assert f"{option} would overwrite {name}, which is read as {read}" in done.stderr


def check(frenemy_here, tmp_path, files, arguments, option, name, read):
    for output in (name, f"link_to_{name}", f"hard_{name}", f"../{tmp_path.name}/{name}"):
        refused(frenemy_here(*arguments, option, output), "--output" if option == "-o" else option, name, read)
    assert {name: (tmp_path / name).read_text() for name in files} == files


@pytest.mark.parametrize(
    ("name", "read"),
    [
        ("pairs.csv", "INPUT"),
        ("must.csv", "--must-link"),
        ("cannot.csv", "--cannot-link"),
        ("g.csv", "--one-per-group"),
    ],
)
def test_signed_pairs(frenemy_here, tmp_path, files, name, read):
    check(frenemy_here, tmp_path, files, SIGNED, "-o", name, read)


@pytest.mark.parametrize(
    ("name", "read"),
    [
        ("table.csv", "INPUT"),
        *((f"{name}.csv", f"--{name}") for name in ("nodes", "labeled", "decisions", "previous")),
        ("must.csv", "--must-link"),
        ("cannot.csv", "--cannot-link"),
    ],
)
def test_tables(frenemy_here, tmp_path, files, name, read):
    pytest.importorskip("pyarrow")
    check(frenemy_here, tmp_path, files, TABLE, "-o", name, read)
    for option in ("--changes", "--review"):
        check(frenemy_here, tmp_path, files, (*TABLE, "-o", "new.csv"), option, name, read)
    assert not (tmp_path / "new.csv").exists()


@pytest.mark.parametrize(
    ("option", "name", "read"),
    [
        ("--overlay", "photo.png", "PICTURE"),
        ("--coco", "strokes.json", "STROKES"),
        ("--geojson", "strokes.json", "STROKES"),
    ],
)
def test_pictures(frenemy_here, tmp_path, files, option, name, read):
    check(frenemy_here, tmp_path, files, ("segment", "photo.png", "strokes.json"), option, name, read)


def test_standard_input_from_the_output(tmp_path, files):
    for name in ("pairs.csv", "link_to_pairs.csv", "hard_pairs.csv"):
        with open(tmp_path / "pairs.csv") as file:
            done = subprocess.run(
                [sys.executable, "-m", "frenemy", "cluster", "-", "-o", name],
                stdin=file,
                capture_output=True,
                text=True,
                cwd=tmp_path,
            )
        assert done.returncode == 1
        assert "--output would overwrite the file on standard input, which is read as INPUT" in done.stderr
    assert (tmp_path / "pairs.csv").read_text() == files["pairs.csv"]


@pytest.mark.parametrize("output", ["big", "big/labels", "link/labels", "big/inner/labels"])
@pytest.mark.parametrize("given", ["big", "link", "./big/", "big/**/*.parquet"])
def test_datasets(frenemy_here, tmp_path, output, given):
    (tmp_path / "big").mkdir()
    (tmp_path / "big" / "pairs.parquet").write_bytes(b"PAR1")
    os.symlink("big", tmp_path / "link")
    done = frenemy_here("cluster", given, "-o", output)
    assert done.returncode == 1
    assert "read as INPUT" in done.stderr
    assert sorted(os.listdir(tmp_path / "big")) == ["pairs.parquet"]


def test_photos(frenemy_here, tmp_path):
    (tmp_path / "photos").mkdir()
    (tmp_path / "people").mkdir()
    (tmp_path / "photos" / "a.jpg").write_bytes(b"a photo")
    for name in ("people.csv", "people.html", "skipped.csv", "corrections.json", "faces.sqlite", "undo.json"):
        for photos in ("photos", "photos/a.jpg"):
            os.symlink("../photos/a.jpg", tmp_path / "people" / name)
            done = frenemy_here("faces", photos, "-o", "people")
            assert done.returncode == 1
            assert f"people/{name}" in done.stderr
            assert "read as PHOTOS" in done.stderr
            os.unlink(tmp_path / "people" / name)
    assert (tmp_path / "photos" / "a.jpg").read_bytes() == b"a photo"
