"""Give a function the fields of a class of options as keyword parameters, with their documentation."""

from __future__ import annotations

import functools
import inspect
import textwrap
from collections.abc import Callable
from dataclasses import fields
from typing import Any, ParamSpec, Protocol, TypeVar

P = ParamSpec("P")
Result = TypeVar("Result")
Returned = TypeVar("Returned", covariant=True)

_PLACE = "**options"  # where a docstring wants the documentation of the options
_WIDTH = 110


class TakesOptions(Protocol[P, Returned]):
    """A function of one or two tables, and options."""

    __name__: str

    def __call__(self, first: Any, second: Any = None, /, *args: P.args, **options: P.kwargs) -> Returned: ...


def takes_options(options: Callable[P, Any]) -> Callable[[Callable[..., Result]], TakesOptions[P, Result]]:
    """Decorate a function of positional parameters and ``options``, an instance of a frozen dataclass.

    The decorated function takes the fields of the class as keyword parameters instead. A line ``**options`` in its
    docstring is replaced by the meaning of each one.

    Examples
    --------
    >>> from frenemy.tables.option_parameters import takes_options
    >>> from frenemy.tables.options import NullOptions
    >>> @takes_options(NullOptions)
    ... def rows(table, /, *, options):
    ...     return table, options.nulls
    >>> rows("pairs.csv", nulls="drop")
    ('pairs.csv', 'drop')
    >>> import inspect
    >>> inspect.signature(rows)
    <Signature (table, /, *, nulls: 'Nulls' = 'error')>
    """

    def decorate(function: Callable[..., Result]) -> TakesOptions[P, Result]:
        kind: Any = options
        names = {one.name for one in fields(kind)}
        signature = _signature(function, kind)

        @functools.wraps(function)
        def call(*positional: Any, **given: Any) -> Result:
            try:
                signature.bind(*positional, **given)
            except TypeError as error:
                raise TypeError(f"{function.__name__}() {error}") from None
            own = {name: value for name, value in given.items() if name not in names}
            chosen = {name: value for name, value in given.items() if name in names}
            return function(*positional, **own, options=kind(**chosen))

        call.__signature__ = signature  # type: ignore[attr-defined]
        call.__doc__ = _documented(function.__doc__ or "", kind)
        return call

    return decorate


def _signature(function: Callable[..., Any], options: Any) -> inspect.Signature:
    own = inspect.signature(function)
    positional = [parameter for parameter in own.parameters.values() if parameter.name != "options"]
    named = [
        inspect.Parameter(one.name, inspect.Parameter.KEYWORD_ONLY, default=one.default, annotation=one.type)
        for one in fields(options)
    ]
    return own.replace(parameters=[*positional, *named])


def _documented(text: str, options: Any) -> str:
    place = next((line for line in text.splitlines() if line.strip() == _PLACE), None)
    if place is None:
        return text
    indent = place.removesuffix(_PLACE)
    lines: list[str] = []
    for one in fields(options):
        lines.append(f"{indent}{one.name} : {one.type}")
        inner = f"{indent}    "
        lines += textwrap.wrap(one.metadata["meaning"], _WIDTH, initial_indent=inner, subsequent_indent=inner)
    return text.replace(place, "\n".join(lines), 1)
