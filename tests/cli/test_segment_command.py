"""``frenemy segment`` as a user meets it."""

import json
import os
import re
import signal
import subprocess
import sys
import time

import numpy as np
import pytest
from terminal import shown_on_a_terminal

import frenemy as fr
from frenemy.affinity.image import Stroke
from frenemy.io import read_label_map, read_picture, write_png, write_strokes

pytest.importorskip("PIL")

# Two fields that meet at x = 29.5, and a spot in the left one.
STROKES = [Stroke([[29.5, 4], [29.5, 35]])]


@pytest.fixture(autouse=True)
def photo(tmp_path):
    pixels = np.zeros((40, 60, 3), np.uint8)
    pixels[:, :30] = (200, 60, 40)
    pixels[:, 30:] = (30, 90, 180)
    write_png(tmp_path / "photo.png", pixels)
    write_strokes(tmp_path / "strokes.json", STROKES, pixels.shape)
    return tmp_path / "photo.png"


def files_in(folder):
    return sorted(path.name for path in folder.iterdir())


def test_labels_overlay_coco_geojson_and_arrays(frenemy, tmp_path):
    outputs = ("-o", "labels.png", "--overlay", "overlay.png", "--coco", "objects.json")
    more = ("--geojson", "objects.geojson", "--npz", "labels.npz")
    done = frenemy("segment", "photo.png", "strokes.json", *outputs, *more)
    assert (done.returncode, done.stdout) == (0, ""), done.stderr
    labels = read_label_map(tmp_path / "labels.png")
    assert labels.shape == (40, 60)
    assert labels[20, 5] != labels[20, 55]
    for name in ("objects.json", "objects.geojson", "labels.npz"):
        assert np.array_equal(read_label_map(tmp_path / name), labels)
    assert read_picture(tmp_path / "overlay.png").shape == (40, 60, 3)
    assert json.loads((tmp_path / "objects.json").read_text())["images"][0]["file_name"] == "photo.png"
    assert "photo.png: 60 x 40 pixels, 1 stroke\n" in done.stderr
    assert re.search(r"2 objects of 1,200, 1,200 pixels\n", done.stderr)
    assert re.search(r", \d+\.\d\d s in all \(", done.stderr)
    assert "label map written to labels.png\n" in done.stderr
    assert "looks black" not in done.stderr  # there is an overlay to look at
    assert "\x1b" not in done.stderr  # no live line where there is no terminal
    written = {"labels.png", "overlay.png", "objects.json", "objects.geojson", "labels.npz"}
    assert set(files_in(tmp_path)) == written | {"photo.png", "strokes.json"}


def test_names_and_classes_of_the_file_go_into_all_outputs(frenemy_here, tmp_path):
    names = [{"at": [10, 20], "name": "Tom <b>", "class": "cat"}, {"at": [50, 20], "class": "dog"}]
    classes = [{"name": "dog", "color": "#0000ff"}, {"name": "cat", "color": "#ff0000"}]
    write_strokes(tmp_path / "named.json", STROKES, (40, 60), names=names, classes=classes)
    outputs = ("-o", "labels.png", "--names", "names.json", "--coco", "coco.json", "--overlay", "overlay.png")
    done = frenemy_here("segment", "photo.png", "named.json", *outputs, "--color-by", "class", "--json", "-q")
    assert done.returncode == 0, done.stderr
    assert [(one["name"], one["class"]) for one in json.loads(done.stdout)["objects"]] == [
        ("Tom <b>", "cat"),
        ("", "dog"),
    ]
    table = json.loads((tmp_path / "names.json").read_text())
    labels = read_label_map(tmp_path / "labels.png")
    assert {one["label"]: one["class"] for one in table["objects"]} == {labels[20, 5]: "cat", labels[20, 55]: "dog"}
    coco = json.loads((tmp_path / "coco.json").read_text())
    assert [one["name"] for one in coco["categories"]] == ["dog", "cat"]
    assert [one["category_id"] for one in coco["annotations"]] == [2, 1]
    red, _, blue = read_picture(tmp_path / "overlay.png")[2, 2].tolist()
    assert red > 200
    assert blue < 60
    named = json.loads((tmp_path / "named.json").read_text())
    (tmp_path / "odd.json").write_text(json.dumps(named | {"names": [{"at": [1, 2], "name": "a" * 10_000}]}))
    done = frenemy_here("segment", "photo.png", "odd.json", "-o", "other.png")
    assert done.returncode == 1
    assert "odd.json: name 0: name has 10,000 characters, at most 200 are allowed" in done.stderr
    merged = {"merges": [[[10, 20], [50, 20]]]}
    (tmp_path / "merged.json").write_text(json.dumps(named | merged))
    done = frenemy_here("segment", "photo.png", "merged.json", "--json", "-q")
    assert json.loads(done.stdout)["n_objects"] == 1


def test_strokes_as_a_drawing(frenemy_here, tmp_path):
    drawing = np.zeros((40, 60, 4), np.uint8)
    drawing[4:36, 29:31] = (255, 0, 0, 255)
    write_png(tmp_path / "strokes.png", drawing)
    done = frenemy_here("segment", "photo.png", "strokes.png", "-o", "labels.npz")
    assert done.returncode == 0, done.stderr
    assert "1 stroke\n" in done.stderr
    assert len(np.unique(read_label_map(tmp_path / "labels.npz"))) == 2


def test_json_summary_without_files(frenemy_here, tmp_path):
    done = frenemy_here("segment", "photo.png", "strokes.json", "--json", "-q", "--seed", "3")
    assert (done.returncode, done.stderr) == (0, "")
    summary = json.loads(done.stdout)
    assert summary["n_objects"] == len(summary["objects"]) == 2
    assert sum(one["area"] for one in summary["objects"]) == 40 * 60
    assert (summary["width"], summary["height"], summary["seed"], summary["recipe"]) == (60, 40, 3, "default")
    assert summary["output"] is summary["overlay"] is None
    assert files_in(tmp_path) == ["photo.png", "strokes.json"]


def test_without_strokes(frenemy_here, tmp_path):
    done = frenemy_here("segment", "photo.png", "-o", "labels.png")
    assert done.returncode == 0, done.stderr
    assert "0 strokes" in done.stderr
    assert (tmp_path / "labels.png").exists()


def test_a_label_map_alone_comes_with_a_hint_how_to_look_at_it(frenemy_here):
    done = frenemy_here("segment", "photo.png", "strokes.json", "-o", "labels.png")
    assert "a label map looks black, as its greys are numbers of objects; --overlay draws them\n" in done.stderr


def test_merge_and_width(frenemy_here):
    done = frenemy_here("segment", "photo.png", "strokes.json", "--merge", "5,20:55,20", "--width", "7", "--json", "-q")
    assert json.loads(done.stdout)["n_objects"] == 1


def test_joins_of_the_file(frenemy_here, tmp_path):
    joins = [[[10, 20], [50, 22]], [[-9, -9], [-5, -5]]]
    write_strokes(tmp_path / "joined.json", STROKES, (40, 60), joins=joins)
    done = frenemy_here("segment", "photo.png", "joined.json", "-o", "labels.png", "--json", "--width", "4")
    assert done.returncode == 0, done.stderr
    summary = json.loads(done.stdout)
    assert (summary["n_objects"], summary["n_joins"], summary["n_joins_ignored"]) == (1, 2, 1)
    assert "photo.png: 60 x 40 pixels, 1 stroke, 2 joins\n" in done.stderr
    assert "1 join had no effect" in done.stderr
    (tmp_path / "wrong.json").write_text('{"strokes": [], "joins": [[[1, 2], [3, null]]]}')
    done = frenemy_here("segment", "photo.png", "wrong.json", "-o", "other.png")
    assert done.returncode == 1
    assert "wrong.json: join 0, point 1: must be two finite numbers, got [3, null]" in done.stderr


def test_masks_of_the_file(frenemy_here, tmp_path):
    pixels = np.zeros((40, 60), bool)
    pixels[5:15, 20:40] = True
    masks = [fr.Mask(pixels, (5, 30)), fr.Mask(~pixels[::-1] & pixels), fr.Mask(pixels[:, ::-1], (5, 30), "eraser")]
    write_strokes(tmp_path / "painted.json", STROKES, (40, 60), masks=masks)
    done = frenemy_here("segment", "photo.png", "painted.json", "-o", "labels.npz", "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["n_masks"] == 3
    assert "photo.png: 60 x 40 pixels, 1 stroke, 3 masks\n" in done.stderr
    expected = fr.segment(read_picture(tmp_path / "photo.png"), STROKES, masks=masks).labels
    assert np.array_equal(read_label_map(tmp_path / "labels.npz"), expected)
    write_strokes(tmp_path / "other.json", STROKES, masks=[fr.Mask(pixels[:, 1:])])
    done = frenemy_here("segment", "photo.png", "other.json", "-o", "other.png")
    assert done.returncode == 1
    assert "other.json: mask 0: is for a picture of 59 x 40 pixels, but this one has 60 x 40" in done.stderr


def test_pipes(frenemy, photo):
    done = frenemy("segment", "-", "strokes.json", "--json", stdin=photo.read_bytes())
    assert json.loads(done.stdout)["n_objects"] == 2
    assert b"standard input: 60 x 40 pixels" in done.stderr
    done = frenemy("segment", "-", "-", "--json", stdin=photo.read_bytes())
    assert done.returncode == 1
    assert b"standard input holds one file" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "no output: give a file, as in -o labels.png"),
        (("-o", "labels.bmp"), "the extension must be one of .png, .npz, .json, .geojson"),
        (("-o", "-"), "give a file"),
        (("--overlay", "o.jpg"), "the extension must be .png, got o.jpg"),
        (("--coco", "o.txt"), "the extension must be .json, got o.txt"),
        (("--geojson", "o.png"), "the extension must be .geojson or .json"),
        (("--npz", "o.png"), "the extension must be .npz"),
        (("-o", "l.png", "--merge", "1,2"), "expected two points as in 120,80:300,95, got '1,2'"),
        (("-o", "l.png", "--merge", "1,2:nan,3"), "expected two points"),
        (("-o", "l.png", "--width", "0"), "must be above 0, got 0"),
        (("-o", "l.png", "--seconds", "-1"), "--seconds"),
        (("-o", "l.png", "--recipe", "cake"), "--recipe"),
        (("-o", "l.png", "--frame", "-1"), "--frame"),
    ],
)
def test_usage_errors_exit_2(frenemy_here, tmp_path, arguments, message):
    done = frenemy_here("segment", "photo.png", "strokes.json", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert message in " ".join(done.stderr.replace("│", " ").split())
    assert "Traceback" not in done.stderr
    assert files_in(tmp_path) == ["photo.png", "strokes.json"]


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("strokes.json", b"[[[1, 2], [1]]]", "strokes.json: stroke 0, point 1: must be two finite numbers, got [1]"),
        ("strokes.json", b'{"strokes": [], "width": 6, "height": 4}', "6 x 4 pixels, but this one has 60 x 40"),
        ("strokes.json", b"", "strokes.json: is empty"),
        ("photo.png", b"", "photo.png: is empty"),
        ("photo.png", b"hello", "photo.png: is not a picture"),
        ("photo.png", b"\x89PNG\r\n\x1a\n", "photo.png: is damaged or cut short"),
    ],
)
def test_bad_data_exits_1_with_one_line(frenemy_here, tmp_path, name, content, message):
    (tmp_path / name).write_bytes(content)
    done = frenemy_here("segment", "photo.png", "strokes.json", "-o", "labels.png")
    assert (done.returncode, done.stdout) == (1, "")
    assert message in done.stderr
    assert done.stderr.startswith("error: ")
    assert done.stderr.count("\n") == 1
    assert files_in(tmp_path) == ["photo.png", "strokes.json"]


def test_missing_files(frenemy_here):
    done = frenemy_here("segment", "none.png", "-o", "l.png")
    assert (done.returncode, done.stderr) == (1, "error: none.png: No such file or directory\n")
    done = frenemy_here("segment", "photo.png", "none.json", "-o", "l.png")
    assert (done.returncode, done.stderr) == (1, "error: none.json: No such file or directory\n")
    done = frenemy_here("segment", "photo.png", "strokes.json", "-o", "none/l.png")
    assert (done.returncode, done.stderr) == (1, "error: cannot write to none/l.png: there is no folder none\n")


def test_a_merge_outside_of_the_picture(frenemy_here):
    done = frenemy_here("segment", "photo.png", "-o", "l.png", "--merge", "5,20:500,20")
    assert done.returncode == 1
    assert "error: merge 0: must be within the picture of 60 x 40 pixels, got (500" in done.stderr


def test_inputs_are_never_overwritten(frenemy_here, photo, tmp_path):
    before = photo.read_bytes()
    (tmp_path / "link.png").symlink_to(photo)
    for name in ("photo.png", "link.png", "./photo.png"):
        done = frenemy_here("segment", "photo.png", "strokes.json", "-o", name)
        assert done.returncode == 1
        assert "would overwrite photo.png, which is read" in done.stderr
    done = frenemy_here("segment", "photo.png", "strokes.json", "--coco", "strokes.json")
    assert "would overwrite strokes.json, which is read" in done.stderr
    done = frenemy_here("segment", "photo.png", "strokes.json", "-o", "x.png", "--overlay", "./x.png")
    assert "-o and --overlay would both write ./x.png" in done.stderr
    assert photo.read_bytes() == before
    assert files_in(tmp_path) == ["link.png", "photo.png", "strokes.json"]


def test_an_error_leaves_no_file(frenemy_here, tmp_path, monkeypatch):
    from frenemy.cli import segment

    (tmp_path / "labels.png").write_bytes(b"as it was")

    def broken(*_, **__):
        raise OSError(28, "No space left on device", "objects.json")

    monkeypatch.setattr(segment, "label_map_bytes", broken)
    done = frenemy_here("segment", "photo.png", "strokes.json", "-o", "labels.png", "--coco", "objects.json")
    assert (done.returncode, done.stderr.splitlines()[-1]) == (1, "error: objects.json: No space left on device")
    assert (tmp_path / "labels.png").read_bytes() == b"as it was"
    assert files_in(tmp_path) == ["labels.png", "photo.png", "strokes.json"]


@pytest.mark.skipif(sys.platform == "win32", reason="sends SIGINT")
def test_an_interrupt_leaves_nothing_half_written(tmp_path):
    rng = np.random.default_rng(0)
    write_png(tmp_path / "large.png", rng.integers(0, 256, (1500, 2000, 3), np.uint8))
    before = set(files_in(tmp_path))
    command = [sys.executable, "-m", "frenemy", "segment", "large.png", "-o", "labels.png", "--coco", "o.json"]
    running = subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.PIPE, text=True)
    try:
        assert "2,000 x 1,500 pixels" in running.stderr.readline()
        time.sleep(0.3)
        running.send_signal(signal.SIGINT)
        _, err = running.communicate(timeout=300)
    finally:
        running.kill()
    assert "Traceback" not in err
    if running.returncode == 0:  # the solver was interrupted and gave its best so far, or it was done
        assert set(files_in(tmp_path)) == before | {"labels.png", "o.json"}
    else:
        assert running.returncode == 1
        assert "interrupted" in err
        assert set(files_in(tmp_path)) == before


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_live_line_on_a_terminal(tmp_path):
    shown = shown_on_a_terminal(tmp_path, "segment", "photo.png", "strokes.json", "-o", "l.png")
    assert "picture" in shown
    assert "label map written to l.png" in shown


def test_without_pillow_one_line_names_the_extra(frenemy, without):
    hidden = without("PIL")
    environment = {"PYTHONPATH": os.pathsep.join((hidden["PYTHONPATH"], os.environ.get("PYTHONPATH", "")))}
    done = frenemy("segment", "photo.png", "-o", "labels.png", environment=environment)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == 'error: pictures need pillow: pip install "frenemy[images]"\n'


def test_frames(frenemy_here, tmp_path):
    from PIL import Image

    frames = [Image.fromarray(np.full((8, 8, 3), value, np.uint8)) for value in (10, 200)]
    frames[0].save(tmp_path / "moving.gif", save_all=True, append_images=frames[1:])
    done = frenemy_here("segment", "moving.gif", "-o", "labels.png")
    assert done.returncode == 1
    assert "has 2 frames" in done.stderr
    assert frenemy_here("segment", "moving.gif", "-o", "labels.png", "--frame", "1").returncode == 0
