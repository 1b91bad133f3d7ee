"""Change single operators in the core and count how many changes the tests notice.

``python tests/mutation_check.py --mutants 20`` draws changes at random (``--seed``) and runs the tests of that topic on
each. With ``--list``, it writes the changes as JSON; ``--from FILE --root TREE`` tries the same changes, found by the
text of their lines, on another version of the project. Needs an environment with all extras and a compiler.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from dataclasses import asdict, dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]

#: Where changes are made, and the tests that are to notice.
TOPICS = {
    "src/frenemy/problem": ("tests/problem",),
    "src/frenemy/constraints": ("tests/constraints", "tests/problem"),
    "src/frenemy/bounds": ("tests/bounds", "tests/solving/test_certify.py", "tests/solvers/test_exact.py"),
    "src/frenemy/solving": ("tests/solving", "tests/constraints"),
    "src/frenemy/explain": ("tests/explain",),
    "cpp/src/core": ("tests/problem", "tests/solvers", "tests/constraints"),
    "cpp/src/bounds": ("tests/bounds", "tests/solvers"),
    "cpp/src/multilevel": ("tests/solvers",),
}
SWAPS = {
    " < ": " <= ",
    " > ": " >= ",
    " <= ": " < ",
    " >= ": " > ",
    " == ": " != ",
    " != ": " == ",
    " + ": " - ",
    " - ": " + ",
    " * ": " + ",
    " += ": " -= ",
    " -= ": " += ",
    " and ": " or ",
    " or ": " and ",
    " && ": " || ",
    " || ": " && ",
    " if not ": " if ",
    "std::min(": "std::max(",
    "std::max(": "std::min(",
    "continue;": "break;",
}


@dataclass(frozen=True)
class Mutant:
    file: str
    line: str
    changed: str
    topic: str


def code_lines(path: Path) -> list[str]:
    """Lines of code: no comments, no docstrings, no messages, no declarations of types."""
    text = path.read_text(encoding="utf-8")
    text = re.sub(r'""".*?"""', "", text, flags=re.DOTALL)
    lines = [line.strip() for line in text.splitlines()]
    skipped = (
        "#",
        "//",
        "import ",
        "from ",
        "template",
        "raise ",
        "def ",
        "class ",
        "type ",
        '"',
        "f'",
        'f"',
        "assert",
    )
    return [line for line in lines if line and not line.startswith(skipped) and '"' not in line and "|" not in line]


def candidates(root: Path, known: set[str] | None) -> list[Mutant]:
    found = []
    for topic in TOPICS:
        for path in sorted((root / topic).rglob("*.?*")):
            if path.suffix not in (".py", ".cpp"):
                continue
            lines = code_lines(path)
            for line in lines:
                if lines.count(line) > 1 or (known is not None and line not in known):
                    continue
                for old, new in SWAPS.items():
                    if line.count(old) == 1:
                        found.append(Mutant(path.relative_to(root).as_posix(), line, line.replace(old, new), topic))
    return found


def draw(root: Path, count: int, seed: int, known: set[str] | None) -> list[Mutant]:
    """As many from each topic."""
    rng = random.Random(seed)
    by_topic = {topic: [m for m in candidates(root, known) if m.topic == topic] for topic in TOPICS}
    for mutants in by_topic.values():
        rng.shuffle(mutants)
    drawn: list[Mutant] = []
    while len(drawn) < count and any(by_topic.values()):
        for mutants in by_topic.values():
            if mutants and len(drawn) < count:
                drawn.append(mutants.pop())
    return drawn


def place_of(root: Path, mutant: Mutant) -> Path | None:
    """The file of another version that holds the line: the one of that name if several do."""
    suffix = Path(mutant.file).suffix
    files = [p for top in ("src", "cpp") for p in (root / top).rglob(f"*{suffix}") if mutant.line in code_lines(p)]
    named = [p for p in files if p.name == Path(mutant.file).name]
    return (named or files or [None])[0]  # type: ignore[list-item]


def build(root: Path, folder: Path) -> bool:
    command = [
        sys.executable,
        "-m",
        "pip",
        "install",
        "--quiet",
        "--no-deps",
        "--upgrade",
        "--target",
        folder / "built",
    ]
    done = subprocess.run(
        [*command, root, f"-Cbuild-dir={folder / 'build'}"], capture_output=True, text=True, check=False
    )
    if done.returncode:
        return False
    for module in (folder / "built" / "frenemy").glob("_core*"):
        shutil.copy2(module, root / "src" / "frenemy")
    return True


def is_noticed(root: Path, tests: tuple[str, ...]) -> bool:
    """Whether a test fails, or does not end."""
    environment = os.environ | {"PYTHONPATH": str(root / "src")}
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-n2", "--timeout=60", "-p", "no:cacheprovider", *tests]
    try:
        done = subprocess.run(command, cwd=root, env=environment, capture_output=True, timeout=600, check=False)
    except subprocess.TimeoutExpired:
        return True
    if done.returncode not in (0, 1, 2):  # all passed, some failed, ended at the first that failed
        print(done.stdout.decode()[-800:], done.stderr.decode()[-800:])
    return done.returncode != 0


def attempt(mutant: Mutant, root: Path, folder: Path, tests: tuple[str, ...]) -> str:
    path = place_of(root, mutant)
    if path is None:
        return "no such line"
    text = path.read_text(encoding="utf-8")
    try:
        path.write_text(text.replace(mutant.line, mutant.changed, 1), encoding="utf-8")
        if path.suffix == ".cpp" and not build(root, folder):
            return "does not compile"
        return "noticed" if is_noticed(root, tests) else "MISSED"
    finally:
        path.write_text(text, encoding="utf-8")
        if path.suffix == ".cpp":
            build(root, folder)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--mutants", type=int, default=20)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--root", type=Path, default=ROOT, help="the tree to change (a copy of it is)")
    parser.add_argument("--shared-with", type=Path, help="only lines that this other tree has, too")
    parser.add_argument("--list", type=Path, help="write the changes to this file, and end")
    parser.add_argument("--from", dest="listed", type=Path, help="take the changes from this file")
    parser.add_argument("--tests", nargs="*", default=[], metavar="TOPIC=FILES", help="tests of a topic, if others")
    given = parser.parse_args()
    known = None
    if given.shared_with is not None:
        paths = [p for top in ("src", "cpp") for p in (given.shared_with / top).rglob("*.?*")]
        known = {line for p in paths if p.suffix in (".py", ".cpp") for line in code_lines(p)}
    if given.listed is not None:
        mutants = [Mutant(**row) for row in json.loads(given.listed.read_text())]
    else:
        mutants = draw(given.root, given.mutants, given.seed, known)
    if given.list is not None:
        given.list.write_text(json.dumps([asdict(mutant) for mutant in mutants], indent=1) + "\n")
        return
    tests = TOPICS | {name: tuple(files.split(",")) for name, _, files in (pair.partition("=") for pair in given.tests)}
    counts: dict[str, int] = {}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        root = folder / "tree"
        ignored = shutil.ignore_patterns(".git", "node_modules", "build", ".venv", "__pycache__")
        shutil.copytree(given.root, root, ignore=ignored)
        is_built = any((root / "src" / "frenemy").glob("_core*.so"))
        if not is_built or any(mutant.file.endswith(".cpp") for mutant in mutants):
            build(root, folder)
        for topic in dict.fromkeys(mutant.topic for mutant in mutants):
            if is_noticed(root, tests[topic]):
                sys.exit(f"the tests of {topic} fail without any change: {' '.join(tests[topic])}")
        for mutant in mutants:
            outcome = attempt(mutant, root, folder, tests[mutant.topic])
            counts[outcome] = counts.get(outcome, 0) + 1
            print(f"{outcome:16} {mutant.file}: {mutant.line}  ->  {mutant.changed}", flush=True)
    print(", ".join(f"{count} {outcome}" for outcome, count in sorted(counts.items())))


if __name__ == "__main__":
    main()
