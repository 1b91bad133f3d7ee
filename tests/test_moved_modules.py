"""Old paths of documented modules."""

import importlib
import sys

import pytest

from frenemy.moved_modules import MOVED


@pytest.mark.parametrize("old", MOVED)
def test_an_old_path_imports_and_names_the_new_one(old):
    sys.modules.pop(old, None)
    parent = old.rpartition(".")[0]
    if parent in MOVED:
        sys.modules.pop(parent, None)
        with pytest.warns(DeprecationWarning, match="has moved"):
            importlib.import_module(parent)
    with pytest.warns(DeprecationWarning, match=f"{old} has moved to {MOVED[old]}"):
        moved = importlib.import_module(old)
    new = importlib.import_module(MOVED[old])
    public = [name for name in vars(new) if not name.startswith("_")]
    assert all(getattr(moved, name) is getattr(new, name) for name in public)


def test_an_unknown_path_is_still_an_error():
    with pytest.raises(ModuleNotFoundError, match="frenemy.nothing"):
        importlib.import_module("frenemy.nothing")
