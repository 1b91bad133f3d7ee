"""Public names that are loaded on first use: those that need an extra or take long to import."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any


def lazy_names(package: str, modules: Mapping[str, str]) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """``__getattr__`` and ``__dir__`` of a package whose public names are in other modules.

    Parameters
    ----------
    package : str
        Its ``__name__``.
    modules : mapping of str to str
        The module of each name; a module of the package is a name itself.
    """

    def get(name: str) -> Any:
        if name not in modules:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        module = import_module(modules[name])
        value = module if modules[name] == f"{package}.{name}" else getattr(module, name)
        setattr(sys.modules[package], name, value)
        return value

    def names() -> list[str]:
        """The public names alone: modules that were imported on the way are not for users."""
        return sorted(sys.modules[package].__all__)

    return get, names
