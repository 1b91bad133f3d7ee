"""Who is who measured: draws, scores, each method on generated people, photographs in folders, and the command."""

import csv
import json
import sys
from pathlib import Path

import numpy as np
import pytest
import scipy.sparse as sp

import frenemy as fr

ROOT = Path(__file__).resolve().parents[2]

pytest.importorskip("sklearn")


def people(**settings):
    from experiments.faces.data.rows import generated

    return generated(**settings)


# --------------------------------------------------------------------------------------------------------------- draws


@pytest.mark.parametrize("seed", range(3))
def test_no_class_is_learned_from_and_found(seed):
    from experiments.faces.data.draws import Plan
    from experiments.faces.data.rows import GENERATED

    everyone = people()
    draw = Plan("some", GENERATED).draw(9, seed)
    assert (draw.test.n_classes, draw.lessons.n_classes) == (9, everyone.n_classes - 9)
    taught, asked = ({row.tobytes() for row in part.features} for part in (draw.lessons, draw.test))
    assert not taught & asked
    assert taught | asked == {row.tobytes() for row in everyone.features}


@pytest.mark.parametrize("kind", ["all", "uniform", "geometric", "power law", "half single"])
def test_halves_share_nobody_and_albums_are_small(kind):
    from experiments.faces.data.draws import Plan
    from experiments.faces.data.photo_counts import PhotoCounts
    from experiments.faces.data.rows import GENERATED

    draw = Plan("half", GENERATED, half=1, photos=PhotoCounts(kind, 4, album=10)).draw(9, 0)
    assert draw.lessons.n_classes == people().n_classes // 2
    assert not {row.tobytes() for row in draw.lessons.features} & {row.tobytes() for row in draw.test.features}
    assert len(draw.test.classes) <= 10
    assert np.bincount(draw.test.classes).min() >= 1


def test_uneven_draws_are_of_the_same_people():
    from experiments.faces.data.draws import Plan
    from experiments.faces.data.photo_counts import UNEVEN
    from experiments.faces.data.rows import GENERATED

    even = Plan("even", GENERATED).draw(12, 4)
    uneven = Plan("uneven", GENERATED, photos=UNEVEN).draw(12, 4)
    class_of = {row.tobytes(): own for row, own in zip(even.test.features, even.test.classes, strict=True)}
    assert [class_of[row.tobytes()] for row in uneven.test.features] == uneven.test.classes.tolist()
    counts = np.bincount(uneven.test.classes, minlength=12)
    assert counts.min() >= 1
    assert len(set(counts.tolist())) > 1
    np.testing.assert_array_equal(uneven.lessons.features, even.lessons.features)


def test_others_are_learned_from_where_too_few_are_left():
    from experiments.faces.data.draws import MIN_TO_LEARN, Plan
    from experiments.faces.data.rows import GENERATED, rows

    n = rows(GENERATED).n_classes
    plan = Plan("fallback", GENERATED, fallback=GENERATED)
    assert plan.draw(n - MIN_TO_LEARN, 0).lessons.n_classes == MIN_TO_LEARN
    assert plan.draw(n - MIN_TO_LEARN + 1, 0).lessons.n_classes == n
    assert Plan("besides", GENERATED, besides=GENERATED).draw(4, 0).lessons.n_classes == 2 * n - 4
    with pytest.raises(ValueError, match=f"from 1 to the {n} classes there are, got {n + 1}"):
        plan.draw(n + 1, 0)


def test_scores_count_large_clusters_apart():
    from experiments.faces.measures.scores import scores

    truth = np.repeat([0, 1, 2], [5, 3, 1])
    found = scores(np.array([0, 0, 0, 0, 1, 2, 2, 2, 3]), truth)
    assert (found["k_found"], found["k3_found"], found["k5_found"]) == (4, 2, 0)
    assert (found["k3_true"], found["k5_true"]) == (2, 1)
    assert found["purity"] == 1.0
    # recall: four of the five see 4/5, one sees 1/5, and the other four rows all: (4 * .8 + .2 + 4) / 9
    assert found["b3_recall"] == pytest.approx(7.4 / 9.0)


@pytest.mark.parametrize("seed", range(4))
def test_scores_of_pairs_are_those_of_counting(seed):
    from experiments.faces.measures.pair_scores import pair_scores

    rng = np.random.default_rng(seed)
    is_same = rng.random(60) < 0.3
    weights = np.round(rng.normal(size=60) + is_same, 1)  # some are equal
    same, other = weights[is_same], weights[~is_same]
    found = pair_scores(weights, is_same)
    assert (found["n_same"], found["n_other"]) == (len(same), len(other))
    above = (same[:, None] > other).mean() + 0.5 * (same[:, None] == other).mean()
    assert found["auc"] == pytest.approx(above)
    probability = 1.0 / (1.0 + np.exp(-weights))
    loss = -np.log(probability[is_same]).mean() / 2.0 - np.log(1.0 - probability[~is_same]).mean() / 2.0
    assert found["loss"] == pytest.approx(loss)
    errors = [((same < at).mean(), (other >= at).mean()) for at in (*np.unique(weights), np.inf)]
    least, most = max(map(min, errors)), min(map(max, errors))  # both errors are equal between two thresholds
    assert least - 1e-12 <= found["eer"] <= most + 1e-12


def test_scores_of_pairs_that_say_all_or_nothing():
    from experiments.faces.measures.pair_scores import pair_scores

    is_same = np.array([True, True, False, False, False])
    best = pair_scores(np.where(is_same, 50.0, -50.0), is_same)
    assert (best["auc"], best["eer"]) == (1.0, 0.0)
    assert best["loss"] == pytest.approx(0.0, abs=1e-12)
    worst = pair_scores(np.where(is_same, -50.0, 50.0), is_same)
    assert (worst["auc"], worst["eer"], worst["loss"]) == (0.0, 1.0, pytest.approx(50.0))
    silent = pair_scores(np.zeros(5), is_same)
    assert (silent["auc"], silent["eer"], silent["loss"]) == (0.5, 0.5, pytest.approx(np.log(2.0)))


def test_misplaced_faces():
    from experiments.faces.measures.doubtful import misplaced

    classes = np.array([0, 0, 0, 0, 1, 1, 1, 2])
    labels = np.array([0, 0, 0, 1, 1, 1, 2, 0])
    # one of 0 is with those of 1, one of 1 is alone, and the only one of 2 is with those of 0
    assert misplaced(labels, classes).tolist() == [False, False, False, True, False, False, True, True]
    assert not misplaced(np.array([2, 2, 0, 1]), np.array([0, 0, 1, 2])).any()


# ------------------------------------------------------------------------------------------------------------- methods


def test_tuning_takes_the_middle_of_the_best():
    from experiments.faces.methods.tuning import tuned

    truth = np.array([0, 0, 1, 1])
    good, bad = truth, np.zeros(4, int)
    labels = [bad, good, good, good, bad, good]
    assert tuned(lambda at: labels[at], range(6), truth) == 2
    assert tuned(lambda at: labels[at], [4, 0], truth) in (0, 4)


def test_whispers_on_two_cliques_and_a_loner():
    from experiments.faces.methods.chinese_whispers import chinese_whispers

    block = np.ones((5, 5)) - np.eye(5)
    matrix = np.zeros((11, 11))
    matrix[:5, :5] = matrix[5:10, 5:10] = block
    matrix[0, 5] = matrix[5, 0] = 0.5  # one weak tie
    for seed in range(5):
        found = chinese_whispers(sp.csr_array(matrix), seed=seed)
        np.testing.assert_array_equal(found, chinese_whispers(sp.csr_array(matrix), seed=seed))
        assert fr.metrics.adjusted_rand_index(found, [0] * 5 + [1] * 5 + [2]) == 1.0


def test_shares_of_pairs_are_those_asked_for():
    from experiments.faces.data.labeled_pairs import labeled_pairs

    everyone = people()
    for share in (0.02, 0.5, 0.9):
        distances, is_same = labeled_pairs(everyone.features, everyone.classes, share=share)
        assert is_same.mean() == pytest.approx(share, abs=0.01)
        assert len(distances) == len(is_same)
    assert (
        len(labeled_pairs(everyone.features, everyone.classes)[0])
        == len(everyone.classes) * (len(everyone.classes) - 1) // 2
    )


def all_methods():
    sys.path.insert(0, str(ROOT))  # before the fixture: names of tests come first
    try:
        from experiments.faces.methods.methods import methods
    finally:
        sys.path.remove(str(ROOT))
    return methods()


@pytest.mark.parametrize("name", list(all_methods()))
def test_generated_people_are_found(name):
    from experiments.faces.data.draws import Plan

    method = all_methods()[name]
    if method.missing is not None:
        pytest.skip(method.missing)
    draw = Plan("some", "generated").draw(8, 0)
    cluster = method.call(draw.lessons.features, draw.lessons.classes)
    labels = cluster(draw.test.features, 3)
    np.testing.assert_array_equal(labels, cluster(draw.test.features, 3))
    assert fr.metrics.b_cubed(labels, draw.test.classes).f1 > 0.85


def test_metric_is_measured_on_others():
    from experiments.faces.data.draws import Plan
    from experiments.faces.measures.metric import PLAIN, RANK_32, metric_methods, on_pairs
    from experiments.faces.measures.pair_scores import PAIRS

    draw = Plan("some", "generated").draw(6, 1)
    known = metric_methods()
    rows = {name: on_pairs(known)(draw, name, 0) for name in (PLAIN, "held_out 0.25", RANK_32, "rank 32, 5 people")}
    n = len(draw.test.classes)
    for row in rows.values():
        assert set(PAIRS.columns) - set(row) == {"set", "k", "draw", "method"}
        assert (row["n_same"], row["n_other"]) == (6 * 15, n * (n - 1) // 2 - 6 * 15)  # 6 people with 6 rows each
    assert rows[PLAIN]["auc"] > 0.99
    assert rows[RANK_32]["auc"] > rows["rank 32, 5 people"]["auc"] > 0.6
    assert rows[RANK_32]["loss"] < rows["rank 32, 5 people"]["loss"]


def test_doubtful_faces_are_counted():
    from experiments.faces.data.draws import Draw
    from experiments.faces.data.rows import Rows
    from experiments.faces.measures.doubtful import BELOW, DESCRIBED, MARGINS, on_people

    everyone = people(n_classes=8)
    blurred = everyone.features.copy()
    blurred[0] = (blurred[0] + blurred[-1]) / 2.0  # between two people
    row = on_people(DESCRIBED)(Draw(everyone.of(np.arange(0)), Rows(blurred, everyone.classes)), "guessed", 0)
    assert set(MARGINS.columns) - set(row) == {"set", "k", "draw", "method"}
    assert (row["n"], row["learn_seconds"]) == (48, 0.0)
    for key in ("doubtful", *(f"below_{nats}" for nats in BELOW)):
        assert 0 <= row[f"{key}_misplaced"] <= min(row[key], row["misplaced"])
    assert row["doubtful"] >= 1
    counts = [row[f"below_{nats}"] for nats in BELOW]
    assert counts == sorted(counts)
    assert row["doubtful"] <= row["below_10"]  # 10 nats at most, fewer for small groups


# --------------------------------------------------------------------------------------------------------- photographs


def test_folders_of_photographs(tmp_path):
    pytest.importorskip("cv2")
    image = pytest.importorskip("PIL.Image")
    from experiments.faces.data.person_folders import MAX_PHOTOS, PersonFolders, described

    rng = np.random.default_rng(0)
    for person, n_photos in (("Ann Ä", 3), ("Bob", MAX_PHOTOS + 5), ("nobody", 0)):
        folder = tmp_path / "people" / person
        folder.mkdir(parents=True)
        for number in range(n_photos):
            image.fromarray(rng.integers(256, size=(56, 46), dtype=np.uint8)).save(folder / f"{number}.png")
    (tmp_path / "people" / "Ann Ä" / "broken.png").write_bytes(b"no picture")
    (tmp_path / "people" / "Ann Ä" / "notes.txt").write_text("none either")
    folders = PersonFolders(tmp_path / "people", tmp_path / "cache")
    assert folders.missing is None
    rows, names = described(folders)
    assert names.tolist() == ["Ann Ä"] * 3 + ["Bob"] * MAX_PHOTOS
    assert rows.shape == (len(names), 9 * 3 * 128)
    again, _ = described(folders)
    np.testing.assert_array_equal(again, rows)
    assert len(list((tmp_path / "cache").iterdir())) == 1
    cut, _ = described(PersonFolders(tmp_path / "people", tmp_path / "cache", is_aligned=True))
    narrow, _ = described(PersonFolders(tmp_path / "people", tmp_path / "cache", is_aligned=True, scales=(0.5, 1.0)))
    assert (cut.shape, narrow.shape) == (rows.shape, (len(rows), 9 * 2 * 128))
    by_point = (9, 3, 128)  # those of two scales are the first two of three
    np.testing.assert_array_equal(cut[0].reshape(by_point)[:, :2].ravel(), narrow[0])
    assert "no folder" in PersonFolders(tmp_path / "absent", tmp_path).missing
    with pytest.raises(ValueError, match="a folder of photographs for each person, and has none"):
        described(PersonFolders(tmp_path / "cache", tmp_path))


# ------------------------------------------------------------------------------------------------------------- command


@pytest.fixture
def run(command):
    return lambda out, *options: command("faces", "--quick", "--out", out, *options)


def test_command_goes_on_where_it_stopped(run, command, tmp_path):
    few = run(tmp_path, "--sets", "peers", "--methods", "average")
    assert few.returncode == 0, few.stderr
    first = rows_of(tmp_path)
    assert {row["method"] for row in first} == {"average link"}
    done = run(tmp_path)
    assert done.returncode == 0, done.stderr
    rows = rows_of(tmp_path)
    assert rows[: len(first)] == first
    assert {row["set"].partition(":")[0] for row in rows} == {
        "figure 7",
        "peers",
        "counts",
        "balance",
        "spreads",
        "beyond faces",
    }
    for row in rows:
        assert 0.0 <= float(row["b3_f"]) <= 1.0
        assert int(row["k3_found"]) <= int(row["k_found"])
    pairs, margins = rows_of(tmp_path, "faces_metric"), rows_of(tmp_path, "faces_doubtful")
    assert {row["set"] for row in pairs} == {"metric: generated"}
    assert {row["draw"] for row in pairs} == {"0", "1"}
    assert all(0.0 <= float(row["eer"]) <= 0.5 <= float(row["auc"]) <= 1.0 for row in pairs)
    assert [(row["set"], row["method"]) for row in margins] == [
        ("doubtful: generated", "dlib's"),
        ("doubtful: generated", "guessed"),
    ]
    page = (tmp_path / "faces.md").read_text(encoding="utf-8")
    assert "| faces, points | setting | AUC | EER | loss | seconds |" in page
    assert "| generated | guessed | 1 | 144 | 0 |" in page
    for name in ("faces.png", "faces.svg", "faces_methods.png", "faces.md"):
        assert (tmp_path / name).stat().st_size > 0
    summary = json.loads((tmp_path / "faces.json").read_text(encoding="utf-8"))
    assert {line["method"] for line in summary} == {row["method"] for row in (*rows, *pairs, *margins)}
    again = run(tmp_path)
    assert (again.returncode, again.stderr) == (0, "")
    assert (rows_of(tmp_path), rows_of(tmp_path, "faces_metric")) == (rows, pairs)
    read = command(tmp_path, package="experiments.faces")  # it shows no rows of quick runs
    assert (read.returncode, read.stdout) == (0, ""), read.stderr


def test_folders_of_ones_own(run, tmp_path):
    pytest.importorskip("cv2")
    image = pytest.importorskip("PIL.Image")
    rng = np.random.default_rng(0)
    for person in range(9):
        face = rng.integers(256, size=(14, 12))
        folder = tmp_path / "people" / f"person {person}"
        folder.mkdir(parents=True)
        for number in range(4):
            noisy = np.clip(np.kron(face, np.ones((4, 4))) + rng.normal(0, 20, (56, 48)), 0, 255)
            image.fromarray(noisy.astype(np.uint8)).save(folder / f"{number}.png")
    done = run(tmp_path / "out", "--data", str(tmp_path / "people"), "--methods", "frenemy", "--methods", "ICM")
    assert done.returncode == 0, done.stderr
    rows = rows_of(tmp_path / "out")
    assert {(row["set"], row["k"]) for row in rows} == {("figure 7: people, SIFT + LDML", "3")}
    assert all(float(row["b3_f"]) > 0.6 for row in rows)


def test_names_of_methods_are_checked(run, tmp_path):
    done = run(tmp_path, "--methods", "magic")
    assert done.returncode == 1
    assert "no method is called 'magic'; there are Swap" in done.stderr


def rows_of(folder, name="faces"):
    with (folder / f"{name}.csv").open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))
