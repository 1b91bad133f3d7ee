"""What the examples in docstrings print is so."""

import doctest
import importlib
import pkgutil

import pytest

import frenemy

MODULES = [
    module.name
    for module in pkgutil.walk_packages(frenemy.__path__, "frenemy.")
    if not module.name.startswith(("frenemy._core", "frenemy.__main__", "frenemy.cli", "frenemy.napari_plugin"))
]  # the plugin, which has no examples, imports all of napari, warnings included


# What is built on the core needs extras that the default lane does without.
EXTRAS = ("affinity", "apps", "comparators", "engines", "estimator", "plot", "tables.readers", "web")


def in_its_lane(name):
    return pytest.param(name, marks=pytest.mark.research if is_within(name, EXTRAS) else ())


def is_within(name, rooms):
    return any(f"{name}.".startswith(f"frenemy.{room}.") for room in rooms)


@pytest.mark.parametrize("name", [in_its_lane(name) for name in MODULES])
def test_examples_print_what_they_say(name):
    try:
        module = importlib.import_module(name)
    except ImportError as error:
        if "pip install" not in str(error):
            raise
        pytest.skip(str(error))  # of an extra that tests do without, as it is large
    failed, _ = doctest.testmod(module, optionflags=doctest.ELLIPSIS)
    assert failed == 0


def test_every_solver_shows_an_example_and_says_when_to_choose_it():
    for solver in frenemy.SOLVERS.values():
        assert ">>> " in solver.__doc__, solver
        assert "Choose it " in " ".join(solver.__doc__.split()), solver
