"""Rows on disk: a run that was cut short goes on where it stopped, and never mixes rows of different kinds."""

from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
COLUMNS = ("problem", "method", "energy", "note")


@pytest.fixture
def results_file(monkeypatch):
    """The experiments are run from the root and never installed."""
    monkeypatch.syspath_prepend(ROOT)
    from experiments.results_file import ResultsFile

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
        ValueError, match="rows.csv has other columns .*note.* start anew with --fresh, or name another"
    ):
        results_file(path, (*COLUMNS[:3], "k"), n_keys=2)
    assert path.read_bytes() == before


def test_fresh_starts_anew(results_file, tmp_path):
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
