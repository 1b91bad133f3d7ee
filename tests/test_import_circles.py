"""No import circles between modules, nor by imports inside functions; imports for type checkers do not count."""

import ast
import graphlib
from pathlib import Path

import pytest

import frenemy

ROOT = Path(frenemy.__file__).parent


def module_of(path: Path) -> str:
    parts = path.relative_to(ROOT.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {module_of(path): path for path in ROOT.rglob("*.py")}


def imported_by(path: Path) -> set[str]:
    """The modules of the package that a file imports, at the top or inside functions."""
    found = set()
    waiting: list[ast.AST] = [ast.parse(path.read_text(encoding="utf-8"))]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            waiting += node.orelse
            continue
        if isinstance(node, ast.ImportFrom) and node.module:
            for name in node.names:
                full = f"{node.module}.{name.name}"
                found.add(full if full in MODULES else node.module)
        elif isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        waiting += ast.iter_child_nodes(node)
    return found & MODULES.keys()


def test_there_are_no_circles():
    # Every module imports its packages, whose __init__ may import it in turn to list its names.
    graph = {name: imported_by(path) for name, path in MODULES.items() if path.name != "__init__.py"}
    packages = {name: imported_by(path) for name, path in MODULES.items() if path.name == "__init__.py"}

    def resolved(names: set[str], of: str) -> set[str]:
        """Modules, with those that a package lists in place of the package."""
        found: set[str] = set()
        for name in names - {"frenemy"}:
            if name in packages:
                found |= {one for one in packages[name] if one in graph}
            else:
                found.add(name)
        return found - {of}

    try:
        list(graphlib.TopologicalSorter({name: resolved(names, name) for name, names in graph.items()}).static_order())
    except graphlib.CycleError as error:
        pytest.fail(" <- ".join(error.args[1]))
