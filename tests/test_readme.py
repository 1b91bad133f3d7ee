"""What the README and the documentation say is so."""

import contextlib
import io
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


def name_of(page):
    return page.relative_to(ROOT).as_posix()


def blocks(page, language):
    return re.findall(rf"^```{language}\n(.*?)^```$", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


def commands_ending_in(end):
    return [line for block in blocks(ROOT / "README.md", "sh") for line in block.splitlines() if line.endswith(end)]


def test_demo_command_does_all_the_setup():
    (command,) = commands_ending_in("frenemy demo")
    assert command.startswith("python3 -m venv .venv && .venv/bin/python -m pip install ")


def test_ci_runs_the_test_command_literally():
    (command,) = commands_ending_in("pytest")
    assert command.startswith("python3 -m venv .venv && .venv/bin/python -m pip install ")
    lines = (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()
    assert [line.strip() for line in lines if line.endswith("-m pytest")] == [command]


@pytest.mark.research  # which uses many extras
@pytest.mark.parametrize("page", [page for page in PAGES if blocks(page, "python")], ids=name_of)
def test_examples_print_what_they_say(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    check_prints(page, blocks(page, "python"))


def test_first_example_of_the_readme():
    check_prints(ROOT / "README.md", blocks(ROOT / "README.md", "python")[:1])


def check_prints(page, texts):
    """Each ``print(...)  # text`` prints that text; the blocks of a page share their names."""
    names = {}
    for block in texts:
        expected = re.findall(r"^print\(.*\)  # (.*)$", block, re.MULTILINE)
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile(block, str(page), "exec"), names)
        assert printed.getvalue().splitlines() == expected


@pytest.mark.parametrize("page", [*PAGES, *sorted(ROOT.glob("[CS]*.md")), ROOT / "cpp" / "README.md"], ids=name_of)
def test_links_lead_somewhere(page):
    for path, anchor in re.findall(r"\]\(([^)#]*)#?([^)]*)\)", without_code(page)):
        if "://" not in path:
            target = (page.parent / path) if path else page
            assert target.exists(), path
            assert not anchor or anchor in anchors(target), f"{path}#{anchor}"


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_no_line_is_lost_as_a_comment(page):
    """MyST leaves out a line that begins with a percent sign, such as the second half of "2.4 %"."""
    assert re.findall(r"^\s*%.*$", without_code(page), re.MULTILINE) == []


def without_code(page):
    return re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)


def anchors(page):
    """Names given as ``(name)=``, and headings in lower case with hyphens for spaces and without punctuation."""
    text = without_code(page)
    titles = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    names = re.findall(r"^\((.*)\)=$", text, re.MULTILINE)
    return {*names, *(re.sub(r"[^\w-]", "", title.lower().replace(" ", "-")) for title in titles)}


def test_versions_agree():
    import frenemy

    pyproject = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert re.search(r'^version = "(.*)"$', pyproject, re.MULTILINE)[1] == frenemy.__version__
    assert re.search(r"^version: (.*)$", citation, re.MULTILINE)[1] == frenemy.__version__


def test_the_map_of_the_core_names_every_folder():
    text = (ROOT / "cpp" / "README.md").read_text(encoding="utf-8")
    headers, sources = ROOT / "cpp" / "include" / "frenemy", ROOT / "cpp" / "src"
    folders = {file.parent.relative_to(headers).as_posix() for file in headers.rglob("*.hpp")}
    assert [folder for folder in sorted(folders) if f"| `{folder}` |" not in text] == []
    without_headers = {file.parent.relative_to(sources).as_posix() for file in sources.rglob("*.cpp")} - folders
    assert without_headers == set()


def test_every_public_name_is_documented():
    import frenemy

    text = "\n".join(page.read_text(encoding="utf-8") for page in (ROOT / "docs").rglob("*.md"))
    documented = set(re.findall(r"^\.\. (?:auto\w+|data):: (?:frenemy\.)?(\w+)", text, re.MULTILINE))
    assert set(frenemy.__all__) - documented == set()


@pytest.mark.parametrize("page", ["README.md", "docs/reference/solvers.md"])
def test_solvers_are_listed_in_the_order_of_the_catalogue(page):
    import frenemy

    text = (ROOT / page).read_text(encoding="utf-8")
    names = [solver.__name__ for solver in frenemy.SOLVERS.values()]
    listed = re.findall(r"^\| (?:\{class\}`~frenemy\.|`)(\w+)(?:\(\))?` \|", text, re.MULTILINE)
    assert [name for name in listed if name in names] == names
    if page == "docs/reference/solvers.md":
        sections = re.findall(r"^## (\w+)$", text, re.MULTILINE)
        assert [name for name in sections if name in names] == names
