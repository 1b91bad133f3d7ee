"""Workers that die in every stage, and files that are not what they should be."""

import shutil
import sys

import pytest
from faulty_tasks import Counted, Fail, Spoiled, Starve, children, first_dies, labels_of

import frenemy as fr
from frenemy.engines.executors.process_pool import ProcessPool

pa = pytest.importorskip("pyarrow", reason="pyarrow is not installed")
pq = pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed")
pytest.importorskip("psutil", reason="psutil is not installed")

pytestmark = pytest.mark.usefixtures("small_budget", "quick_pool")


@pytest.fixture
def files(tmp_path, pairs):
    """A copy of the dataset, to be changed."""
    return shutil.copytree(pairs, tmp_path / "in")


def test_a_worker_dies_in_each_stage(tmp_path, solved):
    pairs, expected, counts = solved
    before = len(children())
    marks = tmp_path / "marks"
    with ProcessPool(2) as pool:
        dying = Spoiled(pool, first_dies(marks))
        found = fr.solve_dataset(pairs, tmp_path / "out", scratch=tmp_path / "s", client=dying)
    died = {one.name for one in marks.iterdir()}
    assert died == {stage for stage, _ in counts}
    assert {"between parts", "solve", "large 0: anneal 0", "large 0.1: sum", "large 0.1: solve"} <= died
    assert labels_of(found) == expected
    assert len(children()) == before
    assert sorted(one.name for one in (tmp_path / "s").iterdir()) == ["about.json", "result.json"]
    assert all(one.suffix == ".parquet" for one in (tmp_path / "out").iterdir())


def test_labels_without_a_record_are_those_of_their_run(tmp_path, pairs, expected):
    """As when a run is killed between a file of labels and its record."""

    def fail(stage, share):
        if stage == "write" and share == 1.0:
            raise ValueError("it is broken")

    with pytest.raises(ValueError, match="it is broken"):
        fr.solve_dataset(pairs, tmp_path / "out", scratch=tmp_path / "s", on_stage=fail)
    records = list((tmp_path / "s" / "done" / "write").iterdir())
    assert records
    assert list((tmp_path / "out").iterdir())
    for record in records:
        record.unlink()
    assert labels_of(fr.solve_dataset(pairs, tmp_path / "out", scratch=tmp_path / "s")) == expected
    with pytest.raises(ValueError, match="which this run has not written"):
        fr.solve_dataset(pairs, tmp_path / "out", scratch=tmp_path / "other")


@pytest.mark.skipif(sys.platform != "linux", reason="memory of a process is limited on Linux")
def test_a_process_without_memory_is_told_and_the_run_can_go_on(tmp_path, pairs, expected):
    def starve(stage, tasks):
        return [Starve(tasks[0], tmp_path / "starved"), *tasks[1:]] if stage == "solve" else tasks

    with ProcessPool(1) as pool:
        starving = Spoiled(pool, starve)
        with pytest.raises(MemoryError, match="stage 'solve': out of memory: .* 1.00 GiB") as caught:
            fr.solve_dataset(pairs, tmp_path / "out", scratch=tmp_path / "s", client=starving)
        assert "same scratch folder to resume, or use fewer workers" in str(caught.value)
        found = fr.solve_dataset(pairs, tmp_path / "out", scratch=tmp_path / "s", client=starving)
    assert labels_of(found) == expected


def test_a_task_that_raises_leaves_a_run_that_can_go_on(tmp_path, pairs, expected):
    """Which goes on until it is broken once more, in a later stage."""

    def breaking(stage):
        return lambda name, tasks: [*tasks[:-1], Fail(ValueError("it is broken"))] if name == stage else tasks

    with ProcessPool(1) as pool:
        for stage in ("between parts", "solve", "large 0: move", "large 0.1: solve"):
            with pytest.raises(ValueError, match="it is broken") as caught:
                fr.solve_dataset(pairs, tmp_path / "out", scratch=tmp_path / "s", client=Spoiled(pool, breaking(stage)))
            assert str(caught.value) == "it is broken"
            assert list((tmp_path / "s").rglob("*.partial")) == []
    counted = Counted()
    assert labels_of(fr.solve_dataset(pairs, tmp_path / "out", scratch=tmp_path / "s", client=counted)) == expected
    ran = {stage for stage, _ in counted.counts}
    assert "large: bound" in ran  # what is left
    assert not ran & {"between parts", "solve", "large 0: move"}


def test_a_file_that_was_cut_short(tmp_path, files):
    file = files / "1.parquet"
    whole = file.read_bytes()
    for size in (0, 3, len(whole) // 2, len(whole) - 1):
        file.write_bytes(whole[:size])
        with pytest.raises(ValueError, match="1.parquet is not a complete Parquet file"):
            fr.solve_dataset(files, tmp_path / "out")
    # Its end is whole, its middle is not: that is seen by the worker that reads it.
    file.write_bytes(whole[:40] + bytes(200) + whole[240:])
    with pytest.raises(ValueError, match="1.parquet is not a complete Parquet file"):
        fr.solve_dataset(files, tmp_path / "out", client=1)


def test_files_with_other_columns_or_types(tmp_path, files):
    pq.write_table(pa.table({"id_1": [1], "id_2": [2], "score": [0.5]}), files / "2.parquet")
    with pytest.raises(ValueError, match="2.parquet has no column 'weight', as .*0.parquet has"):
        fr.solve_dataset(files, tmp_path / "out")
    pq.write_table(pa.table({"id_1": ["1"], "id_2": ["2"], "weight": [0.5]}), files / "2.parquet")
    with pytest.raises(ValueError, match="column 'id_1' is string in .*2.parquet but int64 in .*0.parquet"):
        fr.solve_dataset(files, tmp_path / "out")


def test_columns_in_another_order_and_narrower_types_are_the_same(tmp_path, files, expected):
    file = files / "1.parquet"
    table = pq.read_table(file).select(["weight", "id_2", "id_1"])
    narrow = table.set_column(2, "id_1", table.column("id_1").cast(pa.int16()))
    pq.write_table(narrow.append_column("note", pa.nulls(len(table))), file)
    assert labels_of(fr.solve_dataset(files, tmp_path / "out")) == expected


def test_an_empty_file(tmp_path, files, expected):
    empty = pq.read_table(files / "0.parquet")[:0]
    pq.write_table(empty, files / "00.parquet")
    assert labels_of(fr.solve_dataset(files, tmp_path / "out")) == expected
    (tmp_path / "none").mkdir()
    pq.write_table(empty, tmp_path / "none" / "a.parquet")
    found = fr.solve_dataset(tmp_path / "none", tmp_path / "of none")
    assert (found.n_nodes, found.n_clusters, found.energy) == (0, 0, 0.0)


def test_nulls(tmp_path, files, expected):
    table = pa.table(
        {
            "id_1": pa.array([1, None, 3], pa.int64()),
            "id_2": pa.array([2, 5, None], pa.int64()),
            "weight": pa.array([None, 1.0, 1.0]),
        }
    )
    pq.write_table(table, files / "2.parquet")
    with pytest.raises(ValueError, match="column 'id_1' of .*2.parquet has no id in row 1 "):
        fr.solve_dataset(files, tmp_path / "out", client=1)
    found = fr.solve_dataset(files, tmp_path / "out", nulls="drop")
    assert labels_of(found) == expected
    assert (found.left_out.null_ids, found.left_out.null_scores) == (2, 1)
