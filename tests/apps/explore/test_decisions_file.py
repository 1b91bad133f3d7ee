"""Decisions in a file: they survive restarts, other programs, full disks and ids of any kind."""

import datetime
import json
import os
import subprocess
import sys
import uuid

import pytest

pa = pytest.importorskip("pyarrow")

from hypothesis import given, settings  # noqa: E402
from hypothesis import strategies as st  # noqa: E402
from pyarrow import csv, parquet  # noqa: E402
from small_disk import fill, mounted  # noqa: E402

import frenemy as fr  # noqa: E402
from frenemy.apps.explore.decisions import ACTIONS, Decision, Step, Steps  # noqa: E402
from frenemy.apps.explore.decisions_file import DecisionsFile, decisions_beside  # noqa: E402
from frenemy.apps.explore.things import Things  # noqa: E402

THINGS = Things.of(["ann", "bob", "cid", "dee"], 4)
JOIN = Step("join", (Decision(0, 1, True), Decision(2, 1, True)))
APART = Step("apart", (Decision(0, 3, False),))
TAKEN_BACK = Step("forget", (Decision(3, 0, None),))


@pytest.fixture
def path(tmp_path):
    return tmp_path / "pairs.decisions.csv"


def saved(path, steps, things=THINGS):
    with DecisionsFile(path, things) as file:
        file.save(steps)


def opened(path, things=THINGS):
    with DecisionsFile(path, things) as file:
        return file.steps


def lines(path):
    return path.read_text().replace('"', "").splitlines()


# ---------------------------------------------------------------------------------------------------------------- steps


def test_what_was_undone_can_be_redone_after_a_restart(path):
    steps = Steps().add(JOIN).add(APART).undo()
    saved(path, steps)
    assert lines(path) == [
        "id_1,id_2,decision,step,action,undone",
        "ann,bob,same,1,join,",
        "cid,bob,same,1,join,",
        "ann,dee,,2,apart,different",
    ]
    again = opened(path)
    assert (again, again.redo(), again.undo()) == (steps, steps.redo(), steps.undo())


def test_what_was_taken_back_no_longer_holds(path):
    steps = Steps().add(APART).add(TAKEN_BACK)
    saved(path, steps)
    assert lines(path)[1:] == ["ann,dee,,1,apart,different", "dee,ann,,2,forget,"]
    assert opened(path) == steps
    assert opened(path).undo().decisions == APART.decisions
    saved(path, steps.undo())
    assert lines(path)[1:] == ["ann,dee,different,1,apart,", "dee,ann,,2,forget,forget"]
    assert opened(path) == steps.undo()


def test_the_last_word_on_a_pair_is_the_only_one_that_others_read(path):
    steps = Steps().add(APART).add(Step("together", (Decision(3, 0, True),)))
    saved(path, steps)
    assert lines(path)[1:] == ["ann,dee,,1,apart,different", "dee,ann,same,2,together,"]
    assert opened(path) == steps


some_steps = st.lists(
    st.builds(
        Step,
        st.sampled_from(ACTIONS),
        st.lists(
            st.builds(Decision, st.integers(0, 1), st.integers(2, 3), st.sampled_from([True, False, None])), min_size=1
        ).map(tuple),
    ),
    max_size=6,
)


@settings(max_examples=60, deadline=None)
@given(some_steps, st.integers(0, 6), st.sampled_from(["csv", "tsv", "parquet", "feather"]))
def test_any_steps_come_back(tmp_path_factory, listed, n_undone, format):
    steps = Steps(tuple(listed))
    for _ in range(min(n_undone, len(listed))):
        steps = steps.undo()
    path = tmp_path_factory.mktemp("decisions") / f"some.{format}"
    saved(path, steps)
    again = opened(path)
    assert again.decisions == steps.decisions
    assert again == steps


def test_without_decisions_there_is_no_file(path):
    saved(path, Steps())
    assert os.listdir(path.parent) == []
    saved(path, Steps().add(JOIN))
    saved(path, Steps())
    assert lines(path) == ["id_1,id_2,decision,step,action,undone"]
    assert opened(path) == Steps()


# ------------------------------------------------------------------------------------------------------------------ ids

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
odd = st.sampled_from(
    ["=1+1", "a,b", 'say "hi"', "two\nlines", "\r", "\r\n", "\t", " ", "007", "NA", "null", "é", "-", "'"]
)


@settings(max_examples=80, deadline=None)
@given(st.lists(texts | odd, min_size=4, max_size=4, unique=True))
def test_ids_of_any_text_come_back(tmp_path_factory, ids):
    things = Things.of(ids, 4)
    path = decisions_beside(tmp_path_factory.mktemp("decisions") / "pairs.csv", things)
    assert path.suffix == (".parquet" if "" in ids else ".csv")
    saved(path, Steps().add(JOIN).add(APART).undo(), things)
    assert opened(path, things) == Steps().add(JOIN).add(APART).undo()


@settings(max_examples=30, deadline=None)
@given(st.lists(texts.filter(bool) | odd, min_size=4, max_size=4, unique=True))
def test_cluster_reads_what_the_page_wrote(tmp_path_factory, ids):
    """All pairs attract; what was said splits them."""
    pairs = pa.table({"id_1": [ids[0], ids[1], ids[2]], "id_2": [ids[1], ids[2], ids[3]], "weight": [2.0, 2.0, 2.0]})
    path = tmp_path_factory.mktemp("decisions") / "pairs.decisions.csv"
    saved(path, Steps().add(JOIN).add(APART), Things.of(ids, 4))
    assert fr.cluster_table(pairs, decisions=path, values="weights").column("cluster_id").to_pylist() == [0, 0, 0, 1]


def test_a_file_of_many_lines_may_have_ids_of_two_lines(path):
    things = Things.of([f"{'x' * 100}\n{i}" for i in range(20_000)], 20_000)
    steps = Steps((Step("join", tuple(Decision(i, i + 1, True) for i in range(19_999))),))
    saved(path, steps, things)
    assert path.stat().st_size > 4_000_000  # more than one block of the reader
    assert opened(path, things) == steps


def test_numbers_stay_numbers(path):
    things = Things.of([7, 10, 2**62, -1], 4)
    saved(path, Steps().add(JOIN), things)
    assert lines(path)[1] == "7,10,same,1,join,"
    assert opened(path, things) == Steps().add(JOIN)


@pytest.mark.parametrize(
    "ids",
    [
        pa.array([datetime.date(2020, 1, day) for day in (1, 2, 3, 4)]),
        pa.array([0.5, 1.5, 2.5, 3.5]),
        pa.array([uuid.uuid5(uuid.NAMESPACE_URL, str(i)).bytes for i in range(4)], pa.binary(16)),
        pa.array(["a", "b", "", "c"]),
    ],
)
def test_ids_that_text_cannot_keep_are_in_parquet(tmp_path, ids):
    things = Things(pa.table({"id": ids}))
    path = decisions_beside(tmp_path / "pairs.parquet", things)
    assert path.name == "pairs.decisions.parquet"
    saved(path, Steps().add(JOIN), things)
    assert opened(path, things) == Steps().add(JOIN)
    with pytest.raises(ValueError, match=r"which text cannot keep; choose a name that ends in .parquet"):
        DecisionsFile(tmp_path / "said.csv", things)


@pytest.mark.parametrize(
    ("left", "right"), [("decision", "step"), ("action", "undone"), ("label", "same"), ("answer", "decision")]
)
@pytest.mark.parametrize("format", ["csv", "parquet"])
def test_ids_may_have_the_names_of_our_columns(tmp_path, left, right, format):
    things = Things(THINGS.ids, ((left,), (right,)))
    path = tmp_path / f"said.{format}"
    steps = Steps().add(JOIN).add(APART).undo()
    saved(path, steps, things)
    assert opened(path, things) == steps
    pairs = pa.table({left: ["ann", "bob", "cid"], right: ["bob", "cid", "dee"], "weight": [-1.0, -1.0, 1.0]})
    found = fr.find_entities(pairs, id_left=left, id_right=right, decisions=path)
    assert found.labels.tolist() == [0, 0, 0, 0]


def test_ids_of_several_columns(path):
    ids = pa.table({"source": ["a", "a", "b", "b"], "number": [1, 2, 1, 2]})
    things = Things(ids, (("source_l", "number_l"), ("source_r", "number_r")))
    saved(path, Steps().add(JOIN), things)
    assert lines(path)[:2] == [
        "source_l,number_l,source_r,number_r,decision,step,action,undone",
        "a,1,a,2,same,1,join,",
    ]
    assert opened(path, things) == Steps().add(JOIN)


@pytest.mark.parametrize(
    ("name", "beside"),
    [
        ("pairs.csv", "pairs.decisions.csv"),
        ("pairs.CSV.gz", "pairs.decisions.csv"),
        ("a.b.parquet", "a.b.decisions.csv"),
        ("pairs", "pairs.decisions.csv"),
    ],
)
def test_the_file_is_beside_the_input(tmp_path, name, beside):
    assert decisions_beside(tmp_path / name, THINGS) == tmp_path / beside


# ------------------------------------------------------------------------------------------------------ files of others


def test_answers_of_people_are_steps_and_the_rest_of_their_file_stays(path):
    path.write_text("id_1,id_2,decision,score,note\nann,bob,Same,0.90,007\nbob,cid,unsure,0.5,\ncid,dee,no,0.1,x\n")
    steps = opened(path)
    assert steps == Steps((Step("together", (Decision(0, 1, True),)), Step("apart", (Decision(2, 3, False),))))
    saved(path, steps.undo().add(Step("join", (Decision(1, 2, True),))))
    assert lines(path) == [
        "id_1,id_2,decision,step,action,undone,score,note",
        "ann,bob,same,1,together,,0.90,007",
        "bob,cid,same,2,join,,0.5,",
        "bob,cid,unsure,,,,0.5,",
    ]
    assert opened(path).done[1] == Step("join", (Decision(1, 2, True),))


def test_a_review_comes_back_answered(tmp_path):
    pairs = pa.table({"id_1": ["ann", "bob"], "id_2": ["bob", "cid"], "probability": [0.6, 0.4]})
    asked = fr.review(pairs, fr.find_entities(pairs), budget=2)
    path = tmp_path / "ask.csv"
    place = asked.column_names.index("decision")
    csv.write_csv(asked.set_column(place, "decision", pa.array(["same"] * asked.num_rows)), path)
    assert len(opened(path, Things.of(["ann", "bob", "cid"], 3)).done) == asked.num_rows > 0


def test_rows_that_people_add_are_steps(path):
    saved(path, Steps().add(JOIN).add(APART).undo())
    with open(path, "a") as file:
        file.write("bob,dee,different,,,\n")
    assert opened(path) == Steps((JOIN, Step("apart", (Decision(1, 3, False),))), (APART,))


def test_the_answers_count_where_people_changed_them(path):
    saved(path, Steps().add(JOIN).add(Step("apart", (Decision(0, 1, False),))))
    path.write_text(path.read_text().replace('"different"', ""))
    assert {(one.pair, one.is_same) for one in opened(path).decisions} == {((1, 2), True)}


def test_a_forgotten_mark_of_windows_is_fine(path):
    path.write_bytes("\ufeffid_1;id_2;decision\r\nann;bob;yes\r\n".encode())
    assert opened(path) == Steps((Step("together", (Decision(0, 1, True),)),))


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "cannot be read as csv"),
        ("id_1,id_2\nann,bob\n", "has no column of answers: add 'decision'"),
        ("id_1,id_2,decision\nann,bob,perhaps\n", "got 'perhaps' at row 0"),
        ("id_1,id_2,decision\nann,bob,same\nann,zoe,same\n", r"row 1 \(from 0\) names a record that is not in"),
        ("id_1,id_2,decision\nann,bob,same\nann,bob\n", "Row #3: Expected 3 columns, got 2"),
        ("id_1,id_2,decision\nann,,same\n", "is null in row 0"),
        ("id_1,id_2,decision,step\nann,bob,same,1\n", "a column 'step', but none 'action'; rename it"),
        ("id_1,id_2,decision,step,action,undone\nann,bob,same,x,join,\n", "must be a whole number, got 'x' in row 0"),
        ("id_1,id_2,decision,step,action,undone\nann,bob,same,-1,join,\n", "must be a whole number, got '-1' in row 0"),
        ("id_1,id_2,decision,step,action,undone\nann,bob,same,1,jump,\n", "one of join, .* got 'jump' in row 0"),
        ("id_1,id_2,decision,step,action,undone\nann,bob,,1,join,no\n", "one of same, .* got 'no' in row 0"),
    ],
)
def test_a_broken_file_is_told_and_kept(path, content, message):
    path.write_text(content)
    with pytest.raises(ValueError, match=message) as told:
        opened(path)
    assert str(path) in str(told.value)
    assert "move it away to begin without decisions; nothing was changed" in str(told.value)
    assert (path.read_text(), os.listdir(path.parent)) == (content, [path.name])


def test_a_file_that_is_no_table_is_told(tmp_path):
    (tmp_path / "said.parquet").write_bytes(b"no")
    with pytest.raises(ValueError, match="cannot be read as parquet"):
        opened(tmp_path / "said.parquet")
    for name, message in (("said.txt", "must end in"), ("said.csv.gz", "not compressed")):
        with pytest.raises(ValueError, match=message):
            opened(tmp_path / name)


# ------------------------------------------------------------------------------------------- other programs, full disks


def test_what_another_program_changed_is_not_overwritten(path):
    saved(path, Steps().add(JOIN))
    with DecisionsFile(path, THINGS) as file:
        changed = path.read_text() + "bob,dee,same,2,join,\n"
        path.write_text(changed)
        with pytest.raises(ValueError, match="was changed by another program since it was read: open it again"):
            file.save(Steps().add(APART))
        assert path.read_text() == changed
        path.unlink()
        with pytest.raises(ValueError, match="was deleted by another program"):
            file.save(Steps().add(APART))
        assert file.read() == Steps()
        file.save(Steps().add(APART))
    assert opened(path) == Steps().add(APART)
    assert os.listdir(path.parent) == [path.name]


def test_a_file_that_appears_is_not_overwritten(path):
    with DecisionsFile(path, THINGS) as file:
        path.write_text("mine")
        with pytest.raises(ValueError, match="was made by another program"):
            file.save(Steps().add(APART))
    assert path.read_text() == "mine"


def test_a_second_server_is_told(path):
    message = f"is in use by process {os.getpid()} on .* Close the page there"
    with DecisionsFile(path, THINGS), pytest.raises(ValueError, match=message):
        DecisionsFile(path, THINGS)
    with DecisionsFile(path, THINGS):
        pass
    assert os.listdir(path.parent) == []


def test_the_lock_of_a_killed_server_is_taken_over(path):
    script = (
        "import os, sys; from frenemy.apps.explore.decisions_file import DecisionsFile\n"
        "from frenemy.apps.explore.things import Things\n"
        "held = DecisionsFile(sys.argv[1], Things.of(['a'], 1)); os._exit(9)"
    )
    assert subprocess.run([sys.executable, "-c", script, str(path)]).returncode == 9
    assert json.loads(path.with_name(f"{path.name}.lock").read_text())["pid"] != os.getpid()
    saved(path, Steps().add(JOIN))
    assert os.listdir(path.parent) == [path.name]


def test_a_full_disk_loses_nothing(tmp_path):
    with mounted(tmp_path / "disk", "64k") as folder:
        path = folder / "said.csv"
        with DecisionsFile(path, THINGS) as file:
            file.save(Steps().add(JOIN))
            before = path.read_bytes()
            fill(folder)
            with pytest.raises(OSError, match="the disk is full. What was saved before is still there") as told:
                file.save(Steps().add(JOIN).add(APART))
            assert told.value.strerror.startswith(f"the decisions are not saved in {path}")
            assert path.read_bytes() == before
            (folder / "filler").unlink()
            file.save(Steps().add(JOIN).add(APART))
        assert opened(path) == Steps().add(JOIN).add(APART)


def test_a_disk_that_fails_late_loses_nothing(path, monkeypatch):
    saved(path, Steps().add(JOIN))
    before = path.read_bytes()

    def full(_):
        raise OSError(28, "No space left on device")

    with DecisionsFile(path, THINGS) as file:
        steps = file.steps
        monkeypatch.setattr("frenemy.io.whole_files.os.fsync", full)
        with pytest.raises(OSError, match="the disk is full"):
            file.save(steps.add(APART))
        monkeypatch.undo()
        assert (path.read_bytes(), sorted(os.listdir(path.parent))) == (before, [path.name, f"{path.name}.lock"])
        file.save(steps.add(APART))


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="the rights of folders do not hold here")
def test_a_folder_that_is_read_only_is_told(path):
    path.parent.chmod(0o500)
    try:
        with pytest.raises(PermissionError):
            DecisionsFile(path, THINGS)
    finally:
        path.parent.chmod(0o700)


def test_types_in_parquet_stay(tmp_path):
    things = Things(pa.table({"id": pa.array([1, 2, 3, 4], pa.int32())}))
    saved(tmp_path / "said.parquet", Steps().add(JOIN), things)
    assert parquet.read_schema(tmp_path / "said.parquet").field("id_1").type == pa.int32()
