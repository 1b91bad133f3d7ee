"""Interactive segmentation measured: the protocol's scores, each method on a generated picture, and the command."""

import csv
from dataclasses import replace
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest

import frenemy as fr

ROOT = Path(__file__).resolve().parents[2]

pytest.importorskip("skimage")


@pytest.fixture
def protocol(importable):  # noqa: ARG001
    from experiments.segmentation.data import protocol

    if not protocol.is_there():
        pytest.skip("the protocol is not beside the repository: ../shared/tools/strokes.py")
    return protocol.protocol()


def random_map(seed, shape=(40, 55), n_labels=6, side=8):
    """Blocks of labels: parts of all sizes, some labels in several of them."""
    rng = np.random.default_rng(seed)
    blocks = rng.integers(n_labels, size=(shape[0] // side + 1, shape[1] // side + 1))
    return np.kron(blocks, np.ones((side, side), int))[: shape[0], : shape[1]]


# -------------------------------------------------------------------------------------------------------------- scores


@pytest.mark.parametrize("seed", range(5))
def test_scores_are_those_of_the_protocol(protocol, seed):
    from experiments.segmentation.data.scores import scores

    reference = protocol.components(random_map(seed))
    for found in (random_map(seed + 100), reference, np.zeros_like(reference)):
        theirs = protocol.score(reference, found)
        ours = scores(reference, found)
        names = {"covering": "cov", "ari": "ari", "boundary_f": "F", "k": "k", "k_found": "kp", "k_error": "dk"}
        assert ours == pytest.approx({name: theirs[their] for name, their in names.items()})


def test_scores_of_two_halves():
    from experiments.segmentation.data.scores import scores

    halves = np.repeat([[0, 1]], 10, axis=0).repeat(10, axis=1)  # 10 x 20
    assert scores(halves, 7 - halves) == pytest.approx(
        {"covering": 1.0, "ari": 1.0, "boundary_f": 1.0, "k": 2, "k_found": 2, "k_error": 0}
    )
    whole = scores(halves, np.zeros_like(halves))
    assert whole["covering"] == pytest.approx(0.5)  # each half is half of the union
    assert (whole["boundary_f"], whole["k_error"]) == (0.0, 1)


# ------------------------------------------------------------------------------------------------------------- methods


def generated(seed=0):
    from experiments.segmentation.data.cases import _generated

    return _generated(seed)


def known():
    from experiments.segmentation.methods.methods import methods

    return methods(quick=True, scale=1.0)


def test_generated_strokes_lie_on_the_boundary():
    from scipy.ndimage import distance_transform_edt

    from experiments.segmentation.data.edges import drawn
    from experiments.segmentation.data.scores import boundary

    scene = generated()
    away = distance_transform_edt(~boundary(scene.reference))
    lengths = []
    for share in (0.2, 0.4, 0.8):
        mask = drawn(scene.picture.shape, scene.strokes(share))
        assert away[mask].max() < 3.0
        lengths.append(int(mask.sum()))
    assert lengths[0] < lengths[1] < lengths[2]


@pytest.mark.parametrize(
    ("name", "least"),
    [
        ("live wires", 0.95),
        ("seeded merging", 0.95),
        ("learned weights, GAEC", 0.95),
        ("watershed, gradient", 0.4),
        ("watershed, distance", 0.4),
    ],
)
def test_peers_find_what_is_drawn(name, least):
    from experiments.segmentation.data.scores import covering

    scene = generated()
    labels = known()[name].call(scene.picture, scene.strokes(0.8))
    assert labels.shape == scene.reference.shape
    assert covering(scene.reference, labels) >= least


@pytest.mark.parametrize(
    "name", ["live wires", "seeded merging", "learned weights, GAEC", "watershed, gradient", "watershed, distance"]
)
@pytest.mark.parametrize("strokes", [[], [np.array([[3.0, 3.0], [3.2, 3.1]])], [np.array([[-5.0, 2.0], [90.0, 2.0]])]])
def test_peers_take_any_strokes(name, strokes):
    picture = generated().picture[:30, :40]
    assert known()[name].call(picture, strokes).shape == (30, 40)


def test_wires_close_a_gap():
    from experiments.segmentation.methods.live_wire import live_wires

    picture = np.zeros((40, 40, 3), np.uint8)
    picture[:, 20:] = 200
    gap = [np.array([[19.5, 0.0], [19.5, 12.0]]), np.array([[19.5, 27.0], [19.5, 39.0]])]
    labels = live_wires(picture, gap)
    assert len(np.unique(labels)) == 2
    assert len(np.unique(labels[:, :18])) == len(np.unique(labels[:, 22:])) == 1


def test_both_sides_of_a_stroke_stay_apart():
    from experiments.segmentation.data.sides import sides
    from experiments.segmentation.methods.seeded_merging import seeded_merging

    stroke = np.array([[20.0, 5.0], [20.0, 35.0]])
    left, right = (np.unravel_index(pixels, (40, 40)) for pixels in sides((40, 40), stroke))
    for column, row in ((left[1], left[0]), (right[1], right[0])):
        assert len(column) > 50
        assert row.min() > 4  # beyond its ends is on neither side
        assert row.max() < 36
    assert {bool((left[1] < 20).all()), bool((right[1] < 20).all())} == {True, False}
    plain = np.full((40, 40, 3), 128, np.uint8)  # nothing to see: the stroke alone speaks
    labels = seeded_merging(plain, [stroke])
    assert labels[20, 17] != labels[20, 23]


def test_at_half_size():
    from experiments.segmentation.methods.reduced import at_scale

    given = []

    def segment(picture, strokes):
        given.append((picture.shape, strokes[0]))
        return np.arange(picture.shape[0] * picture.shape[1]).reshape(picture.shape[:2])

    labels = at_scale(segment, 0.5)(np.zeros((10, 7, 3), np.uint8), [np.array([[0.0, 0.0], [6.0, 9.0]])])
    assert labels.shape == (10, 7)
    assert given[0][0] == (5, 4, 3)
    np.testing.assert_allclose(given[0][1][1], [(6.5 * 4 / 7) - 0.5, (9.5 * 5 / 10) - 0.5])
    assert np.array_equal(labels[0], labels[1])
    assert at_scale(segment, 1.0) is segment


def test_weights_are_learned():
    from experiments.segmentation.methods.learned_merging import _logistic

    rng = np.random.default_rng(0)
    x = np.column_stack([np.ones(20_000), rng.normal(size=20_000)])
    y = (rng.random(20_000) < fr.affinity.probability(x @ [0.5, -1.5])).astype(float)
    np.testing.assert_allclose(_logistic(x, y, np.full(20_000, 1 / 20_000)), [0.5, -1.5], atol=0.07)


# ---------------------------------------------------------------------------------------------------------------- cases


def test_halves_share_no_picture(protocol):
    from experiments.segmentation.data.cases import MASKS, REPORTED, TUNED, plans

    by_group = {}
    for plan in plans(quick=False):
        by_group.setdefault(plan.group, []).append(plan)
    if TUNED not in by_group:
        pytest.skip("no photographs beside the repository: ../shared/data/bsds500")
    names = {group: [plan.name for plan in found] for group, found in by_group.items()}
    assert (len(names[TUNED]), len(names[REPORTED]), len(names[MASKS])) == (15, 15, 10)
    assert not set(names[TUNED]) & set(names[REPORTED])
    assert not set(names[TUNED]) & set(names[MASKS])  # nothing there was tuned on these either
    scene = by_group[REPORTED][0].load()
    assert scene.picture.shape[:2] == scene.reference.shape == scene.others[0].shape
    for one, other in zip(scene.strokes(0.4), protocol.strokes(scene.reference, scene.name, 0.4)[0], strict=True):
        np.testing.assert_array_equal(one, other)


def test_strokes_by_hand_are_in_their_pictures():
    from experiments.segmentation.data.drawn_by_hand import STROKES
    from experiments.segmentation.sheet import _picture

    for name, strokes in STROKES.items():
        height, width, _ = _picture(name).shape
        points = np.concatenate([np.array(stroke, float) for stroke in strokes])
        assert points.min() >= 0.0
        assert (points <= [width - 1, height - 1]).all()


# -------------------------------------------------------------------------------------------------------------- tables


def test_means_and_errors():
    from harness.means import mean_and_error, mean_cell

    assert mean_and_error([1.0, 3.0]) == (2.0, 1.0)  # deviation sqrt(2), over sqrt(2)
    assert mean_and_error([5.0]) == (5.0, 0.0)
    assert mean_cell([5.0, None], 1) == "5.0 ± 0.0"
    assert mean_cell([None], 1) is None


def test_tables_of_a_run_that_goes_on(command, tmp_path):
    from experiments.segmentation.run import COLUMNS

    row = dict.fromkeys(COLUMNS, "0.5") | {"set": "reported half", "picture": "a", "method": "live wires"}
    shares = [("0.2", "a"), ("0.4", "a"), ("0.2", "b")]
    text = [
        ",".join(COLUMNS),
        *(",".join((row | {"share": f, "picture": at}).values()) for f, at in shares),
        "reported",
    ]
    file = tmp_path / "rows.csv"
    file.write_text("\r\n".join(text), encoding="utf-8", newline="")
    before = file.read_bytes()
    done = command(file, package="experiments.segmentation")
    assert done.returncode == 0, done.stderr
    assert "| live wires | 1 to 2 | 0.500 ± 0.000 | 0.500 ± 0.000 |" in done.stdout
    assert file.read_bytes() == before  # the row that is being written is not dropped from it


def test_tables_put_ours_beside_each():
    from experiments.segmentation.data.cases import REPORTED
    from experiments.segmentation.run import COLUMNS
    from experiments.segmentation.tables import tables

    rows = [
        dict.fromkeys(COLUMNS, 0.0) | {"set": REPORTED, "picture": at, "share": 0.4, "method": name, "covering": value}
        for at, ours in (("a", 0.9), ("b", 0.7))
        for name, value in (("ours", ours), ("live wires", ours - 0.2))
    ]
    made = {table.title: table for table in tables(rows, ["ours", "live wires"], known(), {"x": "not there"})}
    assert "x (not there)" in made["Methods"].aim
    assert made["Reported half: covering"].rows == [
        {"method": "ours", "pictures": "2", "share 0.4": "0.800 ± 0.100"},
        {"method": "live wires", "pictures": "2", "share 0.4": "0.600 ± 0.100"},
        {"method": "aim", "share 0.2": "≥ 0.65", "share 0.4": "≥ 0.82", "share 0.6": "≥ 0.92", "share 0.8": "≥ 0.96"},
    ]
    assert made["Reported half: ours beside each"].rows == [{"method": "live wires", "share 0.4": "+0.200 ± 0.000"}]


# ------------------------------------------------------------------------------------------------------------- command


@pytest.fixture
def run(command):
    return lambda out, *options: command("segmentation", "--quick", "--out", out, *options)


def rows_of(out):
    with (out / "segmentation.csv").open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def test_quick(run, tmp_path):
    done = run(tmp_path)
    assert done.returncode == 0, done.stderr
    for ending in ("csv", "md", "png", "svg"):
        assert (tmp_path / f"segmentation.{ending}").stat().st_size > 0
    assert (tmp_path / "segmentation_sheet.png").read_bytes().startswith(b"\x89PNG")
    assert (tmp_path / "segmentation.md").read_text(encoding="utf-8").strip() in done.stdout
    rows = rows_of(tmp_path)
    names = list(dict.fromkeys(row["method"] for row in rows))
    assert "ours" in names
    assert len(rows) == 2 * len(names)
    for row in rows:
        assert 0.0 <= float(row["covering"]) <= 1.0
        assert abs(float(row["k"]) - float(row["k_found"])) == float(row["k_error"])
    assert min(float(row["covering"]) for row in rows if row["method"] == "ours") > 0.9


def test_rows_are_measured_once_or_again(tmp_path, capsys):
    from experiments.segmentation import run
    from experiments.settings import Settings

    settings = Settings(name="segmentation", out=tmp_path, quick=True, methods=("watershed", "seeded"))
    run(settings)
    rows = rows_of(tmp_path)
    assert "segmentation: 0 of 6" in capsys.readouterr().err
    run(settings)
    assert capsys.readouterr().err == ""
    assert rows_of(tmp_path) == rows
    run(replace(settings, again=("watershed",)))
    assert "segmentation: 0 of 4" in capsys.readouterr().err
    again = rows_of(tmp_path)
    kept = [row for row in rows if not row["method"].startswith("watershed")]
    assert again[: len(kept)] == kept
    assert sorted(row["method"] for row in again) == sorted(row["method"] for row in rows)


BAD_OPTIONS = (
    (["--methods", "magic"], "no method is called 'magic'", 1),
    (["--sets", "nowhere"], "nothing to measure", 1),
    (["--pictures", "0"], "--pictures must be at least 1, got 0", 2),
    (["--scale", "2"], "--scale must be above 0 and at most 1, got 2", 2),
)


def test_options_of_pictures_are_checked(run, tmp_path):
    for options, message, code in BAD_OPTIONS:
        done = run(tmp_path, *options)
        assert done.returncode == code, done.stderr
        assert message in done.stderr


def test_ctrl_c_leaves_what_there_is(tmp_path, monkeypatch):
    from experiments.settings import Settings

    module = import_module("experiments.segmentation.run")  # its function has the same name
    measured = module.measured
    n_measured = 0

    def interrupted(*arguments):
        nonlocal n_measured
        n_measured += 1
        if n_measured > 2:
            raise KeyboardInterrupt
        return measured(*arguments)

    monkeypatch.setattr(module, "measured", interrupted)
    settings = Settings(name="segmentation", out=tmp_path, quick=True, methods=("watershed", "live"))
    with pytest.raises(SystemExit, match="continues from here"):
        module.run(settings)
    assert len(rows_of(tmp_path)) == 2
    assert (tmp_path / "segmentation.md").exists()
    monkeypatch.setattr(module, "measured", measured)
    assert len(module.run(settings)) == 6


def test_a_method_that_fails_is_reported(tmp_path, monkeypatch, capsys):
    from experiments.segmentation import run
    from experiments.segmentation.methods import methods as table
    from experiments.settings import Settings

    def fails(*_):
        raise ValueError("no such luck")

    monkeypatch.setattr(table, "live_wires", fails)
    with pytest.raises(SystemExit, match="live wires failed on generated 0 at 0.4: no such luck"):
        run(Settings(name="segmentation", out=tmp_path, quick=True, methods=("watershed, distance", "live wires")))
    assert {row["method"] for row in rows_of(tmp_path)} == {"watershed, distance"}
    capsys.readouterr()
