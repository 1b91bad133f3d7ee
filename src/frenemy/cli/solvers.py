"""``frenemy solvers``: what there is to choose from."""

from __future__ import annotations

import dataclasses
import inspect
import json
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from frenemy.cli.solver_choice import default_of, fields_of, name_of, shown
from frenemy.solvers import DEFAULT, SOLVERS, Solver


def solvers(as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False) -> None:
    """List the solvers and their parameters.

    ```
    frenemy solvers
    frenemy cluster pairs.csv --solver adaptive_icm --param order=random
    ```
    """
    default = name_of(DEFAULT)
    if as_json:
        described = {
            name: {"about": _about(solver), "parameters": _parameters(solver), "is_default": name == default}
            for name, solver in SOLVERS.items()
        }
        print(json.dumps(described))
        return
    table = Table("solver", "what it does", "parameters", box=None, pad_edge=False, padding=(0, 2, 1, 0))
    for name, solver in SOLVERS.items():
        parameters = "\n".join(f"{key}={value}" for key, value in _parameters(solver).items())
        table.add_row(f"{name}\n(default)" if name == default else name, _about(solver), parameters or "none")
    Console().print(table)


def _about(solver: type[Solver]) -> str:
    return (inspect.getdoc(solver) or "").split("\n")[0]


def _parameters(solver: type[Solver]) -> dict[str, str]:
    defaults = {field.name: default_of(field) for field in fields_of(solver)}
    return {name: "" if value is dataclasses.MISSING else shown(value) for name, value in defaults.items()}
