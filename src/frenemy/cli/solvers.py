"""``frenemy solvers``: the catalogue of solvers."""

from __future__ import annotations

import dataclasses
import inspect
import json
import re
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from frenemy.cli.clustering.solver_choice import default_of, fields_of, name_of, shown
from frenemy.solvers import DEFAULT, ON_CARD, PROVING, SOLVERS, Solver


def solvers(as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False) -> None:
    """List the solvers, when to choose which, and their parameters.

    By default, `automatic` picks one by the size of the problem and the time limit: a good choice for most.

    ```
    frenemy solvers
    frenemy cluster pairs.csv --solver adaptive_icm --param order=random
    ```
    """
    default = name_of(DEFAULT)
    if as_json:
        described = {
            name: {
                "about": _about(solver),
                "choose": _choose(solver),
                "parameters": _parameters(solver),
                "is_default": name == default,
            }
            for name, solver in (SOLVERS | PROVING | ON_CARD).items()
        }
        print(json.dumps(described))
        return
    table = Table(
        "solver, parameters", "what it does, and when to choose it", box=None, pad_edge=False, padding=(0, 2, 1, 0)
    )
    table.columns[0].no_wrap = True
    for name, solver in (SOLVERS | PROVING | ON_CARD).items():
        head = f"{name} (default)" if name == default else name
        parameters = [f"  {key}={value}" for key, value in _parameters(solver).items()]
        table.add_row("\n".join((head, *parameters)), f"{_about(solver)}\nChoose it {_choose(solver)}.")
    Console().print(table)


def _about(solver: type[Solver]) -> str:
    return _plain((inspect.getdoc(solver) or "").split("\n")[0])


def _choose(solver: type[Solver]) -> str:
    """The rest of the docstring's sentence that begins with "Choose it"."""
    found = re.search(r"Choose it (.*?)\.(?: |$)", " ".join((inspect.getdoc(solver) or "").split()))
    return "" if found is None else _plain(found[1])


def _plain(text: str) -> str:
    """The text without reStructuredText markup."""
    return re.sub(r":\w+:`[~.]*([^`]*)`|``(.*?)``", r"\1\2", text)


def _parameters(solver: type[Solver]) -> dict[str, str]:
    defaults = {field.name: default_of(field) for field in fields_of(solver)}
    return {name: "" if value is dataclasses.MISSING else shown(value) for name, value in defaults.items()}
