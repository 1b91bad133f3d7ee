"""Rows on disk: a run that was cut short goes on where it stopped, and never mixes rows of different kinds."""

from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
COLUMNS = ("problem", "method", "energy", "note")


@pytest.fixture
def results_file(monkeypatch):
    """The experiments are run from the root and never installed."""
    monkeypatch.syspath_prepend(ROOT)
    from harness.results_file import ResultsFile

    return ResultsFile


def row(problem, method, energy=-1.5, note=None):
    return {"problem": problem, "method": method, "energy": energy, "note": note}


def test_rows_come_back(results_file, tmp_path):
    path = tmp_path / "new" / "rows.csv"
    first = results_file(path, COLUMNS, n_keys=2)
    rows = [row("a", "Swap"), row("a", "ICM", -2, "with, a comma"), row(0.05, "Swap", 1e-12)]
    for one in rows:
        first.add(one)
    again = results_file(path, COLUMNS, n_keys=2)
    assert again.rows == first.rows == rows
    assert again.left([("a", "Swap"), ("b", "Swap"), (0.05, "Swap"), (0.5, "Swap")]) == [("b", "Swap"), (0.5, "Swap")]


def test_a_line_that_was_cut_off_is_dropped(results_file, tmp_path):
    path = tmp_path / "rows.csv"
    first = results_file(path, COLUMNS, n_keys=2)
    first.add(row("a", "Swap"))
    whole = path.read_bytes()
    first.add(row("b", "Swap"))
    path.write_bytes(path.read_bytes()[:-6])
    again = results_file(path, COLUMNS, n_keys=2)
    assert again.rows == [row("a", "Swap")]
    assert path.read_bytes() == whole
    assert again.left([("a", "Swap"), ("b", "Swap")]) == [("b", "Swap")]
    again.add(row("b", "Swap"))
    assert results_file(path, COLUMNS, n_keys=2).rows == [row("a", "Swap"), row("b", "Swap")]


@pytest.mark.parametrize("content", [b"", b"problem,method,energy,note\r\n"])
def test_files_without_rows(results_file, tmp_path, content):
    path = tmp_path / "rows.csv"
    path.write_bytes(content)
    results = results_file(path, COLUMNS, n_keys=2)
    assert results.rows == []
    results.add(row("a", "Swap"))
    assert results_file(path, COLUMNS, n_keys=2).rows == [row("a", "Swap")]


def test_other_columns_are_refused(results_file, tmp_path):
    path = tmp_path / "rows.csv"
    results_file(path, COLUMNS, n_keys=2).add(row("a", "Swap"))
    before = path.read_bytes()
    with pytest.raises(
        ValueError, match="rows.csv has other columns .*note.* start over with --fresh, or name another"
    ):
        results_file(path, (*COLUMNS[:3], "k"), n_keys=2)
    assert path.read_bytes() == before


def test_fresh_starts_over(results_file, tmp_path):
    path = tmp_path / "rows.csv"
    results_file(path, COLUMNS, n_keys=2).add(row("a", "Swap"))
    other = ("density", "energy")
    results = results_file(path, other, n_keys=1, fresh=True)
    assert results.rows == []
    assert path.read_text(encoding="utf-8").split() == ["density,energy"]


def test_rows_with_other_columns_are_refused(results_file, tmp_path):
    results = results_file(tmp_path / "rows.csv", COLUMNS, n_keys=2)
    with pytest.raises(ValueError, match="a row has the columns problem, method, energy, note, got problem"):
        results.add({"problem": "a"})
    assert results.rows == []


def test_rows_that_are_not_whole_are_dropped_and_counted(results_file, tmp_path, capsys):
    """Nor do quotes that are left open swallow what is behind them."""
    path = tmp_path / "rows.csv"
    rows = [
        row("a", "Swap"),
        row("b", "Swap", note='two\nlines, "quoted"'),
        row("c", "Swap"),
        row("d", "Swap", note="x, y"),
    ]
    first = results_file(path, COLUMNS, n_keys=2)
    places = [len(path.read_bytes())]
    for one in rows:
        first.add(one)
        places.append(len(path.read_bytes()))
    whole = path.read_bytes()
    pieces = [whole[begin:end] for begin, end in zip([0, *places], [*places, None], strict=True)][:-1]
    bad = [
        b"a,ICM,-1.5\r\n",
        b"a,ICM,-1.5,,7\r\n",
        b"a,ICM,\0\0\0\0,\r\n",
        b"a,ICM,-1.5,\xff\r\n",
        b'a,ICM,-1.5,"cut off\r\n',
    ]
    path.write_bytes(b"".join(piece + line for piece, line in zip(pieces, bad, strict=True)))
    again = results_file(path, COLUMNS, n_keys=2)
    assert again.rows == rows
    assert path.read_bytes() == whole
    assert capsys.readouterr().err == "rows.csv: 5 line(s) dropped that hold no whole row\n"
    assert again.left([("a", "ICM"), ("b", "Swap")]) == [("a", "ICM")]


@pytest.mark.parametrize("n_bytes", [5, 10, 25, 26, 27, 28])
def test_a_file_cut_inside_its_header_is_empty(results_file, tmp_path, n_bytes):
    path = tmp_path / "rows.csv"
    path.write_bytes(b"problem,method,energy,note\r\n"[:n_bytes])
    results = results_file(path, COLUMNS, n_keys=2)
    assert results.rows == []
    results.add(row("a", "Swap"))
    assert results_file(path, COLUMNS, n_keys=2).rows == [row("a", "Swap")]


@pytest.mark.parametrize("name", ["10_1", "007", "1e5", "+1", " 1", "Infinity", "12", "1.50", "٣", "a\u2028b", ""])
def test_names_that_look_like_numbers_are_known_again(results_file, tmp_path, name):
    path = tmp_path / "rows.csv"
    results_file(path, COLUMNS, n_keys=2).add(row(name, "Swap"))
    for _ in range(3):  # also after it has been written anew
        assert results_file(path, COLUMNS, n_keys=2).left([(name, "Swap")]) == []
