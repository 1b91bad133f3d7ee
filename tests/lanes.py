"""Which tests run together: a lane is a marker that a test gets from its folder.

A test without a lane runs by default. A marker on a test or a file wins over that of its folder.
"""

from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parent

#: Lanes besides the default one, and the folders and files that are theirs. Tests that open a browser are found by
#: their fixture.
LANES = {
    "browser": (),
    "cluster": ("engines",),
    "apps": (
        "apps",
        "affinity",
        "web",
        "napari_plugin",
        "notebook",
        "plot",
        "cli/test_serve.py",
        "cli/test_serve_clustering.py",
        "tables/test_pandas_frames.py",
        "tables/test_splink_tables.py",
        "test_estimator.py",
    ),
    "research": ("experiments", "benchmarks", "comparators", "test_examples.py"),
}
DEFAULT = " and ".join(f"not {lane}" for lane in LANES)

#: What the sanitized core runs, too: everything that reaches C++ without a file, a table or a page in between. Where
#: the comparators and pictures call the same C++ many times over, a part of their tests stands for all.
SANITIZED = (
    "problem",
    "run/test_run.py",
    "constraints",
    "bounds",
    "solvers",
    "solving",
    "explain",
    "posterior",
    "affinity/image/kernels",
    "affinity/image/test_matting.py",
    "affinity/volume",
    "comparators/messages/test_message_passing.py",
    "comparators/messages/test_potts.py",
    "test_binary.py",
    "test_partition.py",
)
#: Of these, what the plain run shows as well: labels that depend on rounding, and the solver on the card, written again
#: in NumPy.
NOT_SANITIZED = ("solving/test_labels_table.py", "solvers/gpu")


def is_within(place: str, folders: tuple[str, ...]) -> bool:
    return any(place == folder or place.startswith(f"{folder}/") for folder in folders)


def lane_of(place: str) -> str | None:
    """The lane of a file of tests, by its path below ``tests``; None for the default one."""
    return next((lane for lane, folders in LANES.items() if is_within(place, folders)), None)


def assign(item: pytest.Item) -> None:
    """Give a test the markers of its lanes."""
    if not item.path.is_relative_to(TESTS):
        return
    place = item.path.relative_to(TESTS).as_posix()
    if not any(item.get_closest_marker(lane) for lane in LANES):
        lane = "browser" if "browser" in getattr(item, "fixturenames", ()) else lane_of(place)
        if lane is not None:
            item.add_marker(lane)
    # Ctrl-C is pressed in children that take seconds to start with sanitizers, and reaches no other C++.
    is_sanitized = is_within(place, SANITIZED) and not is_within(place, NOT_SANITIZED) and "ctrl_c" not in item.name
    if is_sanitized and not any(item.get_closest_marker(other) for other in ("browser", "not_sanitized")):
        item.add_marker("sanitizers")
    if item.get_closest_marker("research") and not item.get_closest_marker("timeout"):
        item.add_marker(pytest.mark.timeout(600))  # whole experiments


def choose_default(config: pytest.Config) -> None:
    """All tests without a choice of lane or files mean the default lane."""
    is_all = all(Path(argument).resolve() in (TESTS, TESTS.parent) for argument in config.args)
    if is_all and not config.option.markexpr and not config.option.keyword:
        config.option.markexpr = DEFAULT


def is_left_out(path: Path, config: pytest.Config) -> bool:
    """Whether no test of a file can be in the lane that runs, so that it need not be imported."""
    chosen = config.option.markexpr
    if path.suffix != ".py" or not path.is_relative_to(TESTS) or chosen not in (DEFAULT, "sanitizers", *LANES):
        return False
    place = path.relative_to(TESTS).as_posix()
    if chosen == DEFAULT:
        return lane_of(place) is not None
    if chosen == "sanitizers":
        return not is_within(place, SANITIZED) or is_within(place, NOT_SANITIZED)
    word = "browser" if chosen == "browser" else f"mark.{chosen}"  # a fixture, or a marker of single tests
    return lane_of(place) != chosen and word not in path.read_text(encoding="utf-8")
