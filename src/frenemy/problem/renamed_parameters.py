"""Deprecated names of parameters: accepted with a DeprecationWarning that gives the new name."""

from __future__ import annotations

import functools
import warnings
from collections.abc import Callable
from typing import Any, TypeVar, cast

Decorated = TypeVar("Decorated", bound=Callable[..., Any])


def renamed_parameters(**new_names: str) -> Callable[[Decorated], Decorated]:
    """Decorate a function or dataclass with renamed parameters, given as ``old="new"``.

    Examples
    --------
    >>> import warnings
    >>> @renamed_parameters(most="max_pairs")
    ... def limit(*, max_pairs=10):
    ...     return max_pairs
    >>> with warnings.catch_warnings(record=True) as caught:
    ...     warnings.simplefilter("always")
    ...     limit(most=3), str(caught[0].message)
    (3, 'limit: most is now called max_pairs')
    """

    def decorate(decorated: Decorated) -> Decorated:
        if isinstance(decorated, type):
            decorated.__init__ = _accept_old(decorated.__init__, decorated.__name__, new_names)  # type: ignore[misc]
            for old, new in new_names.items():
                setattr(decorated, old, _old_field(decorated.__name__, old, new))
            decorated.__setstate__ = _load_old(getattr(decorated, "__setstate__", None), new_names)  # type: ignore[attr-defined]
            return decorated
        return cast(Decorated, _accept_old(decorated, decorated.__name__, new_names))

    return decorate


def _accept_old(function: Any, title: str, new_names: dict[str, str]) -> Any:
    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        for old in new_names.keys() & kwargs.keys():
            new = new_names[old]
            if new in kwargs:
                raise TypeError(f"{title}: {old} is now called {new}; give only {new}")
            warnings.warn(f"{title}: {old} is now called {new}", DeprecationWarning, stacklevel=2)
            kwargs[new] = kwargs.pop(old)
        return function(*args, **kwargs)

    return call


def _load_old(load_state: Any, new_names: dict[str, str]) -> Callable[[Any, dict[str, Any]], None]:
    """For objects that were pickled with the old names."""

    def load(self: Any, state: dict[str, Any]) -> None:
        renamed = {new_names.get(name, name): value for name, value in state.items()}
        if load_state is None:
            self.__dict__.update(renamed)
        else:
            load_state(self, renamed)

    return load


def _old_field(title: str, old: str, new: str) -> property:
    def get(self: Any) -> Any:
        warnings.warn(f"{title}: {old} is now called {new}", DeprecationWarning, stacklevel=2)
        return getattr(self, new)

    return property(get, doc=f"Deprecated: use ``{new}``.")
