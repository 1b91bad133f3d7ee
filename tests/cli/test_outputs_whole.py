"""Whatever ends a command while it writes, the old files are whole; a full disk is told by the name of the file."""

import os
import signal
import subprocess
import sys

import numpy as np
import pytest
from killed import Killer
from small_disk import fill, mounted

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals")

OLD = b"precious\n" * 20

_SEGMENT = "segment photo.png -o l.png --overlay v.png --coco c.json --geojson g.geojson --npz a.npz"
#: Each command, its outputs, and the packages that it needs.
COMMANDS = {
    "pairs to csv": (("cluster", "pairs.csv", "-o", "o.csv"), ["o.csv"], ()),
    "pairs to tsv.gz": (("cluster", "pairs.csv", "-o", "o.tsv.gz"), ["o.tsv.gz"], ()),
    "pairs to npz": (("cluster", "pairs.csv", "-o", "o.npz"), ["o.npz"], ()),
    "pairs to txt": (("cluster", "pairs.csv", "-o", "o.txt"), ["o.txt"], ()),
    "report": (("cluster", "pairs.csv", "-o", "/dev/null", "--report", "o.html"), ["o.html"], ()),
    "table to parquet": (("cluster", "table.csv", "-o", "o.parquet"), ["o.parquet"], ("pyarrow",)),
    "table to feather": (("cluster", "table.csv", "-o", "o.feather"), ["o.feather"], ("pyarrow",)),
    "table to csv.gz": (("cluster", "table.csv", "-o", "o.csv.gz"), ["o.csv.gz"], ("pyarrow",)),
    "table and changes": (
        ("cluster", "table.csv", "-o", "o.csv", "--previous", "previous.csv", "--changes", "c.csv"),
        ["o.csv", "c.csv"],
        ("pyarrow",),
    ),
    "review": (("cluster", "table.csv", "--review", "r.csv"), ["r.csv"], ("pyarrow",)),
    "report of a table": (("cluster", "table.csv", "--report", "o.html"), ["o.html"], ("pyarrow",)),
    "segment": (
        tuple(_SEGMENT.split()),
        ["l.png", "v.png", "c.json", "g.geojson", "a.npz"],
        ("PIL",),
    ),
    "demo": (("demo", "-o", "demo.png", "--nodes", "20", "--degree", "4"), ["demo.png"], ("matplotlib",)),
    "faces": (
        ("faces", "photos", "-o", "people", "--threads", "1"),
        ["people/people.csv", "people/people.html", "people/skipped.csv"],
        ("PIL",),
    ),
}
_STUB = """
import importlib.util
if importlib.util.find_spec("PIL"):
    from colored_squares import ColoredSquares

    class Stub(ColoredSquares):
        def __init__(self, detector="hog"):
            super().__init__()
            self.name = f"dlib stub {detector}"

        def load(self):
            pass

    import importlib
    importlib.import_module("frenemy.cli.faces").DlibFaces = Stub
"""


@pytest.fixture(scope="module")
def killed():
    killer = Killer(_STUB)
    yield killer
    killer.close()


@pytest.fixture
def prepared(tmp_path, killed, request):
    """A folder with the inputs of a command and old outputs."""
    name = request.param
    arguments, outputs, needs = COMMANDS[name]
    for module in needs:
        pytest.importorskip(module)
    folder = tmp_path / "work"
    folder.mkdir()
    (folder / "pairs.csv").write_text("".join(f"a{k},a{k + 1},{(-1) ** k}\n" for k in range(40)))
    pairs = "".join(f"a{k},a{k + 1},{0.9 if k % 2 else 0.2}\n" for k in range(40))
    (folder / "table.csv").write_text("id_1,id_2,probability\n" + pairs)
    (folder / "previous.csv").write_text("id,cluster_id\na1,7\n")
    if "PIL" in needs:
        from colored_squares import BLUE, RED, encoded, photo
        from PIL import Image

        pixels = np.zeros((30, 40, 3), np.uint8)
        pixels[:, 20:] = 200
        Image.fromarray(pixels).save(folder / "photo.png")
        (folder / "photos").mkdir()
        for at, color in enumerate((RED, RED, BLUE)):
            (folder / "photos" / f"{at}.jpg").write_bytes(encoded(photo(color)))
    if name == "faces":  # so that faces are found already
        assert killed(folder, *arguments, at="never").code == 0
    for output in outputs:
        (folder / output).write_bytes(OLD)
    return folder, arguments, outputs


def contents(folder, outputs):
    return [(folder / output).read_bytes() for output in outputs]


@pytest.mark.parametrize("prepared", COMMANDS, indirect=True)
def test_a_killed_command_leaves_the_old_files(killed, prepared):
    folder, arguments, outputs = prepared
    for at, number in (("write", signal.SIGXFSZ), ("sync", signal.SIGKILL), ("rename", signal.SIGKILL)):
        ended = killed(folder, *arguments, at=at)
        assert ended.code == -number, (at, ended)
        assert contents(folder, outputs) == [OLD] * len(outputs), at
    ended = killed(folder, *arguments, at="never")  # what was left behind is not in the way
    assert ended.code == 0, ended
    assert OLD not in contents(folder, outputs)


@pytest.mark.parametrize("prepared", COMMANDS, indirect=True)
def test_no_room_is_told_by_the_name_of_the_file(killed, prepared):
    """A limit on the size of files stands where disks cannot be mounted."""
    folder, arguments, outputs = prepared
    there = sorted(folder.rglob("*"))
    ended = killed(folder, *arguments, at="full")
    assert ended.code == 1, ended
    # The cache of faces, which SQLite writes, comes before the outputs.
    assert any(output in ended.text for output in (*outputs, "people/faces.sqlite")), ended
    assert "File too large" in ended.text or "faces.sqlite: disk I/O error" in ended.text
    assert "Traceback" not in ended.text
    assert contents(folder, outputs) == [OLD] * len(outputs)
    assert sorted(folder.rglob("*")) == there


@pytest.mark.parametrize("prepared", COMMANDS, indirect=True)
def test_a_full_disk(killed, prepared, tmp_path):
    folder, arguments, outputs = prepared
    with mounted(tmp_path / "disk", "600k") as disk:
        subprocess.run(["cp", "-a", f"{folder}/.", disk], check=True)
        fill(disk)
        there = sorted(disk.rglob("*"))
        ended = killed(disk, *arguments, at="never")
        assert ended.code == 1, ended
        assert any(output in ended.text for output in (*outputs, "people/faces.sqlite")), ended
        assert "No space left on device" in ended.text or "faces.sqlite: database or disk is full" in ended.text
        assert "Traceback" not in ended.text
        assert contents(disk, outputs) == [OLD] * len(outputs)
        assert sorted(disk.rglob("*")) == there
        os.unlink(disk / "filler")
        assert killed(disk, *arguments, at="never").code == 0
        assert OLD not in contents(disk, outputs)


@pytest.mark.parametrize("prepared", ["faces"], indirect=True)
@pytest.mark.parametrize("at", ["write", "sync", "rename", "full"])
def test_people_and_corrections(killed, prepared, at):
    """What the page writes: each change, and the table and the page when it is left."""
    folder, _, outputs = prepared
    for output in outputs:
        os.unlink(folder / output)
    begin = """
        from frenemy.apps.faces.album.album_folder import AlbumFolder
        folder = AlbumFolder("people")
        album = folder.open()
    """
    save, leave = "folder.save(album.name(0, NAME))", "folder.write_outcome(album.people)"

    def run(code, at):
        lines = [*begin.split("\n"), code]
        return killed(folder, at=at, code="\n".join(line.strip() for line in lines))

    assert run(save.replace("NAME", "'Ann'"), "never").code == 0
    assert run(leave, "never").code == 0
    files = [f"people/{name}" for name in ("corrections.json", "undo.json", "people.csv", "people.html")]
    before = contents(folder, files)
    for code in (save.replace("NAME", "'Bob'"), leave):
        ended = run(code, at)
        assert ended.code == {"write": -signal.SIGXFSZ, "full": 70}.get(at, -signal.SIGKILL), ended
        assert contents(folder, files) == before
        if at == "full":
            assert any(f"File too large: '{file}'" in ended.text for file in files), ended
    ended = run("print(album.people.names[0], album.undo().people.names[0], flush=True)", "never")
    assert ended == (0, "Ann None\n")


_KILLED_AT_LABELS = """
import os, signal, sys
from frenemy.cli import main
replace = os.replace

def dies_at_labels(old, new):
    if "part-" in str(new):
        os.kill(os.getpid(), signal.SIGKILL)
    replace(old, new)

os.replace = dies_at_labels
sys.argv = ["frenemy", *ARGUMENTS]
main()
"""


def test_a_killed_dataset_leaves_no_half_of_its_labels(killed, tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet")
    import pyarrow as pa

    (tmp_path / "in").mkdir()
    ids = np.arange(200)
    table = pa.table({"id_1": ids, "id_2": ids + 1, "probability": np.where(ids % 2, 0.9, 0.2)})
    parquet.write_table(table, tmp_path / "in" / "pairs.parquet")
    arguments = ("cluster", "in", "-o", "labels", "--scratch", "s", "--calibration", "none", "--missing", "-1")
    for at in ("sync", "rename"):
        assert killed(tmp_path, *arguments, at=at).code == -signal.SIGKILL
    code = _KILLED_AT_LABELS.replace("ARGUMENTS", repr(arguments))
    assert killed(tmp_path, at="never", code=code).code == -signal.SIGKILL
    assert list(tmp_path.glob("labels/*.parquet")) == []
    assert len(list(tmp_path.glob("labels/*.partial"))) == 1
    ended = killed(tmp_path, *arguments, at="never")  # it resumes
    assert ended.code == 0, ended
    assert sum(parquet.read_table(file).num_rows for file in tmp_path.glob("labels/*.parquet")) == 201
    assert list(tmp_path.glob("labels/*.partial")) == []
