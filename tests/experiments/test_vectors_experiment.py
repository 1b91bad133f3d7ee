"""Groups in vectors: the panel, what is known of classes, the verdicts, the methods, and the command."""

import csv

import numpy as np
import pytest

import frenemy as fr

pytest.importorskip("sklearn")

#: The name of a set, its rows and classes, and the sum of its first three rows.
FIRST_ROWS = (
    ("gaussians_2d_1", 999, 3, 1.7070599),
    ("moons_2", 800, 2, 1.2223315),
    ("small_groups_0", 1253, 200, 3.16996),
    ("spirals_1", 1200, 3, -12.536945),
    ("background_noise_2", 1000, 5, 28.523143),
    ("curves_50d_1", 1500, 6, 25.668789),
    ("topics_0", 1200, 10, 17.834146),
)


def groups(n_each=20, gap=10.0):
    """Three groups in a plane, far apart."""
    from experiments.vectors.data.labeled_rows import labeled

    truth = np.repeat(np.arange(3), n_each)
    centers = gap * np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]])
    return labeled(centers[truth] + np.random.default_rng(0).normal(size=(len(truth), 2)), truth)


# ----------------------------------------------------------------------------------------------------------- the panel


def test_the_parts_of_the_panel():
    from experiments.vectors.data.panel import panel

    parts = [one.part for one in panel().values()]
    assert parts == ["tuning"] * 56 + ["reported"] * 40 + ["unseen"] * 46


def test_no_kind_is_in_both():
    from experiments.vectors.data.generated import KINDS

    tuning, reported = ({kind.__name__ for kind in half} for half in KINDS)
    assert not tuning & reported


@pytest.mark.parametrize("part", [0, 1, 2])
def test_every_kind_is_the_same_again_and_another_with_another_seed(part):
    from experiments.vectors.data.generated import KINDS, generated
    from experiments.vectors.data.lifelike import LIFELIKE
    from experiments.vectors.data.unseen import UNSEEN

    for kind in (*KINDS, (*LIFELIKE, *UNSEEN))[part]:
        one, again, other = generated(kind, part, 0), generated(kind, part, 0), generated(kind, part, 1)
        np.testing.assert_array_equal(one.features, again.features)
        np.testing.assert_array_equal(one.truth, again.truth)
        assert one.features.shape != other.features.shape or not np.allclose(one.features, other.features)
        assert len(one.truth) == len(one.features)
        assert np.isfinite(one.features).all()


def test_sets_are_those_that_were_tuned_on():
    """Another draw would be another panel: sums of the first rows, as they were."""
    from experiments.vectors.data.panel import panel

    sets = panel()
    for name, n_rows, n_classes, total in FIRST_ROWS:
        rows = sets[name].load()
        assert (len(rows.truth), rows.n_classes) == (n_rows, n_classes)
        assert rows.features[:3].sum() == pytest.approx(total, rel=1e-6)


def test_centers_are_as_far_apart_as_asked():
    from scipy.spatial.distance import pdist

    from experiments.vectors.data.gaussian_groups import gaussian_groups

    rows = gaussian_groups(np.random.default_rng(0), 6000, 3, 2, 20.0)
    means = [rows.features[rows.truth == group].mean(0) for group in range(3)]
    assert pdist(means).min() == pytest.approx(20.0, abs=0.2)  # of 2,000 rows: a standard error of .02 each


def test_people_and_topics_are_in_one_half_only():
    from experiments.vectors.data.embeddings import LFW, ORL_FOLDER, TWEETS, face_pixels, faces, missing, tweets

    for source in (LFW, TWEETS, ORL_FOLDER):
        if missing(source):
            pytest.skip(missing(source))
    rows = [set(map(bytes, tweets(half).features)) for half in (0, 1)]
    rows += [set(map(bytes, faces(LFW, half, 0, is_uneven=False).features)) for half in (0, 1)]
    rows += [set(map(bytes, face_pixels(half).features)) for half in (0, 1)]
    assert not rows[0] & rows[1]
    assert not rows[2] & rows[3]
    assert not rows[4] & rows[5]


# ------------------------------------------------------------------------------------------------------ what is scored


def test_background_counts_in_no_score():
    from experiments.vectors.data.labeled_rows import BACKGROUND, labeled
    from experiments.vectors.scores import scores

    truth = np.array([0, 0, 0, 1, 1, 1, *[BACKGROUND] * 4])
    labels = np.array([0, 0, 0, 1, 1, 1, 0, 2, 2, 2])
    found = scores(labels, labeled(np.zeros((10, 2)), truth))
    assert (found["ari"], found["ami"]) == (1.0, 1.0)
    assert (found["n_rows"], found["k3_true"], found["k3_found"]) == (10, 2, 2)


def verdict_rows(**ari):
    return [{"set": "a", "method": name, "ari": value, "k3_true": 4, "k3_found": 4} for name, value in ari.items()]


def test_the_best_does_not_see_the_classes():
    from experiments.vectors.methods.method import VectorMethod
    from experiments.vectors.verdicts import best_unaided

    known = {name: VectorMethod(lambda rows: rows.truth, sees_truth=name == "told") for name in ("told", "one", "two")}
    best = best_unaided(verdict_rows(told=0.9, one=-0.1, two=-0.2), known)
    assert best["a"]["method"] == "one"


@pytest.mark.parametrize(
    ("ari", "k3_found", "best", "sensible", "bad"),
    [
        (0.9, 4, 0.9, True, False),
        (0.81, 8, 0.9, True, False),
        (0.81, 2, 0.9, True, False),
        (0.79, 4, 0.9, False, False),
        (0.9, 9, 0.9, False, False),
        (0.9, 1, 0.9, False, False),
        (0.44, 4, 0.9, False, True),
        (-0.01, 4, 0.0, True, False),  # no method found anything
    ],
)
def test_verdicts(ari, k3_found, best, sensible, bad):
    from experiments.vectors.verdicts import is_bad, is_sensible

    row = {"ari": ari, "k3_true": 4, "k3_found": k3_found}
    assert (is_sensible(row, best), is_bad(row, best)) == (sensible, bad)


# ------------------------------------------------------------------------------------------------------------- methods


def test_five_percent_are_known_or_more_until_something_can_be_learned():
    from experiments.vectors.data.labeled_rows import BACKGROUND
    from experiments.vectors.methods.ours import known_classes

    truth = np.repeat(np.arange(5), 40)
    known = known_classes(truth)
    assert (known >= 0).sum() == 10
    np.testing.assert_array_equal(known[known >= 0], truth[known >= 0])
    np.testing.assert_array_equal(known, known_classes(truth))

    few = known_classes(np.repeat(np.arange(10), 2))  # 5 % is one row
    counts = np.unique(few[few >= 0], return_counts=True)[1]
    assert len(counts) >= 2
    assert counts.max() == 2

    is_noise = np.arange(200) < 150
    assert (known_classes(np.where(is_noise, BACKGROUND, truth))[is_noise] == -1).all()


def test_noise_rows_are_alone():
    from experiments.noise import noise_alone

    assert noise_alone(np.array([0, -1, 1, -1, 0])).tolist() == [0, 2, 1, 3, 0]
    assert noise_alone(np.array([-1, -1])).tolist() == [0, 1]


def test_average_link_of_copies_is_one_cluster():
    from experiments.vectors.methods.peers import average_link

    assert set(average_link(np.ones((8, 2)))) == {0}


def test_every_method_finds_clear_groups():
    from experiments.vectors.methods.methods import methods

    rows = groups()
    for name, method in methods().items():
        if method.missing is None:
            assert fr.metrics.adjusted_rand_index(method.call(rows), rows.truth) > 0.9, name


# ------------------------------------------------------------------------------------------------------------- command


def test_command_goes_on_where_it_stopped(command, tmp_path):
    pytest.importorskip("matplotlib")
    arguments = ["vectors", "--quick", "--out", tmp_path, "--methods", "ours"]
    done = command(*arguments)
    assert done.returncode == 0, done.stderr
    before = read(tmp_path)
    assert {row["part"] for row in before} == {"tuning", "reported"}
    done = command(*arguments, "--methods", "k-means")
    assert done.returncode == 0, done.stderr
    rows = read(tmp_path)
    assert rows[: len(before)] == before
    assert {row["method"] for row in rows[len(before) :]} == {"k-means told k"}
    for ending in ("md", "png", "svg"):
        assert (tmp_path / f"vectors.{ending}").stat().st_size > 0
    page = (tmp_path / "vectors.md").read_text(encoding="utf-8")
    assert "Means over the reported part" in page
    assert "ours less this" in page


def test_a_part_is_a_set(command, tmp_path):
    pytest.importorskip("matplotlib")
    done = command("vectors", "--quick", "--out", tmp_path, "--methods", "HDBSCAN", "--sets", "tuning")
    assert done.returncode == 0, done.stderr
    assert {row["part"] for row in read(tmp_path)} == {"tuning"}


@pytest.mark.parametrize(
    ("option", "message"),
    [("--methods", "no method is called 'nothing'; there are"), ("--sets", "no set is called 'nothing'; there are")],
)
def test_names_are_checked(option, message, command, tmp_path):
    done = command("vectors", "--quick", "--out", tmp_path, option, "nothing")
    assert done.returncode == 1
    assert message in done.stderr


def read(folder):
    with (folder / "vectors.csv").open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))
