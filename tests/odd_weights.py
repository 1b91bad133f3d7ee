"""Where tests solve made-up weights, of which ``solve`` says that they look odd; everywhere else that is an error.

Users meet the front door in the other folders: solving, problem, tables, cli, io and apps/records.
"""

import lanes
import pytest

#: Folders and files of tests.
MADE_UP = (
    "affinity",
    "apps/faces",
    "apps/segmentation",
    "benchmarks",
    "bounds",
    "comparators",
    "constraints",
    "engines",
    "experiments",
    "explain",
    "fuzz",
    "napari_plugin",
    "notebook",
    "plot",
    "posterior",
    "report",
    "run",
    "solvers",
    "test_estimator.py",
    "test_examples.py",
    "test_partition.py",
    "web",
)

may_look_odd = pytest.mark.filterwarnings("ignore:this looks odd:UserWarning")


def allow(item: pytest.Item) -> None:
    """Let a test of these folders pass although something looks odd."""
    if item.path.is_relative_to(lanes.TESTS):
        place = item.path.relative_to(lanes.TESTS).as_posix()
        if lanes.is_within(place, MADE_UP):
            item.add_marker(may_look_odd, append=False)
