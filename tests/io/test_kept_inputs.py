"""No output replaces an input, whatever it is called."""

import os
import sys

import pytest

from frenemy.io.kept_inputs import refuse_overwriting


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "pairs.csv").write_text("a,b,1\n")
    return tmp_path


def refused(output, *paths):
    try:
        refuse_overwriting({"-o": str(output)}, {"INPUT": [], "--must-link": map(str, paths)})
    except ValueError as error:
        return str(error)
    return None


def test_names_of_the_same_file(here):
    os.mkdir("folder")
    os.symlink("pairs.csv", "link.csv")
    os.symlink("..", "folder/up")
    os.link("pairs.csv", "hard.csv")
    same = "-o would overwrite pairs.csv, which is read as --must-link"
    assert refused("pairs.csv", "pairs.csv") == f"{same}; choose another name"
    for name in (
        "./pairs.csv",
        "folder/../pairs.csv",
        "link.csv",
        "hard.csv",
        "folder/up/pairs.csv",
        here / "pairs.csv",
    ):
        assert refused(name, "pairs.csv") == f"{same} ({name} is the same file); choose another name"
    assert refused("pairs.csv", "link.csv") is not None
    assert refused("other.csv", "pairs.csv", "none.csv") is None
    assert refused("folder/pairs.csv", "pairs.csv") is None


def test_links_to_nowhere_and_missing_inputs_are_passed_over():
    os.symlink("nowhere", "dangling")
    assert refused("dangling", "pairs.csv", "gone.csv") is None
    assert refused("gone.csv", "gone.csv") is None  # it cannot be read, which is another error


def test_folders_of_inputs():
    os.makedirs("big/inner")
    os.symlink("big", "also_big")
    assert refused("big/labels", "big") == (
        "-o big/labels is in big, where it would be read as --must-link next time; choose a place elsewhere"
    )
    for name in ("big", "big/inner", "big/inner/new", "also_big/labels", "labels/../big/l"):
        os.makedirs("labels", exist_ok=True)
        assert refused(name, "big") is not None, name
    assert refused("bigger", "big") is None
    assert refused("labels", "big") is None


@pytest.mark.parametrize(
    ("pattern", "output", "is_read"),
    [
        ("big/*.parquet", "big/labels", False),
        ("big/*.parquet", "big/x.parquet", True),
        ("big/*/*.parquet", "big/labels", True),
        ("big/*/*.parquet", "big/labels/deep", False),
        ("big/**/*.parquet", "big/labels/deep", True),
        ("big/**/*.parquet", "big", True),
        ("b*/*.parquet", "big", True),
        ("b*/*.parquet", "labels", False),
        ("also/*/*.parquet", "big/labels", True),
        ("big/p[0-9].parquet", "big/labels", False),
    ],
)
def test_patterns(pattern, output, is_read):
    os.makedirs("big")
    os.symlink("big", "also")
    assert (refused(output, pattern) is not None) == is_read


def test_a_file_that_a_pattern_finds():
    os.makedirs("big")
    open("big/p1.parquet", "w").close()
    os.symlink("big/p1.parquet", "link.parquet")
    assert "would overwrite big/p1.parquet" in refused("link.parquet", "big/p?.parquet")


def test_redirected_streams(monkeypatch):
    with open("pairs.csv") as stdin, open("pairs.csv", "a") as stdout:
        monkeypatch.setattr(sys, "stdin", stdin)
        assert "would overwrite the file on standard input" in refused("pairs.csv", "-")
        assert refused("other.csv", "-") is None
        monkeypatch.setattr(sys, "stdout", stdout)
        assert "would overwrite pairs.csv" in refused("-", "pairs.csv")
    with open(os.devnull, "r+") as nothing:
        monkeypatch.setattr(sys, "stdin", nothing)
        monkeypatch.setattr(sys, "stdout", nothing)
        assert refused("-", "-") is None
        assert refused(os.devnull, "-") is None
