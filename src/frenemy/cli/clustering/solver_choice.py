"""Make a solver from ``--solver NAME --param field=value``."""

from __future__ import annotations

import ast
import dataclasses
from collections.abc import Sequence
from typing import Any

import typer

from frenemy.solvers import DEFAULT, ON_CARD, PROVING, SOLVERS, Solver, solver_by_name


def choose(name: str | None, params: Sequence[str]) -> Solver:
    """The solver; a usage error that lists the choices if the name or a parameter is unknown."""
    if name is None:
        made = type(DEFAULT), {field.name: getattr(DEFAULT, field.name) for field in fields_of(type(DEFAULT))}
    else:
        try:
            made = solver_by_name(name), {}
        except ValueError as error:
            raise typer.BadParameter(str(error), param_hint="--solver") from None
    solver, values = made
    for param in params:
        field, value = _parsed(solver, param)
        values[field] = value
    try:
        return solver(**values)
    except (TypeError, ValueError) as error:
        raise typer.BadParameter(str(error), param_hint="--param") from None


def name_of(solver: Solver) -> str:
    """The name of a solver for ``--solver``."""
    return next(
        (name for name, kind in (SOLVERS | PROVING | ON_CARD).items() if kind is type(solver)), type(solver).__name__
    )


def fields_of(solver: type[Solver]) -> tuple[dataclasses.Field[Any], ...]:
    """The parameters of a solver."""
    return dataclasses.fields(solver) if dataclasses.is_dataclass(solver) else ()


def default_of(field: dataclasses.Field[Any]) -> Any:
    """A parameter's default; ``dataclasses.MISSING`` if it must be given."""
    if field.default_factory is not dataclasses.MISSING:
        return field.default_factory()
    return field.default


def shown(value: Any) -> str:
    """A parameter's value as it would be typed."""
    is_plain_solver = type(value) in SOLVERS.values() and not changed_parameters(value)
    return name_of(value) if is_plain_solver else str(value)


def changed_parameters(solver: Solver) -> dict[str, Any]:
    """The parameters of a solver that differ from their defaults."""
    values = {field.name: (getattr(solver, field.name), default_of(field)) for field in fields_of(type(solver))}
    return {name: value for name, (value, default) in values.items() if value != default}


def _parsed(solver: type[Solver], param: str) -> tuple[str, Any]:
    name, equals, text = param.partition("=")
    name = name.strip().replace("-", "_")
    if not equals:
        raise typer.BadParameter(f"expected name=value, got {param!r}", param_hint="--param")
    fields = {field.name: field for field in fields_of(solver)}
    if name not in fields:
        known = ", ".join(f"{key}={shown(default_of(field))}" for key, field in fields.items())
        has = f"it has {known}" if fields else "it has none"
        raise typer.BadParameter(f"{solver.__name__} has no parameter {name!r}; {has}", param_hint="--param")
    try:
        return name, _value(text.strip(), default_of(fields[name]))
    except ValueError as error:
        raise typer.BadParameter(f"{name}: {error}", param_hint="--param") from None


def _value(text: str, default: Any) -> Any:
    """The text as a value of the default's type."""
    if isinstance(default, str):
        return text
    if isinstance(default, bool):
        if text.lower() not in ("true", "false"):
            raise ValueError(f"expected true or false, got {text!r}")
        return text.lower() == "true"
    if type(default) in SOLVERS.values():
        return solver_by_name(text)()
    if isinstance(default, int):
        return int(text)
    if isinstance(default, float):
        return float(text)
    if text.lower() == "none":
        return None
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError):
        return text
